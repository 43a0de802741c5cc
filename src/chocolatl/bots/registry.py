"""The one list of bots: for the command line, tables, arena and environments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from chocolatl.bots.bot import Bot, Seed
from chocolatl.bots.budget import read_thinking
from chocolatl.bots.greedy import GreedyBot
from chocolatl.bots.person_bot import STYLES, PersonBot
from chocolatl.bots.random_bot import RandomBot


@dataclass(frozen=True)
class Parameter:
    """Something one may set. `read` makes the text a value, or raises ValueError with what was expected.

    >>> REGISTRY["greedy"].parameters[0].read("15")
    15
    """

    name: str
    default: str
    help: str
    read: Callable[[str], Any]


@dataclass(frozen=True)
class Entry:
    """A kind of bot. `build(seed, **parameters)` makes one; what is heavy is imported in there.

    An installed package offers one as entry point of the group `chocolatl.bots` (docs/BOTS.md).

    >>> REGISTRY["greedy"].alias
    'G'
    """

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


def one_of(*words: str) -> Callable[[str], str]:
    """A reader of one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"expected one of {', '.join(words)}")
        return text

    return read


def any_text(text: str) -> str:
    """A reader that takes any text but none."""
    if not text:
        raise ValueError("expected some text")
    return text


def _flat(seed: Seed, **settings: Any) -> Bot:
    from chocolatl.bots.flat_monte_carlo import FlatBot

    return FlatBot(seed, **settings)


def _equilibrium(seed: Seed, **settings: Any) -> Bot:
    from chocolatl.bots.equilibrium.equilibrium_bot import EquilibriumBot

    return EquilibriumBot(seed, **settings)


def _equilibrium_1(seed: Seed, **settings: Any) -> Bot:
    """As it was: without reading, and with the values of the default board everywhere."""
    return _equilibrium(seed, **settings, trained="default")


def _external(seed: Seed, **settings: Any) -> Bot:
    from chocolatl.bots.external import ExternalBot

    return ExternalBot(seed, **settings)


ENTRIES = (
    Entry("random", "R", "answers at random, all legal answers alike", RandomBot),
    Entry(
        "greedy",
        "G",
        "weighs what each place is worth this round; quick and sensible",
        GreedyBot,
        (Parameter("variation", "15", "how far its judgement wavers, in percent", whole(0, 100)),),
    ),
    Entry(
        "person",
        "P",
        "bids with the mistakes that people make; quick",
        PersonBot,
        (
            Parameter("care", "50", "how many of a hundred bids are without mistakes", whole(0, 100)),
            Parameter("style", "any", f"what it likes: {', '.join(STYLES)} or any", one_of("any", *STYLES)),
        ),
    ),
    Entry(
        "flat",
        "F",
        "flat Monte-Carlo: plays random games from some answers and takes the best",
        _flat,
        (Parameter("thinking", "64", "random games per answer, or a time such as 200ms", read_thinking),),
    ),
    Entry(
        "equilibrium",
        "E",
        "solves each round for all seats at once, over a learned value; the strongest",
        _equilibrium,
        (
            Parameter("thinking", "40", "steps of the search, or a time such as 200ms", read_thinking),
            Parameter("width", "16", "how many opponents each new plan is tried against", whole(2, 64)),
            Parameter("reading", "95", "how far it relies on recognised opponents, in percent", whole(0, 99)),
        ),
    ),
    Entry(
        "equilibrium@1",
        "E1",
        "the equilibrium bot before it read opponents: for results that were published with it",
        _equilibrium_1,
        (
            Parameter("thinking", "40", "steps of the search, or a time such as 200ms", read_thinking),
            Parameter("width", "16", "how many opponents each new plan is tried against", whole(2, 64)),
        ),
    ),
    Entry(
        "external",
        "X",
        "a program of yours: JSON lines in and out (docs/BOTS.md)",
        _external,
        (
            Parameter("command", "./bot", "the program and its arguments", any_text),
            Parameter("seconds", "10", "how long it may take for an answer", whole(1, 600)),
        ),
    ),
)


class Registry(Mapping[str, Entry]):
    """Our own bots, and those of installed packages with an Entry as `chocolatl.bots` entry point."""

    @cached_property
    def _all(self) -> dict[str, Entry]:
        from importlib.metadata import entry_points

        offered: list[Entry] = [point.load() for point in entry_points(group="chocolatl.bots")]
        return _OWN | {entry.name: entry for entry in offered if entry.name not in _OWN}

    def __getitem__(self, name: str) -> Entry:
        """Our own without a look at what is installed."""
        return _OWN[name] if name in _OWN else self._all[name]

    def __iter__(self) -> Iterator[str]:
        """All names."""
        return iter(self._all)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._all)


_OWN = {entry.name: entry for entry in ENTRIES}
REGISTRY: Mapping[str, Entry] = Registry()
