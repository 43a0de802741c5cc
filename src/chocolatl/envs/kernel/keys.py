"""Answering with one number per card: sorted by these keys, the hand is a complete answer."""

from __future__ import annotations

from typing import Protocol

from chocolatl.envs.kernel.picks import PICKED_AT, TODO_AT, cards_each, lay
from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    ANSWER_AT,
    ASK,
    ASK_FROM,
    ASK_LAY,
    ASK_PLACE_FIRST,
    ASK_ROLL,
    ASK_TAKE,
    ASK_UNTIL,
    CARD_COUNT,
    CARDS_AT,
    HAND_AT,
    HAND_MAX,
    HAND_SIZE,
    LAID_AT,
    LAID_N_AT,
    LAID_WIDTH,
    RANKING_AT,
    Ints,
)


class Reals(Protocol):
    """What compiled functions see of a vector of keys."""

    def __getitem__(self, at: int, /) -> float: ...

    def __setitem__(self, at: int, value: float, /) -> None: ...


@inner
def answer_by_keys(s: Ints, seat: int, keys: Reals, at: int) -> None:
    """Key i belongs to the i-th lowest card; the highest key is first. Questions without cards read key 0.

    The keys are used up.
    """
    ask = s[ASK]
    if ask == ASK_LAY:
        for place in range(s[ASK_FROM], s[ASK_UNTIL]):
            _lay_by_keys(s, seat, place, keys, at)
    elif ask in (ASK_ROLL, ASK_TAKE):
        s[ANSWER_AT + seat] = 1 if keys[at] >= 0.5 else 0
    elif ask == ASK_PLACE_FIRST:
        s[ANSWER_AT + seat] = seat if keys[at] >= 0.5 else s[RANKING_AT + 1]
    else:
        s[ANSWER_AT + seat] = s[CARDS_AT + seat * HAND_MAX + _highest(keys, at, s[CARD_COUNT])]
    s[TODO_AT + seat] = 0


@inner
def _highest(keys: Reals, at: int, count: int) -> int:
    """Of equal keys the first; what is not a number is lower than any number."""
    best = 0
    for card in range(1, count):
        here, there = keys[at + card], keys[at + best]
        if here > there or (there != there and here == here):
            best = card
    return best


@inner
def _lay_by_keys(s: Ints, seat: int, place: int, keys: Reals, at: int) -> None:
    """One location's cards; of a pair the higher card lies first, as if it had been picked."""
    slot = LAID_AT + seat * LAID_WIDTH + 2 * place + s[LAID_N_AT + place]
    for _ in range(cards_each(s)):
        left = s[HAND_SIZE] - s[PICKED_AT + seat]
        card = _highest(keys, at, left)
        lay(s, seat, s[HAND_AT + seat * HAND_MAX + card])
        for later in range(card, left - 1):
            keys[at + later] = keys[at + later + 1]
    if cards_each(s) == 2 and s[slot] < s[slot + 1]:
        s[slot], s[slot + 1] = s[slot + 1], s[slot]
