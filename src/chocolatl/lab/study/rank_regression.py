"""What it is worth to be first, second or last at a location: ordinary least squares over all seats of all
games.

Each seat's win share (and its final score less the mean of its table) is explained by where it was first,
second and last in one round, all locations at once: what a high bid cost elsewhere is no part of the worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from chocolatl.lab.simulation import Tally
from chocolatl.lab.simulation.tally import WIN
from chocolatl.lab.study.accumulators import Feature

Array = NDArray[np.float64]
Estimator = Callable[[Tally], Array]

BATCHES = 20


def effects(tally: Tally, rounds: Sequence[int], features: Sequence[Feature], players: int) -> Array:
    """For each feature, win share and points. A feature is there once a round: its mean is 1 / players."""
    size = len(features)
    rows = sum(tally["ranked", number] for number in rounds)
    together = np.zeros((size, size))
    against = np.zeros((size, 2))
    for i, feature in enumerate(features):
        against[i] = [
            sum(tally["win", n, *feature] for n in rounds) / WIN - rows / players,
            sum(tally["margin", n, *feature] for n in rounds) / players,
        ]
        for j, other in enumerate(features[i:], start=i):
            both = sum(tally["both", n, *feature, *other] for n in rounds)
            together[i, j] = together[j, i] = both - rows / players
    return np.asarray(np.linalg.lstsq(together, against, rcond=1e-9)[0], dtype=np.float64)


def jackknife(figure: Estimator, batches: Sequence[Tally]) -> tuple[Array, Array]:
    """A figure and its standard error: by leaving out one batch of games after the other (jackknife)."""
    whole = Tally()
    for batch in batches:
        whole.update(batch)
    if len(batches) < 2:
        value = figure(whole)
        return value, np.full_like(value, np.nan)
    left_out = np.array([figure(_less(whole, batch)) for batch in batches])
    spread = ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0)
    return figure(whole), np.sqrt(spread) * sqrt((len(batches) - 1) / len(batches))


def _less(whole: Tally, batch: Tally) -> Tally:
    rest = whole.copy()
    rest.subtract(batch)
    return rest
