"""Double-oracle regret matching for one round: plans found by climbing, their weights by regret."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from chocolatl.bots.strong.habit import habit
from chocolatl.bots.strong.plans import (
    CLIMB_AT,
    COUNT_AT,
    FRESH_AT,
    GAIN_AT,
    HABITS,
    HABITS_AT,
    NOW_AT,
    PLANS,
    PLANS_AT,
    PROFILE_AT,
    REGRET_AT,
    SAMPLE_AT,
    SUM_AT,
    altar_is_free,
    load,
    load_from,
    open_slots,
    pick,
    random_plan,
    same_plan,
)
from chocolatl.bots.strong.sketch import sketch
from chocolatl.bots.strong.stage import SACRIFICE_SLOT, SLOTS, Desk, play_round
from chocolatl.bots.strong.value import UTILITY_AT
from chocolatl.fast.chance import below, hashed
from chocolatl.fast.compiled import compiled, inner, pointer
from chocolatl.fast.layout import PLAYERS, SEATS, Reals, Tape, Vector
from chocolatl.fast.playout import Random, draw

Floats = NDArray[np.float64]
Arrays = tuple[Vector, Vector, Vector, Tape, Floats, Floats, Vector, Floats, Random]
"""What a Desk points at, in its order."""

HABITUAL = 40
"""How often, in percent, a search supposes that all opponents play out of habit."""
ANY_PLAN = 15
"""How often, in percent, one who does not plays any of its plans."""
TREMBLES = 6
STEADY = 4
"""Cards up to this far apart are exchanged by an unsteady hand."""
STEADY_JUDGEMENT, WAVERING_JUDGEMENT = 0.15, 0.8
"""How far the habitual judgement of a place is off."""


@inner
def desk_of(arrays: Arrays) -> Desk:
    """Bare pointers to the arrays; Python keeps those alive."""
    state, start, board, tape, net, work, plans, weights, random = arrays
    return Desk(
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


@compiled
def match(arrays: Arrays, iterations: int, age: int) -> None:
    """Regret matching+ with linear averaging; every plan of a seat meets the same opponents and dice."""
    desk = desk_of(arrays)
    plans, w = desk.plans, desk.weights
    n = desk.base[PLAYERS]
    for iteration in range(iterations):
        for seat in range(n):
            _strategy_now(w, seat, plans[COUNT_AT + seat])
        for seat in range(n):
            draw_profile(desk, NOW_AT, PROFILE_AT)
            _regret(desk, seat, draw(desk.random))
            for plan in range(plans[COUNT_AT + seat]):
                w[SUM_AT + seat * PLANS + plan] += (age + iteration + 1) * w[NOW_AT + seat * PLANS + plan]


@inner
def _strategy_now(w: Reals, seat: int, count: int) -> None:
    """Weights in proportion to the regrets; all alike when nothing is regretted."""
    total = 0.0
    for plan in range(count):
        total += w[REGRET_AT + seat * PLANS + plan]
    for plan in range(count):
        share = w[REGRET_AT + seat * PLANS + plan] / total if total > 0 else 1.0 / count
        w[NOW_AT + seat * PLANS + plan] = share


@inner
def draw_profile(desk: Desk, weights_at: int, profile_at: int) -> None:
    """A plan for every seat: all out of habit, or mostly by these weights, with hands not quite steady.

    A solution of few plans is too sharp: it would answer exactly these plans, and nobody else plays them.
    """
    habitual = below(100, draw(desk.random)) < HABITUAL
    for seat in range(desk.base[PLAYERS]):
        if habitual:
            chosen = below(HABITS, draw(desk.random))
            load_from(desk.plans, HABITS_AT + (seat * HABITS + chosen) * SLOTS, seat, profile_at)
        elif below(100, draw(desk.random)) < ANY_PLAN:
            load(desk.plans, seat, below(desk.plans[COUNT_AT + seat], draw(desk.random)), profile_at)
        else:
            draw_plan(desk, weights_at, seat, profile_at)
        if not habitual:
            _tremble(desk, profile_at + seat * SLOTS)


@inner
def draw_plan(desk: Desk, weights_at: int, seat: int, profile_at: int) -> None:
    """One of a seat's plans by these weights."""
    count = desk.plans[COUNT_AT + seat]
    chosen = pick(desk.weights, weights_at + seat * PLANS, count, draw(desk.random))
    load(desk.plans, seat, chosen, profile_at)


@inner
def _tremble(desk: Desk, at: int) -> None:
    """Some cards of nearly the same value change places."""
    plans, slots = desk.plans, open_slots(desk.base, desk.b)
    for _ in range(TREMBLES):
        one, two = at + below(slots, draw(desk.random)), at + below(slots, draw(desk.random))
        if abs(plans[one] - plans[two]) <= STEADY:
            plans[one], plans[two] = plans[two], plans[one]


@inner
def _regret(desk: Desk, seat: int, bits: np.uint64) -> None:
    """Try every plan of a seat in the profile at hand."""
    w, count = desk.weights, desk.plans[COUNT_AT + seat]
    mean = 0.0
    for plan in range(count):
        load(desk.plans, seat, plan, PROFILE_AT)
        play_round(desk, bits | np.uint64(1), PROFILE_AT)
        gain = desk.work[UTILITY_AT + seat]
        w[GAIN_AT + plan] = gain
        mean += w[NOW_AT + seat * PLANS + plan] * gain
    for plan in range(count):
        at = REGRET_AT + seat * PLANS + plan
        w[at] = max(0.0, w[at] + w[GAIN_AT + plan] - mean)


@compiled
def respond(arrays: Arrays, hero: int, samples: int, tries: int) -> None:
    """Add to every seat's plans one that does well against what the others do now."""
    desk = desk_of(arrays)
    for seat in range(desk.base[PLAYERS]):
        _draw_samples(desk, samples)
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
def _draw_samples(desk: Desk, samples: int) -> None:
    """Opponents to climb against: by their average so far, or as they play now."""
    for sample in range(samples):
        average = below(2, draw(desk.random)) == 0
        draw_profile(desk, SUM_AT if average else NOW_AT, SAMPLE_AT + sample * SEATS * SLOTS)


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
            _draw_samples(desk, samples)
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


@compiled
def fade(arrays: Arrays, factor: float) -> None:
    """Let what was learnt among fewer plans count for less."""
    desk = desk_of(arrays)
    for at in range(SEATS * PLANS):
        desk.weights[SUM_AT + at] *= factor
