"""Response oracle: approximate best responses by hill climbing from a constructive start.

A response starts from a separable plan (two times in three) or from a plan that is played already, and swaps
pairs of cards while the mean utility against the sampled opponents grows. All candidates meet the same
samples and dice (common random numbers), and a swap is given up early when it has fallen behind after a third
of them. It is a local optimum, so what it finds is a lower bound of what a best response gains.
"""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.heuristic_policy import STEADY_JUDGEMENT, WAVERING_JUDGEMENT, heuristic_plan
from chocolatl.bots.equilibrium.opponent_model import draw_samples, is_read
from chocolatl.bots.equilibrium.plan_table import (
    altar_is_free,
    open_slots,
    random_plan,
    same_plan,
    sample_by_weight,
)
from chocolatl.bots.equilibrium.round_simulation import (
    SACRIFICE_SLOT,
    SLOTS,
    Arrays,
    SearchContext,
    context_of,
    play_round,
)
from chocolatl.bots.equilibrium.separable_plan import separable_plan
from chocolatl.bots.equilibrium.value_network import UTILITY_AT
from chocolatl.engine import layout as L
from chocolatl.engine.chance_tape import below, hashed
from chocolatl.engine.jit import jit, jit_internal
from chocolatl.engine.random_playout import next_random


@jit
def add_best_responses(arrays: Arrays, hero: int, samples: int, tries: int, trembles: int) -> None:
    """Add to every seat's plans one that does well against what the others do now."""
    context = context_of(arrays)
    for seat in range(context.base[L.PLAYERS]):
        # A seat that plays as it was read needs no better plans: the hero, who answers it, gets them instead.
        climber = hero if hero >= 0 and is_read(context, seat) else seat
        draw_samples(context, samples, trembles)
        hill_climb(context, hero, climber, samples, tries)
        _add_plan(context, climber)


@jit_internal
def hill_climb(context: SearchContext, hero: int, seat: int, samples: int, tries: int) -> float:
    """Swap cards while that helps against the sampled opponents; the plan is at FRESH_AT, with its share."""
    plans, count = context.plans, context.plans[P.COUNT_AT + seat]
    if count == 0 or below(3, next_random(context.random)) > 0:  # two in three: a new region of the plans
        separable_plan(context, hero, seat, samples)
    else:
        chosen = sample_by_weight(
            context.weights, P.STRATEGY_SUM_AT + seat * P.PLANS, count, next_random(context.random)
        )
        for slot in range(SLOTS):
            plans[P.FRESH_AT + slot] = plans[P.PLANS_AT + (seat * P.PLANS + chosen) * SLOTS + slot]
    # Fills CLIMB_AT: later candidates are compared with the best so far sample by sample.
    best = _try_plan(context, seat, samples, False)
    slots = open_slots(context.base, context.b)
    free = altar_is_free(context.base, hero, seat)
    for _ in range(tries):
        one, two = _two_slots(context, slots, free)
        if plans[one] != plans[two]:
            plans[one], plans[two] = plans[two], plans[one]
            share = _try_plan(context, seat, samples, True)
            # A candidate that won in a hurry is played again in full, to write its own CLIMB_AT.
            if share > best:
                best = share
                _try_plan(context, seat, samples, False)
            else:
                plans[one], plans[two] = plans[two], plans[one]
    return best


@jit_internal
def _two_slots(context: SearchContext, slots: int, free: int) -> tuple[int, int]:
    """Two places in the fresh plan whose cards may change places."""
    one = below(slots, next_random(context.random))
    two = below(slots + free, next_random(context.random))
    return P.FRESH_AT + one, P.FRESH_AT + (SACRIFICE_SLOT if two == slots else two)


@jit_internal
def _try_plan(context: SearchContext, seat: int, samples: int, hurry: bool) -> float:
    """Mean utility of the fresh plan. With `hurry`: -1 once it is behind after a third of the samples."""
    plans, w = context.plans, context.weights
    total, behind = 0.0, 0.0
    for sample in range(samples):
        at = P.SAMPLE_AT + sample * L.SEATS * SLOTS
        for slot in range(SLOTS):
            plans[at + seat * SLOTS + slot] = plans[P.FRESH_AT + slot]
        # Dice hang on the sample alone, not on the generator: every candidate meets the same.
        play_round(context, hashed(np.uint64(sample), 1) | np.uint64(1), at)
        share = context.work[UTILITY_AT + seat]
        total += share
        if hurry:
            behind += share - w[P.CLIMB_AT + sample]
            if sample * 3 >= samples and behind < 0:
                return -1.0
        else:
            w[P.CLIMB_AT + sample] = share
    return total / samples


@jit_internal
def _add_plan(context: SearchContext, seat: int) -> None:
    """Keep the fresh plan unless it is known; when the room is full, the least played one goes."""
    plans, w = context.plans, context.weights
    count = plans[P.COUNT_AT + seat]
    for plan in range(count):
        if same_plan(
            context.base, context.b, plans, P.PLANS_AT + (seat * P.PLANS + plan) * SLOTS, P.FRESH_AT
        ):
            return
    place = count
    if count == P.PLANS:
        place = 0
        for plan in range(1, count):
            if w[P.STRATEGY_SUM_AT + seat * P.PLANS + plan] < w[P.STRATEGY_SUM_AT + seat * P.PLANS + place]:
                place = plan
    else:
        plans[P.COUNT_AT + seat] = count + 1
    for slot in range(SLOTS):
        plans[P.PLANS_AT + (seat * P.PLANS + place) * SLOTS + slot] = plans[P.FRESH_AT + slot]
    at = seat * P.PLANS + place
    # A replaced plan leaves no regrets behind. Regret 0 is "not played yet", not "bad".
    w[P.STRATEGY_SUM_AT + at] = 0.0
    w[P.REGRET_AT + at] = 0.0
    w[P.CURRENT_STRATEGY_AT + at] = 0.0


@jit
def first_plans(arrays: Arrays, hero: int, count: int, samples: int) -> None:
    """Separable plans to begin with: against random plans first, then against each other."""
    context = context_of(arrays)
    plans, n = context.plans, context.base[L.PLAYERS]
    for seat in range(n):
        _habits(context, hero, seat)
        random_plan(context.base, context.b, hero, seat, context.random, plans, P.FRESH_AT)
        _add_plan(context, seat)
        random_plan(context.base, context.b, hero, seat, context.random, plans, P.FRESH_AT)
        _add_plan(context, seat)
    # Twice, because the first ones answer random plans and only the second ones sensible ones.
    for _ in range(2):
        for seat in range(n):
            draw_samples(context, samples, 0)
            for _ in range(count):
                separable_plan(context, hero, seat, samples)
                _add_plan(context, seat)
        for seat in range(n):
            _keep_newest(context, seat, count)


@jit_internal
def _habits(context: SearchContext, hero: int, seat: int) -> None:
    """Plans of the heuristic policy: half of them with small noise, half with large."""
    for nth in range(P.HABITS):
        heuristic_plan(context, hero, seat, STEADY_JUDGEMENT if nth < P.HABITS // 2 else WAVERING_JUDGEMENT)
        at = P.HABITS_AT + (seat * P.HABITS + nth) * SLOTS
        for slot in range(SLOTS):
            context.plans[at + slot] = context.plans[P.FRESH_AT + slot]


@jit_internal
def _keep_newest(context: SearchContext, seat: int, count: int) -> None:
    """Drop the plans that were only there to begin with."""
    plans = context.plans
    gone = max(0, plans[P.COUNT_AT + seat] - count)
    plans[P.COUNT_AT + seat] -= gone
    base = P.PLANS_AT + seat * P.PLANS * SLOTS
    # Moves towards the front, so the cells may overlap.
    for cell in range(plans[P.COUNT_AT + seat] * SLOTS):
        plans[base + cell] = plans[base + gone * SLOTS + cell]
    for plan in range(plans[P.COUNT_AT + seat]):
        context.weights[P.STRATEGY_SUM_AT + seat * P.PLANS + plan] = 1.0
        context.weights[P.CURRENT_STRATEGY_AT + seat * P.PLANS + plan] = 1.0
