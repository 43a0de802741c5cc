"""Who meets whom: the tables of a tournament, each a tuple of bots in notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import Literal

Lineup = tuple[str, ...]
Kind = Literal["duels", "shared", "alone"]
KINDS: tuple[Kind, ...] = ("duels", "shared")


def make_tables(bots: Sequence[str], sizes: Iterable[int], kinds: Sequence[Kind], *, first_only: bool = False
                ) -> tuple[Lineup, ...]:  # fmt: skip
    """Every table of the tournament, each once. `first_only`: only duels that the first bot takes part in.

    "alone" is one direction of these: the first bot among copies of each other one.
    """
    tables = list[Lineup]()
    for size in sizes:
        if "duels" in kinds:
            tables += [table for table in duels(bots, size) if not first_only or bots[0] in table]
        if "alone" in kinds:
            tables += [(bots[0], *(others,) * (size - 1)) for others in bots[1:]]
        if "shared" in kinds:
            tables += mixed_lineups(bots, size)
    return tuple(dict.fromkeys(tables))


def duels(bots: Sequence[str], size: int) -> list[Lineup]:
    """One bot among copies of another, for every ordered pair; a single bot meets itself."""
    if len(bots) == 1:
        return [(bots[0],) * size]
    return [(lone, *(others,) * (size - 1)) for lone, others in permutations(bots, 2)]


def mixed_lineups(bots: Sequence[str], size: int) -> list[Lineup]:
    """As many different bots as fit; where there are too few, every way to fill up with copies but duels."""
    if len(bots) >= size:
        return list(combinations(bots, size))
    fillings = combinations_with_replacement(bots, size - len(bots))
    tables = [tuple(sorted((*bots, *filling), key=bots.index)) for filling in fillings]
    return [table for table in tables if max(map(table.count, table)) < size - 1]


def is_duel(table: Lineup) -> bool:
    """One bot among copies of another (or of itself)."""
    return len(set(table[1:])) == 1
