"""Log-scaled histogram of CPU times: histograms of several processes or machines simply add up."""

from __future__ import annotations

from collections import Counter
from math import log2

CLASSES_PER_DOUBLING = 16
"""A class is 4.4% wide: a quantile is right to about 2%."""

CpuHistogram = Counter[int]


def class_of(nanoseconds: int) -> int:
    """The class of one measurement."""
    return round(CLASSES_PER_DOUBLING * log2(max(1, nanoseconds)))


def milliseconds(number: int) -> float:
    """The middle of a class."""
    return float(2 ** (number / CLASSES_PER_DOUBLING)) / 1e6


def quantile(classes: CpuHistogram, part: float) -> float:
    """The time that this part of all decisions stayed within, in milliseconds."""
    wanted, seen = part * classes.total(), 0
    for number in sorted(classes):
        seen += classes[number]
        if seen >= wanted:
            return milliseconds(number)
    return 0.0


def mean(classes: CpuHistogram) -> float:
    """The mean, in milliseconds, to about 2%."""
    return sum(milliseconds(number) * count for number, count in classes.items()) / max(1, classes.total())
