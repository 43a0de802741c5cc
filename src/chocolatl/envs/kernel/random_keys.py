"""Answering with one number per card: sorted by these keys, the hand is a complete answer."""

from __future__ import annotations

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints, Reals
from chocolatl.envs.kernel.pick_actions import PICKED_AT, TODO_AT, cards_each, lay


@jit_internal
def answer_by_keys(s: Ints, seat: int, keys: Reals, at: int) -> None:
    """Key i belongs to the i-th lowest card; the highest key is first. Questions without cards read key 0.

    The keys are used up.
    """
    ask = s[L.ASK]
    if ask == L.ASK_LAY:
        for place in range(s[L.ASK_FROM], s[L.ASK_UNTIL]):
            _lay_by_keys(s, seat, place, keys, at)
    elif ask in (L.ASK_ROLL, L.ASK_TAKE):
        s[L.ANSWER_AT + seat] = 1 if keys[at] >= 0.5 else 0
    elif ask == L.ASK_PLACE_FIRST:
        s[L.ANSWER_AT + seat] = seat if keys[at] >= 0.5 else s[L.RANKING_AT + 1]
    else:
        s[L.ANSWER_AT + seat] = s[L.CARDS_AT + seat * L.HAND_MAX + _highest(keys, at, s[L.CARD_COUNT])]
    s[TODO_AT + seat] = 0


@jit_internal
def _highest(keys: Reals, at: int, count: int) -> int:
    """Of equal keys the first; what is not a number is lower than any number."""
    best = 0
    for card in range(1, count):
        here, there = keys[at + card], keys[at + best]
        if here > there or (there != there and here == here):
            best = card
    return best


@jit_internal
def _lay_by_keys(s: Ints, seat: int, place: int, keys: Reals, at: int) -> None:
    """One location's cards; of a pair the higher card lies first, as if it had been picked."""
    slot = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + s[L.LAID_N_AT + place]
    for _ in range(cards_each(s)):
        left = s[L.HAND_SIZE] - s[PICKED_AT + seat]
        card = _highest(keys, at, left)
        lay(s, seat, s[L.HAND_AT + seat * L.HAND_MAX + card])
        for later in range(card, left - 1):
            keys[at + later] = keys[at + later + 1]
    if cards_each(s) == 2 and s[slot] < s[slot + 1]:
        s[slot], s[slot + 1] = s[slot + 1], s[slot]
