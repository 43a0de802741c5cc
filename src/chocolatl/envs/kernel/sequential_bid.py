"""A bid picked card by card on the observation itself, which holds all that a pick needs to know.

Nine of ten actions in a batch are such picks. They do not touch the game; when the last card is picked, the
whole bid is written into it. `own` is the seat's own part of the observation: it begins with the hand.
"""

from __future__ import annotations

from typing import NamedTuple

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.envs.kernel.pick_actions import TODO_AT, WORD_COUNT, cards_each, picks_of_bid

# A bid: how many picks are left (0: the question is no bid), how far the next slot is (1: pairs, else 2), and
# the lowest card in hand.
LEFT, STRIDE, LOWEST = range(3)
BID_SIZE = 3


class Where(NamedTuple):
    """Fields of the own part."""

    values: int
    laid: int
    slot: int


@jit_internal
def begin_bid(s: Ints, seat: int, bid: Ints) -> None:
    """For a seat that has just been shown its question."""
    bid[LEFT] = s[TODO_AT + seat] if s[L.ASK] == L.ASK_LAY else 0
    bid[STRIDE] = 3 - cards_each(s)
    bid[LOWEST] = 0


@jit_internal
def pick_card(bid: Ints, own: Ints, where: Where, card: int) -> None:
    """From the hand onto the slot."""
    slot = own[where.slot]
    own[card] -= 1
    own[where.laid + slot - 1] = card + 1
    own[where.slot] = slot + bid[STRIDE]
    bid[LEFT] -= 1


@jit_internal
def mask_bid(bid: Ints, own: Ints, where: Where, mask: Ints) -> None:
    """The mask of a seat that begins a bid."""
    for word in range(where.values, where.values + WORD_COUNT):
        mask[word] = 0
    mask_cards(bid, own, where, mask)


@jit_internal
def mask_cards(bid: Ints, own: Ints, where: Where, mask: Ints) -> None:
    """The cards that may be picked next, as `picks.cards_in_reach` has them."""
    slot, lowest, pairs = own[where.slot], bid[LOWEST], bid[STRIDE] == 1
    while own[lowest] == 0:
        lowest += 1
    bid[LOWEST] = lowest
    before = own[where.laid + slot - 2] - 1
    first, second = pairs & (slot & 1 == 1), pairs & (slot & 1 == 0)
    most = before if second else where.values
    for card in range(where.values):
        mask[card] = (own[card] > 0) & (card <= most)
    mask[lowest] &= (own[lowest] > 1) | (not first)


@jit_internal
def lay_bid(s: Ints, seat: int, own: Ints, where: Where) -> None:
    """All cards of a bid into the game; what is left lies where there is no choice, the higher card first."""
    picks, highest = picks_of_bid(s), where.values - 1
    for place in range(s[L.ASK_FROM], s[L.ASK_UNTIL]):
        start = 2 * place + s[L.LAID_N_AT + place]
        for slot in range(start, start + cards_each(s)):
            if picks > 0:
                card = own[where.laid + slot] - 1
            else:
                while own[highest] == 0:
                    highest -= 1
                card = highest
                own[card] -= 1
            picks -= 1
            s[L.LAID_AT + seat * L.LAID_WIDTH + slot] = card
    s[TODO_AT + seat] = 0
