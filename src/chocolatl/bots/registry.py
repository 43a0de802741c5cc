"""The one list of bots: for the command line, tables, arena and environments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from chocolatl.bots.bot import Bot
from chocolatl.bots.greedy import GreedyBot
from chocolatl.bots.random_bot import RandomBot


@dataclass(frozen=True)
class Parameter:
    """Something one may set. `read` makes the text a value, or raises ValueError with what was expected."""

    name: str
    default: str
    help: str
    read: Callable[[str], Any]


@dataclass(frozen=True)
class Entry:
    """A kind of bot. `build(seed, **parameters)` makes one; what is heavy is imported in there."""

    name: str
    alias: str
    help: str
    build: Callable[..., Bot]
    parameters: tuple[Parameter, ...] = ()


def whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ValueError(f"expected a whole number from {least} to {most}")
        return int(text)

    return read


ENTRIES = (
    Entry("random", "R", "answers at random, all legal answers alike", RandomBot),
    Entry(
        "greedy",
        "G",
        "weighs what each place is worth this round; quick and sensible",
        GreedyBot,
        (Parameter("variation", "15", "how far its judgement wavers, in percent", whole(0, 100)),),
    ),
)

REGISTRY: Mapping[str, Entry] = MappingProxyType({entry.name: entry for entry in ENTRIES})
