"""What a sensible player lays out of habit: everyone else is guessed to lay what is usual at a place.

The judgement of the greedy bot, compiled, with its numbers written down again: machine code is kept by what
lies in this folder, and would not notice a change elsewhere. Searches suppose that opponents play like this.
"""

from __future__ import annotations

from chocolatl.bots.equilibrium.plan_table import (
    CHANCE_AT,
    FRESH_AT,
    GUESS_AT,
    STAKE_AT,
    WORTH_AT,
    WORTH_WIDTH,
    random_plan,
)
from chocolatl.bots.equilibrium.rollout_policy import rank_value
from chocolatl.bots.equilibrium.round_simulation import SearchContext
from chocolatl.bots.equilibrium.separable_plan import exchange_by_worth, fixed, open_each, open_first
from chocolatl.fast.chance import below
from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    B_KIND_AT,
    B_PLACES,
    CARD_COUNT,
    CARDS_AT,
    HAND_MAX,
    LAID_AT,
    LAID_WIDTH,
    PLAYERS,
    SHOWN_N_AT,
    Ints,
)
from chocolatl.fast.playout import draw
from chocolatl.fast.score import precedence

STEADY_JUDGEMENT, WAVERING_JUDGEMENT = 0.15, 0.8
"""How far the habitual judgement of a place is off."""
STAKE_WEIGHT = 0.35
"""How much more opponents are guessed to bid where more is at stake."""
SPREAD_ONE, SPREAD_TWO = 15.0, 20.0
"""How far off a guess can be, in half pips, with one and with two cards unknown."""


@inner
def heuristic_plan(context: SearchContext, hero: int, seat: int, waver: float) -> None:
    """Write a plan at FRESH_AT; judgement of every place wavers by up to this part."""
    first, until = open_first(context.base), context.b[B_PLACES]
    _stakes(context, seat, first, waver)
    for place in range(first, until):
        _judge(context, seat, place, open_each(context.base))
    random_plan(context.base, context.b, hero, seat, context.random, context.plans, FRESH_AT)
    _high_to_high(context, first, open_each(context.base))
    exchange_by_worth(context, hero, seat)


@inner
def _high_to_high(context: SearchContext, first: int, each: int) -> None:
    """Exchange cards until the higher ones lie where more is at stake."""
    plans, w = context.plans, context.weights
    slots = each * (context.b[B_PLACES] - first)
    for slot in range(slots):
        stake = w[STAKE_AT + 2 * (first + slot // each) + 1]
        for other in range(slot + 1, slots):
            more = w[STAKE_AT + 2 * (first + other // each) + 1]
            one, two = plans[FRESH_AT + slot], plans[FRESH_AT + other]
            if (one < two and stake > more) or (one > two and stake < more):
                plans[FRESH_AT + slot], plans[FRESH_AT + other] = two, one


@inner
def _stakes(context: SearchContext, seat: int, first: int, waver: float) -> None:
    """By place: the wavering factor, then how much more than usual is at stake."""
    w, b, until = context.weights, context.b, context.b[B_PLACES]
    mean = 0.0
    for place in range(first, until):
        factor = 1.0 + waver * (below(1 << 20, draw(context.random)) / (1 << 19) - 1.0)
        low, high = 99.0, -99.0
        for rank in range(context.base[PLAYERS]):
            points = factor * rank_value(context.base, b, b[B_KIND_AT + place], rank, seat)
            low, high = min(low, points), max(high, points)
        w[STAKE_AT + 2 * place] = factor
        w[STAKE_AT + 2 * place + 1] = high - low
        mean += (high - low) / (until - first)
    for place in range(first, until):
        w[STAKE_AT + 2 * place + 1] = (
            1.0 - STAKE_WEIGHT + STAKE_WEIGHT * w[STAKE_AT + 2 * place + 1] / max(1e-9, mean)
        )


@inner
def _judge(context: SearchContext, seat: int, place: int, each: int) -> None:
    """The worth of every sum of cards at a place."""
    w, base, n = context.weights, context.base, context.base[PLAYERS]
    kind, factor = context.b[B_KIND_AT + place], context.weights[STAKE_AT + 2 * place]
    spread = SPREAD_TWO if each == 2 else SPREAD_ONE
    own = fixed(base, seat, place, kind, each)
    highest = base[CARDS_AT + seat * HAND_MAX + base[CARD_COUNT] - 1]
    for other in range(n):
        w[GUESS_AT + other] = _guess(context, other, seat, place)
    for total in range(WORTH_WIDTH):
        at = WORTH_AT + place * WORTH_WIDTH + total
        if total > 2 * max(highest, 12):
            w[at] = w[at - 1]
            continue
        _chances(context, seat, own + total, spread)
        worth = 0.0
        for rank in range(n):
            worth += w[CHANCE_AT + rank] * rank_value(base, context.b, kind, rank, seat)
        w[at] = worth * factor


@inner
def _chances(context: SearchContext, seat: int, total: int, spread: float) -> None:
    """The chance of each rank with this total."""
    w = context.weights
    w[CHANCE_AT] = 1.0
    passed = 0
    for other in range(context.base[PLAYERS]):
        if other != seat:
            ahead = _ahead(2 * total - w[GUESS_AT + other], spread)
            w[CHANCE_AT + passed + 1] = 0.0
            for rank in range(passed, -1, -1):
                w[CHANCE_AT + rank + 1] += w[CHANCE_AT + rank] * (1.0 - ahead)
                w[CHANCE_AT + rank] *= ahead
            passed += 1


@inner
def _ahead(lead: float, spread: float) -> float:
    part = min(1.0, max(0.0, (lead + spread) / (2 * spread)))
    return part * part * (3 - 2 * part)


@inner
def _guess(context: SearchContext, other: int, seat: int, place: int) -> float:
    """An opponent's total in half pips; a tie counts as half a pip."""
    base = context.base
    known = base[SHOWN_N_AT + place]
    kind = context.b[B_KIND_AT + place]
    hidden = (2 - known) * _usual_card(base, context.b, other) * context.weights[STAKE_AT + 2 * place + 1]
    tie = 1 if precedence(base, other) > precedence(base, seat) else -1
    return 2 * (hidden + fixed(base, other, place, kind, 2 - known)) + tie


@inner
def _usual_card(s: Ints, b: Ints, seat: int) -> float:
    """The average card that this seat has not shown yet in this round."""
    total, left = 0, s[CARD_COUNT]
    for card in range(s[CARD_COUNT]):
        total += s[CARDS_AT + seat * HAND_MAX + card]
    for place in range(b[B_PLACES]):
        for card in range(s[SHOWN_N_AT + place]):
            total -= s[LAID_AT + seat * LAID_WIDTH + 2 * place + card]
            left -= 1
    return total / left if left > 0 else 0.0
