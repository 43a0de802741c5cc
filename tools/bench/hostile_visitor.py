"""The hostile visitor of `chocolatl bench hostile`, in a process of its own that gives way to all others.

Reads a visit as a line of JSON, prepares tables of its own, writes a line, waits for one, attacks, and tells.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys

import msgspec

from chocolatl.rules.types import Value
from tools.load.attacks import ATTACKS, attack
from tools.load.endpoints import called_from
from tools.load.intruder import Intruder
from tools.load.server_process import raise_file_limit

ADDRESS = "127.0.0.2"
NICE = 10
"""A real attacker has a computer of its own; ours must not win against the server on the same cores."""
PREPARE = {"analyses", "requests", "histories"}
SEATED = {"ids", "answers", "chat", "frames", "sockets", "pictures", "webhooks"}
OPEN = {"lobby"}


class Visit(Value, frozen=True):
    """Which attacks, and for how many seconds."""

    url: str
    attacks: list[str]
    seconds: float
    seed: int


class Visited(Value, frozen=True):
    """Steps of each attack, and how the server took them."""

    counts: dict[str, int]
    server_errors: int


async def work(visit: Visit) -> None:
    """Prepare, wait for the word, attack, tell."""
    url = called_from(visit.url, ADDRESS)
    visitor = Intruder(lambda: url, visit.seed)
    names = [name for name in visit.attacks if name in ATTACKS]
    if PREPARE & set(names):
        await visitor.finished()
    if SEATED & set(names):
        await visitor.running()
    if OPEN & set(names):
        await visitor.open()
    _tell(True)
    await asyncio.to_thread(sys.stdin.readline)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(visit.seconds):
            await attack(visitor, names)
    _tell(Visited(dict(visitor.counts), visitor.server_errors))


def _tell(value: object) -> None:
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
    sys.stdout.flush()


def main() -> None:
    """Do the visit that stands on standard input."""
    raise_file_limit()
    if hasattr(os, "nice"):
        os.nice(NICE)
    visit = msgspec.json.decode(sys.stdin.readline(), type=Visit)
    asyncio.run(work(visit))


if __name__ == "__main__":
    main()
