"""Plackett–Luce: each place of a game goes to a remaining player with a chance in proportion to its strength.

Fitted to all games at once by minorisation–maximisation (Hunter 2004). On top, every bot gets half a win and
half a loss against a phantom of strength 1, so that a bot that never loses still has a finite rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Remaining = tuple[int, ...]
Game = tuple[Sequence[int], Sequence[int]]
"""The bots' numbers and their ranks from 0; equal ranks share a place."""

PHANTOM = 0.5
POINTS = 400 / log(10)
"""A rating of 400 more is ten times the strength, as with Elo."""
PRECISION, MOST_STEPS = 1e-6, 10_000


@dataclass(frozen=True)
class Choices:
    """Rankings taken apart: `places` won by each bot, and how many were fought for among whom."""

    places: Array
    stages: dict[Remaining, float]


def choices(games: Iterable[Game], bots: int, *, victory_only: bool = False) -> Choices:
    """Every place of every game, or the first place alone."""
    places, stages = np.zeros(bots), dict[Remaining, float]()
    for players, ranks in games:
        for rank in (0,) if victory_only else sorted(set(ranks)):
            left = [bot for bot, other in zip(players, ranks, strict=True) if other >= rank]
            tied = [bot for bot, other in zip(players, ranks, strict=True) if other == rank]
            # The last one left wins nothing; several that share the last place fight for all but one.
            fought_for = 1 if victory_only else min(len(tied), len(left) - 1)
            weight = fought_for / len(tied)
            for bot in tied:
                places[bot] += weight
            if weight:
                among = tuple(left.count(bot) for bot in range(bots))
                stages[among] = stages.get(among, 0.0) + fought_for
    return Choices(places, stages)


def ratings(seeds: Sequence[Choices], counts: Array) -> Array:
    """A row of ratings, mean 0, for each row of `counts`: how often each seed counts."""
    sets = sorted({among for seed in seeds for among in seed.stages})
    places = counts @ np.array([seed.places for seed in seeds])
    stages = counts @ np.array([[seed.stages.get(among, 0.0) for among in sets] for seed in seeds])
    worth = np.log(strengths(places, stages, np.array(sets, dtype=np.float64))) * POINTS
    centred: Array = worth - worth.mean(axis=1, keepdims=True)
    return centred


def strengths(places: Array, stages: Array, sets: Array) -> Array:
    """The most likely strengths for each row of places and stages."""
    strength = np.ones_like(places)
    for _ in range(MOST_STEPS):
        expected = (stages / (strength @ sets.T)) @ sets + 2 * PHANTOM / (strength + 1)
        better = (places + PHANTOM) / expected
        change = np.abs(np.log(better / strength)).max()
        strength = better
        if change < PRECISION:
            break
    return strength
