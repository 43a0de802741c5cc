"""Expected calibration error, its interval over games, and the logistic map that would mend it.

ECE (Naeini, Cooper and Hauskrecht 2015): hints are sorted into ten classes of expected share; the mean
distance between what was expected and what was won in a class, weighted by its hints. Even perfect hints have
an ECE above 0 on few games. The map is Platt's (1999): logit p' = slope * logit p + shift, by Newton's
method.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from chocolatl.lab.calibration.hint_samples import Hint
from chocolatl.lab.statistics.cluster_bootstrap import interval, resample_counts, rounded

Reals = NDArray[np.float64]
CLASSES = 10
SURE = 1e-3
"""Shares nearer than this to 0 or 1 are moved away from it before a logit is taken."""
NEWTON_STEPS = 25
RIDGE = 0.01
"""A weak prior at "no map": without it a sample whose hints all came true would have an infinite slope."""


class ShareClass(msgspec.Struct, frozen=True):
    """Hints whose expected share lay in one tenth."""

    hints: int
    expected: float
    won: float


class Calibration(msgspec.Struct, frozen=True):
    """How far shares that were shown can be believed; `slope` and `shift` of the map that fits best."""

    hints: int
    games: int
    error: float
    interval: tuple[float, float]
    slope: float
    shift: float
    classes: tuple[ShareClass, ...]


def calibration(hints: Sequence[Hint]) -> Calibration:
    """Figures of some hints of one kind."""
    expected = np.array([hint.expected for hint in hints])
    won = np.array([hint.won for hint in hints])
    games, at = np.unique([hint.game for hint in hints], return_inverse=True)
    # One row per resample of whole games, one column per hint; the first row counts every hint once.
    counts = resample_counts(len(games))[:, at]
    errors = _errors(expected, won, counts)
    slope, shift = logistic_map(expected, won)
    return Calibration(
        hints=len(hints),
        games=len(games),
        error=rounded(errors[0]),
        interval=interval(errors),
        slope=rounded(slope, 3),
        shift=rounded(shift, 3),
        classes=tuple(_classes(expected, won)),
    )


def _class_of(expected: Reals) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.minimum((expected * CLASSES).astype(np.int64), CLASSES - 1)
    return found


def _errors(expected: Reals, won: Reals, counts: Reals) -> Reals:
    """The ECE of every resample: |sum of (expected - won)| of each class, over all hints."""
    total: Reals = np.zeros(len(counts))
    for number in range(CLASSES):
        inside = _class_of(expected) == number
        total += np.abs(counts[:, inside] @ (expected - won)[inside])
    total /= counts.sum(axis=1)
    return total


def _classes(expected: Reals, won: Reals) -> list[ShareClass]:
    found = []
    for number in range(CLASSES):
        inside = _class_of(expected) == number
        if inside.any():
            means = rounded(expected[inside].mean()), rounded(won[inside].mean())
            found.append(ShareClass(int(inside.sum()), *means))
    return found


def logistic_map(expected: Reals, won: Reals) -> tuple[float, float]:
    """Slope and shift of the most likely logistic map."""
    clear = np.clip(expected, SURE, 1 - SURE)
    inputs = np.stack([np.log(clear / (1 - clear)), np.ones_like(clear)], axis=1)
    weights = np.array([1.0, 0.0])
    for _ in range(NEWTON_STEPS):
        shares = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (won - shares) - RIDGE * (weights - [1.0, 0.0])
        curve = (inputs * (shares * (1 - shares))[:, None]).T @ inputs + RIDGE * np.eye(2)
        weights = weights + np.linalg.solve(curve, slope)
    return float(weights[0]), float(weights[1])
