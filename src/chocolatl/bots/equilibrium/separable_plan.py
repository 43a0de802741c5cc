"""Constructive start of the response oracle: locations are judged independently (a separable objective).

For each location a table says what every card sum is worth against the sampled opponents: the sum of the
value steps at the totals that pass each of them. Then pairs of cards are swapped while the total value grows
(2-opt local search for an assignment problem). Coupling between locations is ignored here; the search
corrects it. Values get multiplicative noise, so that repeated calls give different plans.
"""

from __future__ import annotations

from math import exp

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.plan_table import altar_is_free, open_slots, random_plan
from chocolatl.bots.equilibrium.rollout_policy import rank_value
from chocolatl.bots.equilibrium.round_simulation import SACRIFICE_SLOT, SLOTS, SearchContext
from chocolatl.engine import layout as L
from chocolatl.engine.chance_tape import below
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.engine.random_playout import next_random
from chocolatl.engine.ranking import hut_modifier, old_man_modifier, precedence

LOG_VALUE_NOISE = 0.5
"""A location's values are multiplied by exp(u), u uniform in +-this. A choice, not measured."""
SWEEPS = 4
"""Passes of 2-opt at most. A choice, not measured."""
IMPROVEMENT = 1e-9
"""A swap must gain more than rounding errors, or two equal plans would be swapped for ever."""
HIGHEST_SACRIFICE_VALUE, SURE_SACRIFICE = 3.0, 12.0
"""Rule 6.1, and the card that surely is the highest on the usual board."""


@jit_internal
def separable_plan(context: SearchContext, hero: int, seat: int, samples: int) -> None:
    """Write a plan at FRESH_AT that does well, location by location, against the sampled opponents."""
    first, each = open_first(context.base), open_each(context.base)
    for place in range(first, context.b[L.B_PLACES]):
        _judge_place(context, seat, place, first, each, samples)
    random_plan(context.base, context.b, hero, seat, context.random, context.plans, P.FRESH_AT)
    exchange_by_worth(context, hero, seat)


@jit_internal
def open_first(base: Ints) -> int:
    """The first place that a plan is about."""
    return 0 if base[L.ASK] == L.ASK_SACRIFICE else base[L.ASK_FROM]


@jit_internal
def open_each(base: Ints) -> int:
    """How many cards a plan lays at each place."""
    return 2 if base[L.ASK] == L.ASK_SACRIFICE else 2 - base[L.LAID_N_AT + base[L.ASK_FROM]]


@jit_internal
def exchange_by_worth(context: SearchContext, hero: int, seat: int) -> None:
    """Exchange cards of the fresh plan as long as the worth of the sums grows."""
    base, b = context.base, context.b
    first, each = open_first(base), open_each(base)
    for place in range(first, b[L.B_PLACES]):
        at = P.FRESH_AT + each * (place - first)
        context.plans[P.SUMS_AT + place] = context.plans[at] + (context.plans[at + 1] if each == 2 else 0)
    free = altar_is_free(base, hero, seat)
    for _ in range(SWEEPS):
        if not _sweep(context, first, each, free):
            return


@jit_internal
def _sweep(context: SearchContext, first: int, each: int, free: int) -> bool:
    """Exchange every two cards whose exchange helps; tells whether there were any."""
    slots = open_slots(context.base, context.b)
    changed = False
    for one in range(slots):
        for two in range(one + 1, slots):
            # Two cards at one location make the same sum whichever comes first.
            if one // each != two // each:
                changed |= _exchange(context, first + one // each, one, first + two // each, two)
        if free:
            changed |= _exchange_altar(context, first + one // each, one)
    return changed


@jit_internal
def _exchange(context: SearchContext, here: int, one: int, there: int, two: int) -> bool:
    plans, w = context.plans, context.weights
    # Only two sums change, so the gain is four reads of the tables of worth: no simulation.
    gain = plans[P.FRESH_AT + two] - plans[P.FRESH_AT + one]
    before = w[P.WORTH_AT + here * P.WORTH_WIDTH + plans[P.SUMS_AT + here]]
    before += w[P.WORTH_AT + there * P.WORTH_WIDTH + plans[P.SUMS_AT + there]]
    after = w[P.WORTH_AT + here * P.WORTH_WIDTH + plans[P.SUMS_AT + here] + gain]
    after += w[P.WORTH_AT + there * P.WORTH_WIDTH + plans[P.SUMS_AT + there] - gain]
    if after <= before + IMPROVEMENT:
        return False
    plans[P.SUMS_AT + here] += gain
    plans[P.SUMS_AT + there] -= gain
    plans[P.FRESH_AT + one], plans[P.FRESH_AT + two] = plans[P.FRESH_AT + two], plans[P.FRESH_AT + one]
    return True


@jit_internal
def _exchange_altar(context: SearchContext, here: int, one: int) -> bool:
    """A card on the altar is worth its points (6.1) and perhaps the three for the highest."""
    plans, w = context.plans, context.weights
    card, altar = plans[P.FRESH_AT + one], plans[P.FRESH_AT + SACRIFICE_SLOT]
    at = P.WORTH_AT + here * P.WORTH_WIDTH + plans[P.SUMS_AT + here]
    if w[at + altar - card] + _altar_points(card) <= w[at] + _altar_points(altar) + IMPROVEMENT:
        return False
    plans[P.SUMS_AT + here] += altar - card
    plans[P.FRESH_AT + one], plans[P.FRESH_AT + SACRIFICE_SLOT] = altar, card
    return True


@jit_internal
def _altar_points(card: int) -> float:
    """The card's points, and three times a guess (fourth power) of its chance to be the highest."""
    return card + HIGHEST_SACRIFICE_VALUE * min(1.0, (card / SURE_SACRIFICE) ** 4)


@jit_internal
def _judge_place(context: SearchContext, seat: int, place: int, first: int, each: int, samples: int) -> None:
    """The worth of every sum of cards at a place, by what it takes to pass each sampled opponent."""
    w, base, plans = context.weights, context.base, context.plans
    n, kind = base[L.PLAYERS], context.b[L.B_KIND_AT + place]
    at = P.WORTH_AT + place * P.WORTH_WIDTH
    for total in range(P.WORTH_WIDTH):
        w[at + total] = 0.0
    for sample in range(samples):
        profile = P.SAMPLE_AT + sample * L.SEATS * SLOTS + each * (place - first)
        found = _needs(context, seat, place, kind, profile, each)
        # `worth` is built as steps: each cell holds what is gained at exactly this sum, added up below.
        w[at] += rank_value(base, context.b, kind, n - 1, seat)
        for step in range(found):
            need = max(0, plans[P.NEED_AT + step])
            if need < P.WORTH_WIDTH:
                # `step` opponents are passed by then, the cheapest first: the rank is counted from the last.
                rank = n - 2 - step
                more = rank_value(base, context.b, kind, rank, seat)
                w[at + need] += more - rank_value(base, context.b, kind, rank + 1, seat)
    # 20 random bits, scaled to -1 ... 1.
    waver = exp(LOG_VALUE_NOISE * (below(1 << 20, next_random(context.random)) / (1 << 19) - 1.0)) / samples
    worth = 0.0
    for total in range(P.WORTH_WIDTH):
        worth += w[at + total] * waver
        w[at + total] = worth


@jit_internal
def _needs(context: SearchContext, seat: int, place: int, kind: int, profile: int, each: int) -> int:
    """The sums that pass the opponents of one sample, lowest first; returns how many."""
    base, plans = context.base, context.plans
    own = fixed(base, seat, place, kind, each)
    found = 0
    for other in range(base[L.PLAYERS]):
        if other == seat:
            continue
        bid = plans[profile + other * SLOTS]
        if each == 2:
            bid += plans[profile + other * SLOTS + 1]
        need = bid + fixed(base, other, place, kind, each) - own
        # Who loses a tie (3.6) needs one more.
        need += precedence(base, other) > precedence(base, seat)
        # Insertion sort: at most four opponents.
        step = found
        while step > 0 and plans[P.NEED_AT + step - 1] > need:
            plans[P.NEED_AT + step] = plans[P.NEED_AT + step - 1]
            step -= 1
        plans[P.NEED_AT + step] = need
        found += 1
    return found


@jit_internal
def fixed(s: Ints, seat: int, place: int, kind: int, each: int) -> int:
    """What an offering has without the cards of the plan."""
    modifiers = hut_modifier(s, seat, kind) + old_man_modifier(s, seat, kind)
    return modifiers + (s[L.LAID_AT + seat * L.LAID_WIDTH + 2 * place] if each == 1 else 0)
