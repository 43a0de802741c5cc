"""The exact chance of each final rank after rolling bonus dice (for the dice question)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from chocolatl.rules.types import DIE_FACES


def outcomes(dice: int) -> int:
    """All ways that these dice can fall."""
    return int(DIE_FACES**dice)


@cache
def ways_at_least(dice: int, target: int) -> int:
    """Of the 6**dice outcomes, how many sum to at least the target."""
    if target <= dice:
        return outcomes(dice)
    if dice == 0:
        return 0
    return sum(ways_at_least(dice - 1, target - face) for face in range(1, DIE_FACES + 1))


def rank_ways(dice: int, needed: Sequence[int]) -> tuple[int, ...]:
    """Ways to end on each rank when `needed[i]` is the sum that passes the i-th opponent, hardest first."""
    ways, better = [], 0
    for target in needed:
        enough = ways_at_least(dice, target)
        ways.append(enough - better)
        better = enough
    return (*ways, outcomes(dice) - better)
