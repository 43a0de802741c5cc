"""Final scoring and the winner on the vector (rule 6)."""

from __future__ import annotations

import numpy as np

from chocolatl.fast.chance import die
from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    B_ONE_SUM,
    BOX_AT,
    BY_POINTS,
    BY_SACRIFICE,
    BY_SHARED,
    CHOCOLATL,
    DICE_AT,
    OLD_MAN,
    OVER,
    PLAYERS,
    SACRIFICE_AT,
    STONES_OF_AT,
    T_FINAL_AT,
    WINNER_AT,
    WON_BY,
    Ints,
)
from chocolatl.fast.score import score

MAJORITY = 3
FIGURE = 3


@inner
def finish(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> None:
    """Final scoring by the version of the rules, and the winner."""
    if b[B_ONE_SUM]:
        _one_sum(s, b, tape, key)
    else:
        _source_by_source(s, b, tape, key)
    _winners(s, s[PLAYERS])
    s[OVER] = 1


@inner
def _one_sum(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> None:
    """One sum per player, in seat order: the marker moves once."""
    n = s[PLAYERS]
    stones, sacrifice = _most(s, STONES_OF_AT), _most(s, SACRIFICE_AT)
    for seat in range(n):
        total = s[STONES_OF_AT + seat] + s[SACRIFICE_AT + seat]
        if stones > 0 and s[STONES_OF_AT + seat] == stones:
            total += MAJORITY
        if s[SACRIFICE_AT + seat] == sacrifice:
            total += MAJORITY
        if s[CHOCOLATL] == seat:
            total += FIGURE
        if s[OLD_MAN] == seat:
            total -= FIGURE
        if s[DICE_AT + seat] > 0:
            s[DICE_AT + seat] -= 1
            total += die(tape, key, T_FINAL_AT + seat)
        score(s, b, seat, total)


@inner
def _source_by_source(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> None:
    """Every source in the order of 6.1, every seat in seat order; each loss by itself stops at box 0."""
    n = s[PLAYERS]
    _each_and_most(s, b, STONES_OF_AT, True)
    if s[CHOCOLATL] >= 0:
        score(s, b, s[CHOCOLATL], FIGURE)
    if s[OLD_MAN] >= 0:
        score(s, b, s[OLD_MAN], -FIGURE)
    _each_and_most(s, b, SACRIFICE_AT, False)
    for seat in range(n):
        if s[DICE_AT + seat] > 0:
            s[DICE_AT + seat] -= 1
            score(s, b, seat, die(tape, key, T_FINAL_AT + seat))


@inner
def _each_and_most(s: Ints, b: Ints, at: int, at_least_one: bool) -> None:
    """Points for the number itself, then 3 for everyone who has the most (6.2)."""
    n = s[PLAYERS]
    most = _most(s, at)
    for seat in range(n):
        score(s, b, seat, s[at + seat])
    if most == 0 and at_least_one:
        return
    for seat in range(n):
        if s[at + seat] == most:
            score(s, b, seat, MAJORITY)


@inner
def _most(s: Ints, at: int) -> int:
    most = 0
    for seat in range(s[PLAYERS]):
        most = max(most, s[at + seat])
    return most


@inner
def _winners(s: Ints, n: int) -> None:
    """6.3: most points, then the higher sacrifice, then a shared victory."""
    best, sacrifice, tied, shared = -1, -1, 0, 0
    for seat in range(n):
        best = max(best, s[BOX_AT + seat])
    for seat in range(n):
        if s[BOX_AT + seat] == best:
            tied += 1
            sacrifice = max(sacrifice, s[SACRIFICE_AT + seat])
    for seat in range(n):
        wins = s[BOX_AT + seat] == best and s[SACRIFICE_AT + seat] == sacrifice
        s[WINNER_AT + seat] = 1 if wins else 0
        shared += s[WINNER_AT + seat]
    s[WON_BY] = BY_POINTS if tied == 1 else (BY_SACRIFICE if shared == 1 else BY_SHARED)
