"""Memory of the search: the plans of every seat, and what is counted for each of them.

plans (int64)
    offset      shape                     meaning
    COUNT_AT    SEATS                     plans that a seat has
    PROFILE_AT  SEATS x SLOTS             the profile that regret matching plays
    FRESH_AT    SLOTS                     the plan that is being built
    SAMPLE_AT   SAMPLES x SEATS x SLOTS   sampled profiles that a plan is built against
    PLANS_AT    SEATS x PLANS x SLOTS     the plans found so far; COUNT_AT[seat] are valid
    SUMS_AT     PLACES                    card sums of the fresh plan at each location
    NEED_AT     SEATS                     sums that pass each opponent of one sample, ascending
    HABITS_AT   SEATS x HABITS x SLOTS    plans of the heuristic policy
    READ_AT     SEATS x READ x SLOTS      plans of the kind of player that a seat was recognised as
    COPY_AT     SEATS x LAID_WIDTH        ranks of the cards laid in the round before, or -1

weights (float64)
    REGRET_AT, STRATEGY_SUM_AT, CURRENT_STRATEGY_AT, GAIN_SUM_AT   SEATS x PLANS, see regret_matching.py
    UTILITY_OF_PLAN_AT   PLANS                  utility of each plan of one seat in one sample
    CLIMB_AT             SAMPLES                utility of the best plan so far in each sample
    WORTH_AT             PLACES x WORTH_WIDTH   value of every card sum at every location
    CHANCE_AT            SEATS + 1              chance of each rank
    STAKE_AT             PLACES x 2             noise factor, relative stake
    GUESS_AT             SEATS                  guessed total, in half pips
    READ_CHANCE_AT       SEATS                  chance that a seat is met by its READ plans
    VALUE_AT             PLACES x SEATS         points of each rank at each place (greedy_plan.py)
"""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium.round_simulation import SACRIFICE_SLOT, SLOTS
from chocolatl.engine import layout as L
from chocolatl.engine.chance_tape import below
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints, Reals
from chocolatl.engine.random_playout import Random, next_random

NO_HIDDEN_SACRIFICE = -1
"""Value of `hero` when nobody's altar is hidden, as in self-play."""
PLANS = 48
"""Capacity per seat; when it is full, the plan with the smallest averaged weight is replaced."""
SAMPLES = 64
"""Capacity of sampled profiles: the most that SearchEffort.samples may ask for."""
HABITS = 8
"""Plans of the heuristic policy per seat: half with small noise, half with large."""
READ = 16
"""Plans per seat of the kinds of player that it was recognised as."""

COUNT_AT = 0
PROFILE_AT = COUNT_AT + L.SEATS
FRESH_AT = PROFILE_AT + L.SEATS * SLOTS
SAMPLE_AT = FRESH_AT + SLOTS
PLANS_AT = SAMPLE_AT + SAMPLES * L.SEATS * SLOTS
SUMS_AT = PLANS_AT + L.SEATS * PLANS * SLOTS
NEED_AT = SUMS_AT + L.PLACES
HABITS_AT = NEED_AT + L.SEATS
READ_AT = HABITS_AT + L.SEATS * HABITS * SLOTS
COPY_AT = READ_AT + L.SEATS * READ * SLOTS
PLANS_SIZE = COPY_AT + L.SEATS * L.LAID_WIDTH

REGRET_AT = 0
STRATEGY_SUM_AT = REGRET_AT + L.SEATS * PLANS
CURRENT_STRATEGY_AT = STRATEGY_SUM_AT + L.SEATS * PLANS
UTILITY_OF_PLAN_AT = CURRENT_STRATEGY_AT + L.SEATS * PLANS
CLIMB_AT = UTILITY_OF_PLAN_AT + PLANS
WORTH_AT = CLIMB_AT + SAMPLES
WORTH_WIDTH = 200
"""Card sums from 0 to 199: the highest card of a board is 99."""
CHANCE_AT = WORTH_AT + L.PLACES * WORTH_WIDTH
STAKE_AT = CHANCE_AT + L.SEATS + 1
GUESS_AT = STAKE_AT + 2 * L.PLACES
GAIN_SUM_AT = GUESS_AT + L.SEATS
READ_CHANCE_AT = GAIN_SUM_AT + L.SEATS * PLANS
VALUE_AT = READ_CHANCE_AT + L.SEATS
WEIGHTS_SIZE = VALUE_AT + L.PLACES * L.SEATS


@jit_internal
def open_slots(base: Ints, b: Ints) -> int:
    """How many cards a plan lays."""
    if base[L.ASK] == L.ASK_SACRIFICE:
        return 2 * b[L.B_PLACES]
    return (2 - base[L.LAID_N_AT + base[L.ASK_FROM]]) * (b[L.B_PLACES] - base[L.ASK_FROM])


@jit_internal
def altar_is_free(base: Ints, hero: int, seat: int) -> int:
    """1 if a plan may choose the card on the altar: before round 1, or while the hero cannot know it."""
    if base[L.ASK] == L.ASK_SACRIFICE:
        return 1
    return 0 if base[L.HANDS_SEEN] or hero in (seat, NO_HIDDEN_SACRIFICE) else 1


@jit_internal
def random_plan(base: Ints, b: Ints, hero: int, seat: int, random: Random, plans: Ints, to: int) -> None:
    """A shuffled hand; a free card on the altar takes part."""
    slots, free = open_slots(base, b), altar_is_free(base, hero, seat)
    before = base[L.ASK] == L.ASK_SACRIFICE
    source = (L.CARDS_AT if before else L.HAND_AT) + seat * L.HAND_MAX
    for slot in range(slots):
        plans[to + slot] = base[source + slot]
    plans[to + SACRIFICE_SLOT] = base[source + slots] if before else base[L.SACRIFICE_AT + seat]
    # Fisher-Yates; `free` lets the altar be one more slot to draw from.
    for slot in range(slots):
        other = slot + below(slots - slot + free, next_random(random))
        if other == slots:
            other = SACRIFICE_SLOT
        plans[to + slot], plans[to + other] = plans[to + other], plans[to + slot]


@jit_internal
def sample_by_weight(w: Reals, at: int, count: int, bits: np.uint64) -> int:
    """Draw a plan with probability proportional to its weight; uniformly if no plan has any."""
    total = 0.0
    for plan in range(count):
        total += w[at + plan]
    if total <= 0:
        return below(count, bits)
    # Inverse transform sampling with 30 bits.
    mark = below(1 << 30, bits) / (1 << 30) * total
    for plan in range(count):
        mark -= w[at + plan]
        if mark < 0:
            return plan
    # Rounding may leave a little of `mark` after the last weight.
    return count - 1


@jit_internal
def load(plans: Ints, seat: int, plan: int, profile_at: int) -> None:
    """Put a seat's plan into a profile."""
    load_from(plans, PLANS_AT + (seat * PLANS + plan) * SLOTS, seat, profile_at)


@jit_internal
def load_from(plans: Ints, source: int, seat: int, profile_at: int) -> None:
    """Put the plan that lies there into a profile."""
    for slot in range(SLOTS):
        plans[profile_at + seat * SLOTS + slot] = plans[source + slot]


@jit_internal
def same_plan(base: Ints, b: Ints, plans: Ints, one: int, two: int) -> bool:
    """Whether two plans lay the same cards at every place."""
    slots = open_slots(base, b)
    each = 2 if slots == 2 * b[L.B_PLACES] else 2 - base[L.LAID_N_AT + base[L.ASK_FROM]]
    if plans[one + SACRIFICE_SLOT] != plans[two + SACRIFICE_SLOT]:
        return False
    for slot in range(0, slots, each):
        # Two cards at a location are a set; with one card each, both ends are the same cell.
        low = min(plans[one + slot], plans[one + slot + each - 1])
        high = max(plans[one + slot], plans[one + slot + each - 1])
        if low != min(plans[two + slot], plans[two + slot + each - 1]):
            return False
        if high != max(plans[two + slot], plans[two + slot + each - 1]):
            return False
    return True
