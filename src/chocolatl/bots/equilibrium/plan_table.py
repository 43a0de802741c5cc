"""Plans for one round: which card lies in which open slot; where they are kept, drawn and compared."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium.round_simulation import SACRIFICE_SLOT, SLOTS
from chocolatl.fast.chance import below
from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    ASK,
    ASK_FROM,
    ASK_SACRIFICE,
    B_PLACES,
    CARDS_AT,
    HAND_AT,
    HAND_MAX,
    LAID_N_AT,
    PLACES,
    SACRIFICE_AT,
    SEATS,
    SEEN,
    Ints,
    Reals,
)
from chocolatl.fast.playout import Random, draw

NO_HIDDEN_SACRIFICE = -1
"""In place of a hero: nobody's altar is hidden (self-play)."""
PLANS = 48
"""Room for plans per seat."""
SAMPLES = 64
"""Room for opponents in one climb."""
HABITS = 8
"""Plans out of habit per seat."""

# The table of plans: how many each seat has, the profile at hand, a fresh plan, sampled profiles, all plans.
COUNT_AT = 0
PROFILE_AT = COUNT_AT + SEATS
FRESH_AT = PROFILE_AT + SEATS * SLOTS
SAMPLE_AT = FRESH_AT + SLOTS
PLANS_AT = SAMPLE_AT + SAMPLES * SEATS * SLOTS
SUMS_AT = PLANS_AT + SEATS * PLANS * SLOTS  # sums of the fresh plan at each place
NEED_AT = SUMS_AT + PLACES  # what it takes to pass each opponent
HABITS_AT = NEED_AT + SEATS
PLANS_SIZE = HABITS_AT + SEATS * HABITS * SLOTS

# The weights: regret, sum of strategies, strategy now; gains of one seat's plans; shares of one climb.
REGRET_AT = 0
STRATEGY_SUM_AT = REGRET_AT + SEATS * PLANS
CURRENT_STRATEGY_AT = STRATEGY_SUM_AT + SEATS * PLANS
UTILITY_OF_PLAN_AT = CURRENT_STRATEGY_AT + SEATS * PLANS
CLIMB_AT = UTILITY_OF_PLAN_AT + PLANS
WORTH_AT = CLIMB_AT + SAMPLES  # what each sum of cards is worth at each place
WORTH_WIDTH = 200
CHANCE_AT = WORTH_AT + PLACES * WORTH_WIDTH  # the chance of each rank
STAKE_AT = CHANCE_AT + SEATS + 1  # by place: a wavering factor, and how much more than usual is at stake
GUESS_AT = STAKE_AT + 2 * PLACES  # by seat: the total it is guessed to offer
GAIN_SUM_AT = GUESS_AT + SEATS  # by plan: how much more it gained than the mixture did
WEIGHTS_SIZE = GAIN_SUM_AT + SEATS * PLANS


@inner
def open_slots(base: Ints, b: Ints) -> int:
    """How many cards a plan lays."""
    if base[ASK] == ASK_SACRIFICE:
        return 2 * b[B_PLACES]
    return (2 - base[LAID_N_AT + base[ASK_FROM]]) * (b[B_PLACES] - base[ASK_FROM])


@inner
def altar_is_free(base: Ints, hero: int, seat: int) -> int:
    """1 if a plan may choose the card on the altar: before round 1, or while the hero cannot know it."""
    if base[ASK] == ASK_SACRIFICE:
        return 1
    return 0 if base[SEEN] or hero in (seat, NO_HIDDEN_SACRIFICE) else 1


@inner
def random_plan(base: Ints, b: Ints, hero: int, seat: int, random: Random, plans: Ints, to: int) -> None:
    """A shuffled hand; a free card on the altar takes part."""
    slots, free = open_slots(base, b), altar_is_free(base, hero, seat)
    before = base[ASK] == ASK_SACRIFICE
    source = (CARDS_AT if before else HAND_AT) + seat * HAND_MAX
    for slot in range(slots):
        plans[to + slot] = base[source + slot]
    plans[to + SACRIFICE_SLOT] = base[source + slots] if before else base[SACRIFICE_AT + seat]
    for slot in range(slots):
        other = slot + below(slots - slot + free, draw(random))
        if other == slots:
            other = SACRIFICE_SLOT
        plans[to + slot], plans[to + other] = plans[to + other], plans[to + slot]


@inner
def sample_by_weight(w: Reals, at: int, count: int, bits: np.uint64) -> int:
    """A plan by its weight; any, if none has weight."""
    total = 0.0
    for plan in range(count):
        total += w[at + plan]
    if total <= 0:
        return below(count, bits)
    mark = below(1 << 30, bits) / (1 << 30) * total
    for plan in range(count):
        mark -= w[at + plan]
        if mark < 0:
            return plan
    return count - 1


@inner
def load(plans: Ints, seat: int, plan: int, profile_at: int) -> None:
    """Put a seat's plan into a profile."""
    load_from(plans, PLANS_AT + (seat * PLANS + plan) * SLOTS, seat, profile_at)


@inner
def load_from(plans: Ints, source: int, seat: int, profile_at: int) -> None:
    """Put the plan that lies there into a profile."""
    for slot in range(SLOTS):
        plans[profile_at + seat * SLOTS + slot] = plans[source + slot]


@inner
def same_plan(base: Ints, b: Ints, plans: Ints, one: int, two: int) -> bool:
    """Whether two plans lay the same cards at every place."""
    slots = open_slots(base, b)
    each = 2 if slots == 2 * b[B_PLACES] else 2 - base[LAID_N_AT + base[ASK_FROM]]
    if plans[one + SACRIFICE_SLOT] != plans[two + SACRIFICE_SLOT]:
        return False
    for slot in range(0, slots, each):
        low = min(plans[one + slot], plans[one + slot + each - 1])
        high = max(plans[one + slot], plans[one + slot + each - 1])
        if low != min(plans[two + slot], plans[two + slot + each - 1]):
            return False
        if high != max(plans[two + slot], plans[two + slot + each - 1]):
            return False
    return True
