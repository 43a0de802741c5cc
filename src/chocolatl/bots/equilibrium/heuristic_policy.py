"""Heuristic policy: the greedy bot's one-ply judgement on arrays, as a model of what people and greedy bots
lay.

Every opponent is guessed to offer two average cards at each location, scaled by how much is at stake there.
From these guesses follow the chances of each rank, from these the expected points of every card sum, and the
plan is the assignment of cards that local search finds for them.

The constants repeat those of bots/greedy: the cache of machine code is keyed by the sources of compiled
folders (jit), and would not notice a change elsewhere. Unit: points. Totals are in half pips, so that a tie
that is won or lost counts half a pip.
"""

from __future__ import annotations

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.plan_table import random_plan
from chocolatl.bots.equilibrium.rollout_policy import rank_value
from chocolatl.bots.equilibrium.round_simulation import SearchContext
from chocolatl.bots.equilibrium.separable_plan import exchange_by_worth, fixed, open_each, open_first
from chocolatl.engine import layout as L
from chocolatl.engine.chance_tape import below
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.engine.random_playout import next_random
from chocolatl.engine.ranking import precedence

STEADY_JUDGEMENT, WAVERING_JUDGEMENT = 0.15, 0.8
"""Noise of the value of a location, uniform, as a part of it: two kinds of players. A choice."""
STAKE_WEIGHT = 0.35
"""How far guessed offerings follow the stake: 0 means the same everywhere, 1 in proportion. A choice."""
SPREAD_ONE, SPREAD_TWO = 15.0, 20.0
"""Largest error of a guess, in half pips, with one and with two cards unknown. A choice."""


@jit_internal
def heuristic_plan(context: SearchContext, hero: int, seat: int, waver: float) -> None:
    """Write a plan at FRESH_AT; `waver` is the noise of each location's value."""
    first, until = open_first(context.base), context.b[L.B_PLACES]
    _stakes(context, seat, first, waver)
    for place in range(first, until):
        _judge(context, seat, place, open_each(context.base))
    random_plan(context.base, context.b, hero, seat, context.random, context.plans, P.FRESH_AT)
    _high_to_high(context, first, open_each(context.base))
    exchange_by_worth(context, hero, seat)


@jit_internal
def _high_to_high(context: SearchContext, first: int, each: int) -> None:
    """Exchange cards until the higher ones lie where more is at stake."""
    plans, w = context.plans, context.weights
    slots = each * (context.b[L.B_PLACES] - first)
    for slot in range(slots):
        stake = w[P.STAKE_AT + 2 * (first + slot // each) + 1]
        for other in range(slot + 1, slots):
            more = w[P.STAKE_AT + 2 * (first + other // each) + 1]
            one, two = plans[P.FRESH_AT + slot], plans[P.FRESH_AT + other]
            if (one < two and stake > more) or (one > two and stake < more):
                plans[P.FRESH_AT + slot], plans[P.FRESH_AT + other] = two, one


@jit_internal
def _stakes(context: SearchContext, seat: int, first: int, waver: float) -> None:
    """By place: the wavering factor, then how much more than usual is at stake."""
    w, b, until = context.weights, context.b, context.b[L.B_PLACES]
    mean = 0.0
    for place in range(first, until):
        factor = 1.0 + waver * (below(1 << 20, next_random(context.random)) / (1 << 19) - 1.0)
        low, high = 99.0, -99.0
        for rank in range(context.base[L.PLAYERS]):
            points = factor * rank_value(context.base, b, b[L.B_KIND_AT + place], rank, seat)
            low, high = min(low, points), max(high, points)
        w[P.STAKE_AT + 2 * place] = factor
        w[P.STAKE_AT + 2 * place + 1] = high - low
        mean += (high - low) / (until - first)
    for place in range(first, until):
        # Mean 1 over the places: guesses move between places, the sum of all cards stays.
        w[P.STAKE_AT + 2 * place + 1] = (
            1.0 - STAKE_WEIGHT + STAKE_WEIGHT * w[P.STAKE_AT + 2 * place + 1] / max(1e-9, mean)
        )


@jit_internal
def _judge(context: SearchContext, seat: int, place: int, each: int) -> None:
    """The worth of every sum of cards at a place."""
    w, base, n = context.weights, context.base, context.base[L.PLAYERS]
    kind, factor = context.b[L.B_KIND_AT + place], context.weights[P.STAKE_AT + 2 * place]
    spread = SPREAD_TWO if each == 2 else SPREAD_ONE
    own = fixed(base, seat, place, kind, each)
    highest = base[L.CARDS_AT + seat * L.HAND_MAX + base[L.CARD_COUNT] - 1]
    for other in range(n):
        w[P.GUESS_AT + other] = _guess(context, other, seat, place)
    for total in range(P.WORTH_WIDTH):
        at = P.WORTH_AT + place * P.WORTH_WIDTH + total
        # No sum of two cards is above this; the rest of the table only has to be monotone.
        if total > 2 * max(highest, 12):
            w[at] = w[at - 1]
            continue
        _chances(context, seat, own + total, spread)
        worth = 0.0
        for rank in range(n):
            worth += w[P.CHANCE_AT + rank] * rank_value(base, context.b, kind, rank, seat)
        w[at] = worth * factor


@jit_internal
def _chances(context: SearchContext, seat: int, total: int, spread: float) -> None:
    """The chance of each rank with this total."""
    w = context.weights
    # Poisson binomial distribution: opponents are passed independently, one after the other.
    w[P.CHANCE_AT] = 1.0
    passed = 0
    for other in range(context.base[L.PLAYERS]):
        if other != seat:
            ahead = _ahead(2 * total - w[P.GUESS_AT + other], spread)
            w[P.CHANCE_AT + passed + 1] = 0.0
            for rank in range(passed, -1, -1):
                w[P.CHANCE_AT + rank + 1] += w[P.CHANCE_AT + rank] * (1.0 - ahead)
                w[P.CHANCE_AT + rank] *= ahead
            passed += 1


@jit_internal
def _ahead(lead: float, spread: float) -> float:
    """Chance to be ahead: a smoothstep from -spread to +spread, like a normal distribution without exp."""
    part = min(1.0, max(0.0, (lead + spread) / (2 * spread)))
    return part * part * (3 - 2 * part)


@jit_internal
def _guess(context: SearchContext, other: int, seat: int, place: int) -> float:
    """An opponent's total in half pips; a tie counts as half a pip."""
    base = context.base
    known = base[L.SHOWN_N_AT + place]
    kind = context.b[L.B_KIND_AT + place]
    hidden = (2 - known) * _usual_card(base, context.b, other) * context.weights[P.STAKE_AT + 2 * place + 1]
    # In half pips a tie lies between two totals: +1 for an opponent who wins it, -1 for one who loses.
    tie = 1 if precedence(base, other) > precedence(base, seat) else -1
    return 2 * (hidden + fixed(base, other, place, kind, 2 - known)) + tie


@jit_internal
def _usual_card(s: Ints, b: Ints, seat: int) -> float:
    """The average card that this seat has not shown yet in this round."""
    total, left = 0, s[L.CARD_COUNT]
    for card in range(s[L.CARD_COUNT]):
        total += s[L.CARDS_AT + seat * L.HAND_MAX + card]
    for place in range(b[L.B_PLACES]):
        for card in range(s[L.SHOWN_N_AT + place]):
            total -= s[L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + card]
            left -= 1
    return total / left if left > 0 else 0.0
