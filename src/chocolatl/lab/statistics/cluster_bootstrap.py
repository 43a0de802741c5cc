"""Cluster bootstrap: confidence intervals over seeds (percentile method, 2,000 resamples).

Games that share a seed share chance and line-ups, so they are correlated; seeds are independent. Whole seeds
are resampled, never single games. The generator has a fixed seed: the same results give the same interval.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Interval = tuple[float, float]

RESAMPLES = 2000
LEVEL = 0.95


def resample_counts(seeds: int, resamples: int = RESAMPLES) -> Array:
    """How often each seed counts in each resample; the first row is the sample itself. Always the same."""
    random = np.random.Generator(np.random.PCG64(20100501))
    drawn = random.multinomial(seeds, np.full(seeds, 1 / seeds), size=resamples)
    return np.vstack([np.ones(seeds), drawn]).astype(np.float64)


def interval(values: Any, digits: int = 4) -> Interval:
    """The middle 95% of the resamples (`values[0]`, the sample itself, left out)."""
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(np.asarray(values)[1:], (tail, 1 - tail))
    return rounded(low, digits), rounded(high, digits)


def share_interval(per_seed: Array, counts: Array) -> Interval:
    """Interval of a mean of shares.

    Where all seeds gave 0, or all 1, resampling sees no variance; there the bound is exact, that of Clopper
    and Pearson for 0 of n successes.
    """
    unseen = rounded(1 - ((1 - LEVEL) / 2) ** (1 / len(per_seed)))
    if (per_seed == 0).all():
        return 0.0, unseen
    if (per_seed == 1).all():
        return 1 - unseen, 1.0
    return interval(counts @ per_seed / len(per_seed))


def rounded(value: float, digits: int = 4) -> float:
    """Few digits: more would show how a machine adds up."""
    return round(float(value), digits)
