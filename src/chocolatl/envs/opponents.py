"""Who sits on the other seats: bots by name, bots of your own, or a pool from which each game draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from chocolatl.bots import Bot, parse_bot


class Pool:
    """Opponents of which every seat draws one for each game; `add` past selves while you train.

    >>> pool = Pool(["random", "greedy"], weights=[3, 1])
    >>> pool.add("flat:8")
    >>> [len(pool.bots), pool.weights]
    [3, [3.0, 1.0, 1.0]]
    """

    def __init__(self, bots: Iterable[str | Bot], weights: Iterable[float] | None = None) -> None:
        self.bots: list[str | Bot] = []
        self.weights: list[float] = []
        some = list(bots)
        for bot, weight in zip(some, [1.0] * len(some) if weights is None else weights, strict=True):
            self.add(bot, weight)
        if not self.bots:
            raise ValueError("a pool of no opponents: expected at least one bot")

    def add(self, bot: str | Bot, weight: float = 1.0) -> None:
        """One more opponent, from the next game on."""
        if not weight > 0:
            raise ValueError(f"weight {weight!r}: expected a number above 0")
        if isinstance(bot, str):
            parse_bot(bot)
        self.bots.append(bot)
        self.weights.append(float(weight))

    def draw(self, random: np.random.Generator) -> str | Bot:
        """One of them, by weight."""
        shares = np.array(self.weights) / sum(self.weights)
        return self.bots[int(random.choice(len(self.bots), p=shares))]


Opponents = str | Bot | Pool | Sequence[str | Bot | Pool]


def one_each(opponents: Opponents, count: int) -> tuple[str | Bot | Pool, ...]:
    """One for every other seat; a single one plays them all."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = (opponents,) * count
    if len(opponents) != count:
        raise ValueError(f"{len(opponents)} opponents {opponents!r}: expected one for each of {count} seats")
    for bot in opponents:
        if isinstance(bot, str):
            parse_bot(bot)
    return tuple(opponents)


def seated(chosen: str | Bot | Pool, name: str, random: np.random.Generator) -> Bot:
    """The bot that plays this seat in this game; `name` is its seed."""
    bot = chosen.draw(random) if isinstance(chosen, Pool) else chosen
    return parse_bot(bot).make(name) if isinstance(bot, str) else bot
