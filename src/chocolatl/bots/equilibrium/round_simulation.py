"""Stage game of the search: one round as a one-shot simultaneous game with a learned payoff.

Every seat lays all cards that are left at once, the round is played to its end by the rollout policy, and the
value network judges the position after it. That is exact for a red round. A gold or green round asks several
times and shows cards in between; there the plan is an open-loop relaxation: it commits to cards that will be
chosen again later, with more known.

Data layout
    plan      SLOTS cells: cards for the open slots in the order of the locations, then the altar's card
    profile   SEATS plans in a row; cell `profile_at + seat * SLOTS + slot`
    arrays    what Python owns; `SearchContext` is the same as bare pointers, for kernels
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chocolatl.bots.equilibrium.rollout_policy import rollout_answer
from chocolatl.bots.equilibrium.value_network import shares
from chocolatl.engine import layout as L
from chocolatl.engine.advance import advance
from chocolatl.engine.jit import jit_internal, pointer
from chocolatl.engine.layout import Ints, Reals, Tape, Vector
from chocolatl.engine.locations import replace_card
from chocolatl.engine.random_playout import Random

SLOTS = 13
"""Two cards at each of six locations, and the card on the altar."""
SACRIFICE_SLOT = SLOTS - 1


class SearchContext(NamedTuple):
    """Everything a search works with, as bare pointers."""

    s: Ints  # the copy that a simulation plays on
    base: Ints  # the position that is searched; simulations start as a copy of it
    b: Ints  # board and rules
    tape: Ints  # dice and piles, by purpose
    net: Reals  # weights of the value network
    work: Reals  # its workspace and results
    plans: Ints  # plan_table.py
    weights: Reals  # plan_table.py
    random: Random  # state of the generator


Floats = NDArray[np.float64]
Arrays = tuple[Vector, Vector, Vector, Tape, Floats, Floats, Vector, Floats, Random]
"""What a SearchContext points at, in its order."""


@jit_internal
def context_of(arrays: Arrays) -> SearchContext:
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


@jit_internal
def play_round(context: SearchContext, key: np.uint64, profile_at: int) -> None:
    """Play the round from the position with the plans of a profile; the shares end up in `work`."""
    s = context.s
    for at in range(L.STATE_SIZE):
        s[at] = context.base[at]
    lay_plans(s, context.b, context.tape, key, context.plans, profile_at, False)
    finish_round(s, context.b, context.tape, key, max(1, context.base[L.ROUND]))
    shares(s, context.b, context.net, context.work)


@jit_internal
def finish_round(s: Ints, b: Ints, tape: Ints, key: np.uint64, number: int) -> None:
    """From small question to small question, up to the bids of the round after this number, or the end."""
    while not s[L.OVER] and s[L.ROUND] == number:
        rollout_answer(s, b)
        advance(s, b, tape, key, False)


@jit_internal
def lay_plans(s: Ints, b: Ints, tape: Ints, key: np.uint64, plans: Ints, profile: int, pause: bool) -> None:
    """Lay everything at once, as in a red round, and go on to the first small question."""
    n = s[L.PLAYERS]
    if s[L.ASK] == L.ASK_SACRIFICE:
        for seat in range(n):
            s[L.ANSWER_AT + seat] = plans[profile + seat * SLOTS + SACRIFICE_SLOT]
        advance(s, b, tape, key, False)
        if s[L.ASK] != L.ASK_LAY:
            return
    # While sacrifices are hidden, a plan of an opponent says which card it supposes there.
    elif not s[L.HANDS_SEEN]:
        for seat in range(n):
            _change_sacrifice(s, seat, plans[profile + seat * SLOTS + SACRIFICE_SLOT])
    first, until = s[L.ASK_FROM], b[L.B_PLACES]
    laid = s[L.LAID_N_AT + first]
    for seat in range(n):
        slot = profile + seat * SLOTS
        for place in range(first, until):
            at = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place
            for card in range(laid, 2):
                s[at + card] = plans[slot]
                slot += 1
    # The engine counts what this answer lays. Pretending that it is a red round makes it lay everything now.
    for place in range(first, until):
        s[L.LAID_N_AT + place] = 0
    s[L.ASK_UNTIL] = until
    s[L.MODE] = L.RED
    s[L.HAND_SIZE] = 2 * (until - first)
    advance(s, b, tape, key, pause)


@jit_internal
def _change_sacrifice(s: Ints, seat: int, card: int) -> None:
    """A plan may suppose another card on the altar than the position does."""
    if s[L.SACRIFICE_AT + seat] != card:
        replace_card(s, seat, card, s[L.SACRIFICE_AT + seat])
        s[L.SACRIFICE_AT + seat] = card
