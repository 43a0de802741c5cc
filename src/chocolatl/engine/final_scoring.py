"""Final scoring and the winner on the vector (rule 6)."""

from __future__ import annotations

import numpy as np

from chocolatl.engine import layout as L
from chocolatl.engine.chance_tape import die
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.engine.ranking import score
from chocolatl.rules.scoring import FIGURE, MAJORITY


@jit_internal
def finish(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> None:
    """Final scoring by the version of the rules, and the winner."""
    if b[L.B_ONE_SUM]:
        _one_sum(s, b, tape, key)
    else:
        _source_by_source(s, b, tape, key)
    _winners(s, s[L.PLAYERS])
    s[L.OVER] = 1


@jit_internal
def _one_sum(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> None:
    """One sum per player, in seat order: the marker moves once."""
    n = s[L.PLAYERS]
    stones, sacrifice = _most(s, L.STONES_OF_AT), _most(s, L.SACRIFICE_AT)
    for seat in range(n):
        total = s[L.STONES_OF_AT + seat] + s[L.SACRIFICE_AT + seat]
        if stones > 0 and s[L.STONES_OF_AT + seat] == stones:
            total += MAJORITY
        if s[L.SACRIFICE_AT + seat] == sacrifice:
            total += MAJORITY
        if s[L.CHOCOLATL] == seat:
            total += FIGURE
        if s[L.OLD_MAN] == seat:
            total -= FIGURE
        if s[L.DICE_AT + seat] > 0:
            s[L.DICE_AT + seat] -= 1
            total += die(tape, key, L.T_FINAL_AT + seat)
        score(s, b, seat, total)


@jit_internal
def _source_by_source(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> None:
    """Every source in the order of 6.1, every seat in seat order; each loss by itself stops at box 0."""
    n = s[L.PLAYERS]
    _each_and_most(s, b, L.STONES_OF_AT, True)
    if s[L.CHOCOLATL] >= 0:
        score(s, b, s[L.CHOCOLATL], FIGURE)
    if s[L.OLD_MAN] >= 0:
        score(s, b, s[L.OLD_MAN], -FIGURE)
    _each_and_most(s, b, L.SACRIFICE_AT, False)
    for seat in range(n):
        if s[L.DICE_AT + seat] > 0:
            s[L.DICE_AT + seat] -= 1
            score(s, b, seat, die(tape, key, L.T_FINAL_AT + seat))


@jit_internal
def _each_and_most(s: Ints, b: Ints, at: int, at_least_one: bool) -> None:
    """Points for the number itself, then 3 for everyone who has the most (6.2)."""
    n = s[L.PLAYERS]
    most = _most(s, at)
    for seat in range(n):
        score(s, b, seat, s[at + seat])
    if most == 0 and at_least_one:
        return
    for seat in range(n):
        if s[at + seat] == most:
            score(s, b, seat, MAJORITY)


@jit_internal
def _most(s: Ints, at: int) -> int:
    most = 0
    for seat in range(s[L.PLAYERS]):
        most = max(most, s[at + seat])
    return most


@jit_internal
def _winners(s: Ints, n: int) -> None:
    """6.3: most points, then the higher sacrifice, then a shared victory."""
    # Sacrifices are compared among those with most points only.
    best, sacrifice, tied, shared = -1, -1, 0, 0
    for seat in range(n):
        best = max(best, s[L.BOX_AT + seat])
    for seat in range(n):
        if s[L.BOX_AT + seat] == best:
            tied += 1
            sacrifice = max(sacrifice, s[L.SACRIFICE_AT + seat])
    for seat in range(n):
        wins = s[L.BOX_AT + seat] == best and s[L.SACRIFICE_AT + seat] == sacrifice
        s[L.WINNER_AT + seat] = 1 if wins else 0
        shared += s[L.WINNER_AT + seat]
    s[L.WON_BY] = L.BY_POINTS if tied == 1 else (L.BY_SACRIFICE if shared == 1 else L.BY_SHARED)
