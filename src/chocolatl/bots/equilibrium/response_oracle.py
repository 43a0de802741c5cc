"""The oracle: finds plans for one round, by sketches and by climbing against what the others do now."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium.heuristic_policy import STEADY_JUDGEMENT, WAVERING_JUDGEMENT, heuristic_plan
from chocolatl.bots.equilibrium.opponent_model import draw_samples
from chocolatl.bots.equilibrium.plan_table import (
    CLIMB_AT,
    COUNT_AT,
    CURRENT_STRATEGY_AT,
    FRESH_AT,
    HABITS,
    HABITS_AT,
    PLANS,
    PLANS_AT,
    REGRET_AT,
    SAMPLE_AT,
    STRATEGY_SUM_AT,
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
    desk_of,
    play_round,
)
from chocolatl.bots.equilibrium.separable_plan import separable_plan
from chocolatl.bots.equilibrium.value_network import UTILITY_AT
from chocolatl.fast.chance import below, hashed
from chocolatl.fast.compiled import compiled, inner
from chocolatl.fast.layout import PLAYERS, SEATS
from chocolatl.fast.playout import draw


@compiled
def add_best_responses(arrays: Arrays, hero: int, samples: int, tries: int, trembles: int) -> None:
    """Add to every seat's plans one that does well against what the others do now."""
    context = desk_of(arrays)
    for seat in range(context.base[PLAYERS]):
        draw_samples(context, samples, trembles)
        hill_climb(context, hero, seat, samples, tries)
        _add_plan(context, seat)


@inner
def hill_climb(context: SearchContext, hero: int, seat: int, samples: int, tries: int) -> float:
    """Swap cards while that helps against the sampled opponents; the plan is at FRESH_AT, with its share."""
    plans, count = context.plans, context.plans[COUNT_AT + seat]
    if count == 0 or below(3, draw(context.random)) > 0:
        separable_plan(context, hero, seat, samples)
    else:
        chosen = sample_by_weight(
            context.weights, STRATEGY_SUM_AT + seat * PLANS, count, draw(context.random)
        )
        for slot in range(SLOTS):
            plans[FRESH_AT + slot] = plans[PLANS_AT + (seat * PLANS + chosen) * SLOTS + slot]
    best = _try_plan(context, seat, samples, False)
    slots = open_slots(context.base, context.b)
    free = altar_is_free(context.base, hero, seat)
    for _ in range(tries):
        one, two = _two_slots(context, slots, free)
        if plans[one] != plans[two]:
            plans[one], plans[two] = plans[two], plans[one]
            share = _try_plan(context, seat, samples, True)
            if share > best:
                best = share
                _try_plan(context, seat, samples, False)
            else:
                plans[one], plans[two] = plans[two], plans[one]
    return best


@inner
def _two_slots(context: SearchContext, slots: int, free: int) -> tuple[int, int]:
    """Two places in the fresh plan whose cards may change places."""
    one = below(slots, draw(context.random))
    two = below(slots + free, draw(context.random))
    return FRESH_AT + one, FRESH_AT + (SACRIFICE_SLOT if two == slots else two)


@inner
def _try_plan(context: SearchContext, seat: int, samples: int, hurry: bool) -> float:
    """The mean share of the fresh plan; in a hurry it gives up as soon as it falls clearly behind."""
    plans, w = context.plans, context.weights
    total, behind = 0.0, 0.0
    for sample in range(samples):
        at = SAMPLE_AT + sample * SEATS * SLOTS
        for slot in range(SLOTS):
            plans[at + seat * SLOTS + slot] = plans[FRESH_AT + slot]
        play_round(context, hashed(np.uint64(sample), 1) | np.uint64(1), at)
        share = context.work[UTILITY_AT + seat]
        total += share
        if hurry:
            behind += share - w[CLIMB_AT + sample]
            if sample * 3 >= samples and behind < 0:
                return -1.0
        else:
            w[CLIMB_AT + sample] = share
    return total / samples


@inner
def _add_plan(context: SearchContext, seat: int) -> None:
    """Keep the fresh plan unless it is known; when the room is full, the least played one goes."""
    plans, w = context.plans, context.weights
    count = plans[COUNT_AT + seat]
    for plan in range(count):
        if same_plan(context.base, context.b, plans, PLANS_AT + (seat * PLANS + plan) * SLOTS, FRESH_AT):
            return
    place = count
    if count == PLANS:
        place = 0
        for plan in range(1, count):
            if w[STRATEGY_SUM_AT + seat * PLANS + plan] < w[STRATEGY_SUM_AT + seat * PLANS + place]:
                place = plan
    else:
        plans[COUNT_AT + seat] = count + 1
    for slot in range(SLOTS):
        plans[PLANS_AT + (seat * PLANS + place) * SLOTS + slot] = plans[FRESH_AT + slot]
    at = seat * PLANS + place
    w[STRATEGY_SUM_AT + at] = 0.0
    w[REGRET_AT + at] = 0.0
    w[CURRENT_STRATEGY_AT + at] = 0.0


@compiled
def first_plans(arrays: Arrays, hero: int, count: int, samples: int) -> None:
    """Some sketches to begin with: against random plans first, then against each other."""
    context = desk_of(arrays)
    plans, n = context.plans, context.base[PLAYERS]
    for seat in range(n):
        _habits(context, hero, seat)
        random_plan(context.base, context.b, hero, seat, context.random, plans, FRESH_AT)
        _add_plan(context, seat)
        random_plan(context.base, context.b, hero, seat, context.random, plans, FRESH_AT)
        _add_plan(context, seat)
    for _ in range(2):
        for seat in range(n):
            draw_samples(context, samples, 0)
            for _ in range(count):
                separable_plan(context, hero, seat, samples)
                _add_plan(context, seat)
        for seat in range(n):
            _keep_newest(context, seat, count)


@inner
def _habits(context: SearchContext, hero: int, seat: int) -> None:
    """Plans out of habit: half of them by a steady judgement, half by a wavering one."""
    for nth in range(HABITS):
        heuristic_plan(context, hero, seat, STEADY_JUDGEMENT if nth < HABITS // 2 else WAVERING_JUDGEMENT)
        at = HABITS_AT + (seat * HABITS + nth) * SLOTS
        for slot in range(SLOTS):
            context.plans[at + slot] = context.plans[FRESH_AT + slot]


@inner
def _keep_newest(context: SearchContext, seat: int, count: int) -> None:
    """Drop the plans that were only there to begin with."""
    plans = context.plans
    gone = max(0, plans[COUNT_AT + seat] - count)
    plans[COUNT_AT + seat] -= gone
    base = PLANS_AT + seat * PLANS * SLOTS
    for cell in range(plans[COUNT_AT + seat] * SLOTS):
        plans[base + cell] = plans[base + gone * SLOTS + cell]
    for plan in range(plans[COUNT_AT + seat]):
        context.weights[STRATEGY_SUM_AT + seat * PLANS + plan] = 1.0
        context.weights[CURRENT_STRATEGY_AT + seat * PLANS + plan] = 1.0
