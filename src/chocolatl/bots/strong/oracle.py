"""The oracle: finds plans for one round, by sketches and by climbing against what the others do now."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.strong.habit import STEADY_JUDGEMENT, WAVERING_JUDGEMENT, habit
from chocolatl.bots.strong.opponents import draw_samples
from chocolatl.bots.strong.plans import (
    CLIMB_AT,
    COUNT_AT,
    FRESH_AT,
    HABITS,
    HABITS_AT,
    NOW_AT,
    PLANS,
    PLANS_AT,
    REGRET_AT,
    SAMPLE_AT,
    SUM_AT,
    altar_is_free,
    open_slots,
    pick,
    random_plan,
    same_plan,
)
from chocolatl.bots.strong.sketch import sketch
from chocolatl.bots.strong.stage import SACRIFICE_SLOT, SLOTS, Arrays, Desk, desk_of, play_round
from chocolatl.bots.strong.value import UTILITY_AT
from chocolatl.fast.chance import below, hashed
from chocolatl.fast.compiled import compiled, inner
from chocolatl.fast.layout import PLAYERS, SEATS
from chocolatl.fast.playout import draw


@compiled
def respond(arrays: Arrays, hero: int, samples: int, tries: int, trembles: int) -> None:
    """Add to every seat's plans one that does well against what the others do now."""
    desk = desk_of(arrays)
    for seat in range(desk.base[PLAYERS]):
        draw_samples(desk, samples, trembles)
        climb(desk, hero, seat, samples, tries)
        _add_plan(desk, seat)


@inner
def climb(desk: Desk, hero: int, seat: int, samples: int, tries: int) -> float:
    """Swap cards while that helps against the sampled opponents; the plan is at FRESH_AT, with its share."""
    plans, count = desk.plans, desk.plans[COUNT_AT + seat]
    if count == 0 or below(3, draw(desk.random)) > 0:
        sketch(desk, hero, seat, samples)
    else:
        chosen = pick(desk.weights, SUM_AT + seat * PLANS, count, draw(desk.random))
        for slot in range(SLOTS):
            plans[FRESH_AT + slot] = plans[PLANS_AT + (seat * PLANS + chosen) * SLOTS + slot]
    best = _try_plan(desk, seat, samples, False)
    slots = open_slots(desk.base, desk.b)
    free = altar_is_free(desk.base, hero, seat)
    for _ in range(tries):
        one, two = _two_slots(desk, slots, free)
        if plans[one] != plans[two]:
            plans[one], plans[two] = plans[two], plans[one]
            share = _try_plan(desk, seat, samples, True)
            if share > best:
                best = share
                _try_plan(desk, seat, samples, False)
            else:
                plans[one], plans[two] = plans[two], plans[one]
    return best


@inner
def _two_slots(desk: Desk, slots: int, free: int) -> tuple[int, int]:
    """Two places in the fresh plan whose cards may change places."""
    one = below(slots, draw(desk.random))
    two = below(slots + free, draw(desk.random))
    return FRESH_AT + one, FRESH_AT + (SACRIFICE_SLOT if two == slots else two)


@inner
def _try_plan(desk: Desk, seat: int, samples: int, hurry: bool) -> float:
    """The mean share of the fresh plan; in a hurry it gives up as soon as it falls clearly behind."""
    plans, w = desk.plans, desk.weights
    total, behind = 0.0, 0.0
    for sample in range(samples):
        at = SAMPLE_AT + sample * SEATS * SLOTS
        for slot in range(SLOTS):
            plans[at + seat * SLOTS + slot] = plans[FRESH_AT + slot]
        play_round(desk, hashed(np.uint64(sample), 1) | np.uint64(1), at)
        share = desk.work[UTILITY_AT + seat]
        total += share
        if hurry:
            behind += share - w[CLIMB_AT + sample]
            if sample * 3 >= samples and behind < 0:
                return -1.0
        else:
            w[CLIMB_AT + sample] = share
    return total / samples


@inner
def _add_plan(desk: Desk, seat: int) -> None:
    """Keep the fresh plan unless it is known; when the room is full, the least played one goes."""
    plans, w = desk.plans, desk.weights
    count = plans[COUNT_AT + seat]
    for plan in range(count):
        if same_plan(desk.base, desk.b, plans, PLANS_AT + (seat * PLANS + plan) * SLOTS, FRESH_AT):
            return
    place = count
    if count == PLANS:
        place = 0
        for plan in range(1, count):
            if w[SUM_AT + seat * PLANS + plan] < w[SUM_AT + seat * PLANS + place]:
                place = plan
    else:
        plans[COUNT_AT + seat] = count + 1
    for slot in range(SLOTS):
        plans[PLANS_AT + (seat * PLANS + place) * SLOTS + slot] = plans[FRESH_AT + slot]
    at = seat * PLANS + place
    w[SUM_AT + at] = 0.0
    w[REGRET_AT + at] = 0.0
    w[NOW_AT + at] = 0.0


@compiled
def first_plans(arrays: Arrays, hero: int, count: int, samples: int) -> None:
    """Some sketches to begin with: against random plans first, then against each other."""
    desk = desk_of(arrays)
    plans, n = desk.plans, desk.base[PLAYERS]
    for seat in range(n):
        _habits(desk, hero, seat)
        random_plan(desk.base, desk.b, hero, seat, desk.random, plans, FRESH_AT)
        _add_plan(desk, seat)
        random_plan(desk.base, desk.b, hero, seat, desk.random, plans, FRESH_AT)
        _add_plan(desk, seat)
    for _ in range(2):
        for seat in range(n):
            draw_samples(desk, samples, 0)
            for _ in range(count):
                sketch(desk, hero, seat, samples)
                _add_plan(desk, seat)
        for seat in range(n):
            _keep_newest(desk, seat, count)


@inner
def _habits(desk: Desk, hero: int, seat: int) -> None:
    """Plans out of habit: half of them by a steady judgement, half by a wavering one."""
    for nth in range(HABITS):
        habit(desk, hero, seat, STEADY_JUDGEMENT if nth < HABITS // 2 else WAVERING_JUDGEMENT)
        at = HABITS_AT + (seat * HABITS + nth) * SLOTS
        for slot in range(SLOTS):
            desk.plans[at + slot] = desk.plans[FRESH_AT + slot]


@inner
def _keep_newest(desk: Desk, seat: int, count: int) -> None:
    """Drop the plans that were only there to begin with."""
    plans = desk.plans
    gone = max(0, plans[COUNT_AT + seat] - count)
    plans[COUNT_AT + seat] -= gone
    base = PLANS_AT + seat * PLANS * SLOTS
    for cell in range(plans[COUNT_AT + seat] * SLOTS):
        plans[base + cell] = plans[base + gone * SLOTS + cell]
    for plan in range(plans[COUNT_AT + seat]):
        desk.weights[SUM_AT + seat * PLANS + plan] = 1.0
        desk.weights[NOW_AT + seat * PLANS + plan] = 1.0
