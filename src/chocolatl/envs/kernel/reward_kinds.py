"""What a seat is paid at the end of a game, as in `chocolatl.envs.rewards`."""

from __future__ import annotations

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints, Reals

WIN, SCORE, POINTS, MARGIN, PLACE = range(5)
KINDS = ("win", "score", "points", "margin", "place")
"""In the order of the numbers."""


@jit_internal
def earned(s: Ints, kind: int, share: Reals, seat: int) -> float:
    """Nothing before the end. `share`: each seat's share of the victory."""
    if not s[L.OVER]:
        return 0.0
    if kind == SCORE:
        return 1.0 * s[L.BOX_AT + seat]
    if kind == MARGIN:
        return 1.0 * (s[L.BOX_AT + seat] - _best_other(s, seat))
    return _place(s, share, seat) if kind == PLACE else share[seat]


@jit_internal
def _best_other(s: Ints, seat: int) -> int:
    best = -(1 << 30)
    for other in range(s[L.PLAYERS]):
        if other != seat:
            best = max(best, s[L.BOX_AT + other])
    return best


@jit_internal
def _place(s: Ints, share: Reals, seat: int) -> float:
    """The part of the others that this one has beaten; one who ties with it counts half."""
    beaten = 0.0
    for other in range(s[L.PLAYERS]):
        won, lost = share[seat] > share[other], share[seat] < share[other]
        more, less = s[L.BOX_AT + seat] > s[L.BOX_AT + other], s[L.BOX_AT + seat] < s[L.BOX_AT + other]
        if other != seat and not lost and not (less and not won):
            beaten += 1.0 if won or more else 0.5
    return beaten / (s[L.PLAYERS] - 1)
