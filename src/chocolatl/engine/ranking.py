"""Markers, cubes, offerings and rankings: what the locations share (rules 3 and 5)."""

from __future__ import annotations

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints


@jit_internal
def score(s: Ints, b: Ints, seat: int, due: int) -> None:
    """Move a marker: never below box 0 (3.9), on top of the stack where it arrives (3.8)."""
    before = s[L.BOX_AT + seat]
    box = max(0, before + due)
    moved = box != before
    s[L.BOX_AT + seat] = box
    s[L.MOVES] += moved
    s[L.MOVED_AT + seat] = s[L.MOVES] if moved else s[L.MOVED_AT + seat]
    if box >= b[L.B_GOAL] and s[L.LAST_ROUND_REASON] == L.NOT_LAST:
        s[L.LAST_ROUND_REASON] = L.LAST_GOAL


@jit_internal
def track_order_key(s: Ints, seat: int) -> int:
    """Smaller for a marker further behind, and on one box for the one higher in the stack."""
    # Moves of a game stay below 2^16, so a box outweighs them; on one box the last to arrive is on top.
    return (s[L.BOX_AT + seat] << 16) - s[L.MOVED_AT + seat]


@jit_internal
def precedence(s: Ints, seat: int) -> int:
    """Greater for the seat that wins a tie by 3.6."""
    # Boxes stay below 2^24, keys below 2^40: the figure outweighs every place on the track.
    return ((seat == s[L.CHOCOLATL]) << 40) - track_order_key(s, seat)


@jit_internal
def use_cube(s: Ints, seat: int) -> None:
    """A hut or a stone; the last cube makes it the last round (5.1), one builds on without (4.7)."""
    if s[L.CUBES_AT + seat] > 0:
        s[L.CUBES_AT + seat] -= 1
    if s[L.CUBES_AT + seat] == 0 and s[L.LAST_ROUND_REASON] == L.NOT_LAST:
        s[L.LAST_ROUND_REASON] = L.LAST_CUBES


@jit_internal
def offering(s: Ints, seat: int, place: int, kind: int) -> int:
    """Cards, modifiers and dice (3.1); remembers the parts."""
    at = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place
    total = s[at]
    if s[L.LAID_N_AT + place] > 1:
        total += s[at + 1]
    huts, old_man = hut_modifier(s, seat, kind), old_man_modifier(s, seat, kind)
    s[L.RANK_HUTS_AT + seat] = huts
    s[L.RANK_OLD_AT + seat] = old_man
    return total + huts + old_man + _dice(s, seat)


@jit_internal
def hut_modifier(s: Ints, seat: int, kind: int) -> int:
    """Hut chips help everywhere but in the city (3.2)."""
    return -s[L.HUTS_AT + seat] if kind == L.CITY else s[L.HUTS_AT + seat]


@jit_internal
def old_man_modifier(s: Ints, seat: int, kind: int) -> int:
    """The old man helps at the temple only (3.3)."""
    if s[L.OLD_MAN] != seat:
        return 0
    return 1 if kind == L.TEMPLE else -1


@jit_internal
def offering_so_far(s: Ints, seat: int, kind: int) -> int:
    """The offering at the current location while dice are rolled; nothing is remembered."""
    at = L.LAID_AT + seat * L.LAID_WIDTH + 2 * s[L.PLACE]
    total = s[at] + s[at + 1] + hut_modifier(s, seat, kind) + old_man_modifier(s, seat, kind)
    for nth in range(s[L.ROLLED_N_AT + seat]):
        total += s[L.ROLLED_AT + seat * L.DICE_MAX + nth]
    return total


@jit_internal
def _dice(s: Ints, seat: int) -> int:
    """The dice rolled for this offering; they become part of the ranking."""
    count = s[L.ROLLED_N_AT + seat]
    s[L.RANK_DICE_N_AT + seat] = count
    total = 0
    for nth in range(count):
        value = s[L.ROLLED_AT + seat * L.DICE_MAX + nth]
        s[L.RANK_DICE_AT + seat * L.DICE_MAX + nth] = value
        total += value
    s[L.ROLLED_N_AT + seat] = 0
    return total


@jit_internal
def rank(s: Ints, b: Ints, place: int) -> None:
    """Order all offerings high to low, ties by 3.6. Counting who is better needs no unforeseeable branch."""
    n = s[L.PLAYERS]
    kind = b[L.B_KIND_AT + place]
    for seat in range(n):
        total = offering(s, seat, place, kind)
        s[L.TOTAL_AT + seat] = total
        # One integer that sorts by total, then by 3.6. Totals may be negative; the shift keeps their order.
        s[L.RANK_KEY_AT + seat] = (total << 42) + precedence(s, seat)
    for seat in range(n):
        better = 0
        for other in range(n):
            better += s[L.RANK_KEY_AT + other] > s[L.RANK_KEY_AT + seat]
        s[L.RANKING_AT + better] = seat
    _explain_ties(s, n)
    s[L.RANKED_PLACE] = place
    s[L.PLACE] = place
    s[L.PASSES] = 0


@jit_internal
def _explain_ties(s: Ints, n: int) -> None:
    for step in range(n):
        s[L.RANK_TIE_AT + step] = L.NO_TIE
        if step + 1 < n:
            above, under = s[L.RANKING_AT + step], s[L.RANKING_AT + step + 1]
            if s[L.TOTAL_AT + above] == s[L.TOTAL_AT + under]:
                s[L.RANK_TIE_AT + step] = _tie(s, above, under)


@jit_internal
def _tie(s: Ints, winner: int, loser: int) -> int:
    if winner == s[L.CHOCOLATL]:
        return L.TIE_FIGURE
    return L.TIE_BEHIND if s[L.BOX_AT + winner] < s[L.BOX_AT + loser] else L.TIE_STACK
