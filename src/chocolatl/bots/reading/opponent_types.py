"""The kinds of players that are told apart, and a plan as each would make it.

    number              who                                        how a plan is made
    RATIONAL            answers what others may do (equilibrium)   response to habits, or a good deal
    GREEDY              greedy bot, steady judgement               greedy_plan, 15 percent
    WAVERING            greedy bot, wavering judgement             greedy_plan, 100 percent
    HUMAN               sees the stakes, is not exact              greedy_plan, 40 percent, two cards astray
    STACKER             high cards together where most is at stake the deal before any exchange
    FLAT                flat Monte-Carlo: chance, then judgement   the best of three deals
    RANDOM              any deal                                   a random deal
    COPY                lays as in the round before                the same ranks of the hand

RATIONAL stands for everything that the others do not explain: it is played against by the search itself. The
list is closed under "somebody else": no kind is ever ruled out (bid_likelihood.py).
"""

from __future__ import annotations

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.opponent_model import tremble
from chocolatl.bots.equilibrium.plan_table import NO_HIDDEN_SACRIFICE, random_plan
from chocolatl.bots.equilibrium.round_simulation import SACRIFICE_SLOT, SLOTS, SearchContext
from chocolatl.bots.equilibrium.separable_plan import open_each, open_first, separable_plan
from chocolatl.bots.reading.greedy_plan import deal_by_stake, greedy_plan, judge_places
from chocolatl.engine import layout as L
from chocolatl.engine.chance_tape import below
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.random_playout import next_random

RATIONAL, GREEDY, WAVERING, HUMAN, STACKER, FLAT, RANDOM, COPY = range(8)
TYPES = 8
TYPE_NAMES = ("rational", "greedy", "wavering", "human", "stacker", "flat", "random", "copy")

STEADY, UNSTEADY, HUMAN_WAVER = 0.15, 1.0, 0.4
"""How far the judgement wavers: the greedy bot's default, its largest setting, and a guess for people."""
HUMAN_TREMBLES = 2
"""Cards of similar value that people put elsewhere than they meant. A choice."""
FLAT_DEALS = 3
"""Deals that stand for the 40 of `flat`, whose random games can hardly tell them apart. A choice."""
RESPONSE_SAMPLES = 4
"""Opponent profiles that a rational plan answers: few, so that plans differ as a mixture's do. A choice."""


@jit_internal
def type_plan(context: SearchContext, seat: int, kind: int) -> None:
    """Write at FRESH_AT a plan as a player of this kind might make it; RATIONAL after `sample_habits`."""
    if kind == GREEDY:
        greedy_plan(context, seat, STEADY)
    elif kind == WAVERING:
        greedy_plan(context, seat, UNSTEADY)
    elif kind == HUMAN:
        greedy_plan(context, seat, HUMAN_WAVER)
        tremble(context, P.FRESH_AT, HUMAN_TREMBLES)
    elif kind == STACKER:
        judge_places(context, seat, STEADY)
        deal_by_stake(context, seat)
    elif kind == FLAT:
        _best_deal(context, seat)
    elif kind == COPY:
        _same_ranks(context, seat)
    elif kind == RATIONAL:
        # Half of the equilibrium bot's bids look like responses, half like any sensible deal.
        if below(2, next_random(context.random)) == 0:
            separable_plan(context, NO_HIDDEN_SACRIFICE, seat, RESPONSE_SAMPLES)
        else:
            _best_deal(context, seat)
    else:
        _deal(context, seat)


@jit_internal
def _deal(context: SearchContext, seat: int) -> None:
    """All that is in hand, in any order; the altar is no part of it."""
    random_plan(context.base, context.b, NO_HIDDEN_SACRIFICE, seat, context.random, context.plans, P.FRESH_AT)


@jit_internal
def _best_deal(context: SearchContext, seat: int) -> None:
    """Of some deals the one with the highest worth; the others are lost, so it is dealt again in place."""
    plans = context.plans
    judge_places(context, seat, STEADY)
    best = -1e9
    for _ in range(FLAT_DEALS):
        _deal(context, seat)
        worth = _worth_of_fresh(context)
        if worth > best:
            best = worth
            # The profile of this seat is free while a type is sampled.
            for slot in range(SLOTS):
                plans[P.PROFILE_AT + seat * SLOTS + slot] = plans[P.FRESH_AT + slot]
    for slot in range(SLOTS):
        plans[P.FRESH_AT + slot] = plans[P.PROFILE_AT + seat * SLOTS + slot]


@jit_internal
def _worth_of_fresh(context: SearchContext) -> float:
    """The worth of all sums of the fresh plan, by the tables that `judge_places` filled."""
    first, each = open_first(context.base), open_each(context.base)
    worth = 0.0
    for place in range(first, context.b[L.B_PLACES]):
        total = 0
        for card in range(each):
            total += context.plans[P.FRESH_AT + each * (place - first) + card]
        worth += context.weights[P.WORTH_AT + place * P.WORTH_WIDTH + total]
    return worth


@jit_internal
def copies(context: SearchContext, seat: int) -> bool:
    """Whether the round before can be laid again: only with a whole hand, and if there was one."""
    known = context.plans[P.COPY_AT + seat * L.LAID_WIDTH] >= 0
    return known and open_first(context.base) == 0 and open_each(context.base) == 2


@jit_internal
def _same_ranks(context: SearchContext, seat: int) -> None:
    """The cards whose places in the sorted hand were laid there in the round before."""
    base, plans = context.base, context.plans
    copied = P.COPY_AT + seat * L.LAID_WIDTH
    if not copies(context, seat):
        greedy_plan(context, seat, UNSTEADY)
        return
    for slot in range(2 * context.b[L.B_PLACES]):
        plans[P.FRESH_AT + slot] = base[L.HAND_AT + seat * L.HAND_MAX + plans[copied + slot]]


@jit_internal
def sample_habits(context: SearchContext, seat: int) -> None:
    """Fill the samples that a rational plan of this seat answers: half bid out of habit, half anyhow."""
    plans = context.plans
    for sample in range(RESPONSE_SAMPLES):
        for other in range(context.base[L.PLAYERS]):
            if other == seat:
                continue
            if below(2, next_random(context.random)) == 0:
                greedy_plan(context, other, UNSTEADY)
            else:
                _deal(context, other)
            at = P.SAMPLE_AT + (sample * L.SEATS + other) * SLOTS
            for slot in range(SLOTS):
                plans[at + slot] = plans[P.FRESH_AT + slot]


@jit_internal
def keep_sacrifice(context: SearchContext, seat: int) -> None:
    """A plan names the card on the altar as well: the one that is known to lie there."""
    context.plans[P.FRESH_AT + SACRIFICE_SLOT] = context.base[L.SACRIFICE_AT + seat]
