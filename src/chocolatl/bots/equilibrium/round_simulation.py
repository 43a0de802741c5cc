"""One round as one game: everyone lays all cards that are left, then the round runs to its end.

A profile holds one plan per seat: cards for the open slots in the order of the places, and in SACRIFICE_SLOT
the card on the altar. In a gold or green round a plan looks past what is laid now; it is made anew later.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chocolatl.bots.equilibrium.rollout_policy import rollout_answer
from chocolatl.bots.equilibrium.value_network import shares
from chocolatl.fast.compiled import inner, pointer
from chocolatl.fast.engine import advance
from chocolatl.fast.layout import (
    ANSWER_AT,
    ASK,
    ASK_FROM,
    ASK_LAY,
    ASK_SACRIFICE,
    ASK_UNTIL,
    B_PLACES,
    CARD_COUNT,
    CARDS_AT,
    HAND_MAX,
    HAND_SIZE,
    LAID_AT,
    LAID_N_AT,
    LAID_WIDTH,
    MODE,
    OVER,
    PLAYERS,
    RED,
    ROUND,
    SACRIFICE_AT,
    SEEN,
    STATE_SIZE,
    Ints,
    Reals,
    Tape,
    Vector,
)
from chocolatl.fast.playout import Random

SLOTS = 13
SACRIFICE_SLOT = 12


class SearchContext(NamedTuple):
    """Everything a search works with: room for a copy, the position, board, chance, network, plans."""

    s: Ints
    base: Ints
    b: Ints
    tape: Ints
    net: Reals
    work: Reals
    plans: Ints
    weights: Reals
    random: Random


Floats = NDArray[np.float64]
Arrays = tuple[Vector, Vector, Vector, Tape, Floats, Floats, Vector, Floats, Random]
"""What a Desk points at, in its order."""


@inner
def desk_of(arrays: Arrays) -> SearchContext:
    """Bare pointers to the arrays; Python keeps those alive."""
    state, start, board, tape, net, work, plans, weights, random = arrays
    return SearchContext(
        pointer(state),
        pointer(start),
        pointer(board),
        pointer(tape),
        pointer(net),
        pointer(work),
        pointer(plans),
        pointer(weights),
        pointer(random),
    )


@inner
def play_round(context: SearchContext, key: np.uint64, profile_at: int) -> None:
    """Play the round from the position with the plans of a profile; the shares end up in `work`."""
    s = context.s
    for at in range(STATE_SIZE):
        s[at] = context.base[at]
    lay_plans(s, context.b, context.tape, key, context.plans, profile_at, False)
    finish_round(s, context.b, context.tape, key, max(1, context.base[ROUND]))
    shares(s, context.b, context.net, context.work)


@inner
def finish_round(s: Ints, b: Ints, tape: Ints, key: np.uint64, number: int) -> None:
    """From small question to small question, up to the bids of the round after this number, or the end."""
    while not s[OVER] and s[ROUND] == number:
        rollout_answer(s, b)
        advance(s, b, tape, key, False)


@inner
def lay_plans(s: Ints, b: Ints, tape: Ints, key: np.uint64, plans: Ints, profile: int, pause: bool) -> None:
    """Lay everything at once, as in a red round, and go on to the first small question."""
    n = s[PLAYERS]
    if s[ASK] == ASK_SACRIFICE:
        for seat in range(n):
            s[ANSWER_AT + seat] = plans[profile + seat * SLOTS + SACRIFICE_SLOT]
        advance(s, b, tape, key, False)
        if s[ASK] != ASK_LAY:
            return
    elif not s[SEEN]:
        for seat in range(n):
            _change_sacrifice(s, seat, plans[profile + seat * SLOTS + SACRIFICE_SLOT])
    first, until = s[ASK_FROM], b[B_PLACES]
    laid = s[LAID_N_AT + first]
    for seat in range(n):
        slot = profile + seat * SLOTS
        for place in range(first, until):
            at = LAID_AT + seat * LAID_WIDTH + 2 * place
            for card in range(laid, 2):
                s[at + card] = plans[slot]
                slot += 1
    for place in range(first, until):
        s[LAID_N_AT + place] = 0
    s[ASK_UNTIL] = until
    s[MODE] = RED
    s[HAND_SIZE] = 2 * (until - first)
    advance(s, b, tape, key, pause)


@inner
def _change_sacrifice(s: Ints, seat: int, card: int) -> None:
    """A plan may suppose another card on the altar than the position does."""
    back = s[SACRIFICE_AT + seat]
    if back == card:
        return
    base = CARDS_AT + seat * HAND_MAX
    end = base + s[CARD_COUNT] - 1
    at = base
    while s[at] != card:
        at += 1
    while at < end and s[at + 1] < back:
        s[at] = s[at + 1]
        at += 1
    while at > base and s[at - 1] > back:
        s[at] = s[at - 1]
        at -= 1
    s[at] = back
    s[SACRIFICE_AT + seat] = card
