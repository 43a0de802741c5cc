"""Markers, cubes, offerings and rankings: what the locations share (rules 3 and 5)."""

from __future__ import annotations

from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    B_GOAL,
    B_KIND_AT,
    BOX_AT,
    CHOCOLATL,
    CITY,
    CUBES_AT,
    DICE_MAX,
    HUTS_AT,
    LAID_AT,
    LAID_N_AT,
    LAID_WIDTH,
    LAST,
    LAST_CUBES,
    LAST_GOAL,
    MOVED_AT,
    MOVES,
    NO_TIE,
    NOT_LAST,
    OLD_MAN,
    PASSES,
    PLACE,
    PLAYERS,
    RANK_DICE_AT,
    RANK_DICE_N_AT,
    RANK_HUTS_AT,
    RANK_KEY_AT,
    RANK_OLD_AT,
    RANK_TIE_AT,
    RANKED_AT,
    RANKING_AT,
    ROLLED_AT,
    ROLLED_N_AT,
    TEMPLE,
    TIE_BEHIND,
    TIE_FIGURE,
    TIE_STACK,
    TOTAL_AT,
    Ints,
)


@inner
def score(s: Ints, b: Ints, seat: int, due: int) -> None:
    """Move a marker: never below box 0 (3.9), on top of the stack where it arrives (3.8)."""
    before = s[BOX_AT + seat]
    box = max(0, before + due)
    moved = box != before
    s[BOX_AT + seat] = box
    s[MOVES] += moved
    s[MOVED_AT + seat] = s[MOVES] if moved else s[MOVED_AT + seat]
    if box >= b[B_GOAL] and s[LAST] == NOT_LAST:
        s[LAST] = LAST_GOAL


@inner
def line_key(s: Ints, seat: int) -> int:
    """Smaller for a marker further behind, and on one box for the one higher in the stack."""
    return (s[BOX_AT + seat] << 16) - s[MOVED_AT + seat]


@inner
def precedence(s: Ints, seat: int) -> int:
    """Greater for the seat that wins a tie by 3.6."""
    return ((seat == s[CHOCOLATL]) << 40) - line_key(s, seat)


@inner
def use_cube(s: Ints, seat: int) -> None:
    """A hut or a stone; the last cube makes it the last round (5.1), one builds on without (4.7)."""
    if s[CUBES_AT + seat] > 0:
        s[CUBES_AT + seat] -= 1
    if s[CUBES_AT + seat] == 0 and s[LAST] == NOT_LAST:
        s[LAST] = LAST_CUBES


@inner
def offering(s: Ints, seat: int, place: int, kind: int) -> int:
    """Cards, modifiers and dice (3.1); remembers the parts."""
    at = LAID_AT + seat * LAID_WIDTH + 2 * place
    total = s[at]
    if s[LAID_N_AT + place] > 1:
        total += s[at + 1]
    huts = -s[HUTS_AT + seat] if kind == CITY else s[HUTS_AT + seat]
    old = 0
    if s[OLD_MAN] == seat:
        old = 1 if kind == TEMPLE else -1
    s[RANK_HUTS_AT + seat] = huts
    s[RANK_OLD_AT + seat] = old
    return total + huts + old + _dice(s, seat)


@inner
def _dice(s: Ints, seat: int) -> int:
    """The dice rolled for this offering; they become part of the ranking."""
    count = s[ROLLED_N_AT + seat]
    s[RANK_DICE_N_AT + seat] = count
    total = 0
    for nth in range(count):
        value = s[ROLLED_AT + seat * DICE_MAX + nth]
        s[RANK_DICE_AT + seat * DICE_MAX + nth] = value
        total += value
    s[ROLLED_N_AT + seat] = 0
    return total


@inner
def rank(s: Ints, b: Ints, place: int) -> None:
    """Order all offerings high to low, ties by 3.6. Counting who is better needs no unforeseeable branch."""
    n = s[PLAYERS]
    kind = b[B_KIND_AT + place]
    for seat in range(n):
        total = offering(s, seat, place, kind)
        s[TOTAL_AT + seat] = total
        s[RANK_KEY_AT + seat] = (total << 42) + precedence(s, seat)
    for seat in range(n):
        better = 0
        for other in range(n):
            better += s[RANK_KEY_AT + other] > s[RANK_KEY_AT + seat]
        s[RANKING_AT + better] = seat
    _explain_ties(s, n)
    s[RANKED_AT] = place
    s[PLACE] = place
    s[PASSES] = 0


@inner
def _explain_ties(s: Ints, n: int) -> None:
    for step in range(n):
        s[RANK_TIE_AT + step] = NO_TIE
        if step + 1 < n:
            above, under = s[RANKING_AT + step], s[RANKING_AT + step + 1]
            if s[TOTAL_AT + above] == s[TOTAL_AT + under]:
                s[RANK_TIE_AT + step] = _tie(s, above, under)


@inner
def _tie(s: Ints, winner: int, loser: int) -> int:
    if winner == s[CHOCOLATL]:
        return TIE_FIGURE
    return TIE_BEHIND if s[BOX_AT + winner] < s[BOX_AT + loser] else TIE_STACK
