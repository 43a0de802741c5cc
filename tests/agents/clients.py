"""Scripted agents: what they send for a question, legal or not. They see only what `look` shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from chocolatl.bots import make_bot
from chocolatl.rules import View, any_answer

Client = Callable[[dict[str, Any], Random], Iterator[str]]
"""From what was shown to the answers that are tried, one after the other."""

NONSENSE = (
    "",
    "null",
    "lay 12 and 11 on the temple",
    '{"do": "lay"}',
    '{"do": "lay", "cards": [[99, 99]]}',
    '{"do": "sacrifice", "card": -1}',
    '{"do": "roll", "seat": 0}',
    '{"do": "reveal"}',
    "[" * 5000,
    "\ud800",
    "x" * 20_000,
)


def seen(shown: dict[str, Any]) -> View:
    return msgspec.convert(shown["view"], View)


def random_client(shown: dict[str, Any], random: Random) -> Iterator[str]:
    question = seen(shown).question
    assert question is not None
    yield msgspec.json.encode(any_answer(question, random)).decode()


def greedy_client(shown: dict[str, Any], random: Random) -> Iterator[str]:
    table = seen(shown)
    assert table.question is not None
    yield msgspec.json.encode(make_bot("greedy", 1).decide(table, table.question)).decode()


def malformed_client(shown: dict[str, Any], random: Random) -> Iterator[str]:
    while True:
        yield random.choice(NONSENSE)


def slow_client(shown: dict[str, Any], random: Random) -> Iterator[str]:
    """Says nothing now and then."""
    if random.random() < 0.5:
        yield from random_client(shown, random)


CLIENTS: dict[str, Client] = {
    "random": random_client,
    "greedy": greedy_client,
    "malformed": malformed_client,
    "slow": slow_client,
}
