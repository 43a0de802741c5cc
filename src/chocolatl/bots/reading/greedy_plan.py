"""The greedy bot's bid on arrays: the same plan as bots/greedy/bid_plan.py makes, about 30 times as fast.

Method  Per location, the expected points of every card sum (Poisson binomial over guessed opponents); cards
        dealt from high stakes to low, then the best exchange between two locations as long as one helps.
Data    Position `context.base`; the plan ends up at P.FRESH_AT. P.VALUE_AT holds the points of each rank at
        each place, P.STAKE_AT the stake and how much a place attracts, P.WORTH_AT the worth of every sum.
Unit    Points. Totals are in half pips, so that a tie that is won or lost counts half a pip.
Status  tests/bots/test_reading.py compares it with the greedy bot. Unlike heuristic_policy.py, which is the
        same judgement with a coarser local search, it repeats the order of the exchanges: a greedy bot that
        does not waver is then predicted card by card.
"""

from __future__ import annotations

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.heuristic_policy import SPREAD_ONE, SPREAD_TWO, STAKE_WEIGHT
from chocolatl.bots.equilibrium.rollout_policy import rank_value
from chocolatl.bots.equilibrium.round_simulation import SearchContext
from chocolatl.bots.equilibrium.separable_plan import fixed, open_each, open_first
from chocolatl.engine import layout as L
from chocolatl.engine.chance_tape import below
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.engine.random_playout import next_random
from chocolatl.engine.ranking import precedence

STONE_EXCESS = 0.025
"""A stone is worth 1.4 to the rollout policy and 1 + 3/8 to the greedy bot."""
FIRST_STONES, SECOND_STONES = 1.4, 0.6
"""Stones that the first and the second expect at the pyramid: both stones in 4 of 10 cases."""
NO_GAIN = 1e-9
"""An exchange must gain more than rounding, as in bid_plan.py."""


@jit_internal
def greedy_plan(context: SearchContext, seat: int, waver: float) -> None:
    """Write at FRESH_AT what a greedy bot would lay whose judgement wavers by this part."""
    judge_places(context, seat, waver)
    deal_by_stake(context, seat)
    _exchange_all(context)


@jit_internal
def judge_places(context: SearchContext, seat: int, waver: float) -> None:
    """Fill the values, the stakes and the worth of every card sum."""
    first, until = open_first(context.base), context.b[L.B_PLACES]
    _values(context, seat, first, waver)
    for place in range(first, until):
        _judge_sums(context, seat, place)


@jit_internal
def _values(context: SearchContext, seat: int, first: int, waver: float) -> None:
    """The wavering points of each rank; then per place the stake and the pull (1 on average)."""
    w, base, b = context.weights, context.base, context.b
    until, n = b[L.B_PLACES], base[L.PLAYERS]
    mean = 0.0
    for place in range(first, until):
        # Uniform in 1 +- waver, one factor per location, as the greedy bot draws it.
        factor = 1.0 + waver * (below(1 << 20, next_random(context.random)) / (1 << 19) - 1.0)
        low, high = 1e9, -1e9
        for rank in range(n):
            points = factor * _rank_points(base, b, b[L.B_KIND_AT + place], rank, seat)
            w[P.VALUE_AT + place * L.SEATS + rank] = points
            low, high = min(low, points), max(high, points)
        w[P.STAKE_AT + 2 * place] = high - low
        mean += (high - low) / (until - first)
    for place in range(first, until):
        relative = w[P.STAKE_AT + 2 * place] / max(NO_GAIN, mean)
        w[P.STAKE_AT + 2 * place + 1] = 1.0 - STAKE_WEIGHT + STAKE_WEIGHT * relative


@jit_internal
def _rank_points(s: Ints, b: Ints, kind: int, rank: int, seat: int) -> float:
    """The greedy bot's rank_value.py; only the stones differ from the rollout policy."""
    points = rank_value(s, b, kind, rank, seat)
    if kind == L.PYRAMID and rank < 2:
        points -= STONE_EXCESS * (FIRST_STONES if rank == 0 else SECOND_STONES)
    return points


@jit_internal
def _judge_sums(context: SearchContext, seat: int, place: int) -> None:
    """The expected points of every sum of cards at a place."""
    w, base, n = context.weights, context.base, context.base[L.PLAYERS]
    each, kind = open_each(base), context.b[L.B_KIND_AT + place]
    spread = SPREAD_TWO if each == 2 else SPREAD_ONE
    own = fixed(base, seat, place, kind, each)
    for other in range(n):
        w[P.GUESS_AT + other] = _guess(context, other, seat, place, each)
    # No sum is above twice the highest card; cells beyond it are never read.
    highest = base[L.CARDS_AT + seat * L.HAND_MAX + base[L.CARD_COUNT] - 1]
    for total in range(min(P.WORTH_WIDTH, each * highest + 1)):
        _rank_chances(context, seat, 2 * (own + total), spread)
        worth = 0.0
        for rank in range(n):
            worth += w[P.CHANCE_AT + rank] * w[P.VALUE_AT + place * L.SEATS + rank]
        w[P.WORTH_AT + place * P.WORTH_WIDTH + total] = worth


@jit_internal
def _rank_chances(context: SearchContext, seat: int, total: int, spread: float) -> None:
    """Poisson binomial distribution of the rank: opponents are passed independently."""
    w = context.weights
    w[P.CHANCE_AT] = 1.0
    seen = 0
    for other in range(context.base[L.PLAYERS]):
        if other != seat:
            # Smoothstep from -spread to +spread, as rank_odds.py has it.
            part = min(1.0, max(0.0, (total - w[P.GUESS_AT + other] + spread) / (2 * spread)))
            ahead = part * part * (3 - 2 * part)
            w[P.CHANCE_AT + seen + 1] = 0.0
            for rank in range(seen, -1, -1):
                w[P.CHANCE_AT + rank + 1] += w[P.CHANCE_AT + rank] * (1.0 - ahead)
                w[P.CHANCE_AT + rank] *= ahead
            seen += 1


@jit_internal
def _guess(context: SearchContext, other: int, seat: int, place: int, each: int) -> float:
    """An opponent's total in half pips: cards that are not shown are supposed to be average."""
    base, b = context.base, context.b
    pull = context.weights[P.STAKE_AT + 2 * place + 1]
    hidden = each * _average_left(base, b, other) * pull
    tie = 1 if precedence(base, other) > precedence(base, seat) else -1
    return float(int(2 * (fixed(base, other, place, b[L.B_KIND_AT + place], each) + hidden)) + tie)


@jit_internal
def _average_left(s: Ints, b: Ints, seat: int) -> float:
    """The average card that a seat may still hold; in round 1 nobody knows which one is on the altar."""
    total, left = 0, s[L.CARD_COUNT]
    for card in range(s[L.CARD_COUNT]):
        total += s[L.CARDS_AT + seat * L.HAND_MAX + card]
    if not s[L.HANDS_SEEN]:
        total, left = 0, 2 * b[L.B_PLACES] + 1
        for card in range(left):
            total += b[L.B_CARDS_AT + card]
    for place in range(b[L.B_PLACES]):
        for card in range(s[L.SHOWN_N_AT + place]):
            total -= s[L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + card]
            left -= 1
    return total / left if left > 0 else 0.0


@jit_internal
def deal_by_stake(context: SearchContext, seat: int) -> None:
    """The highest cards to the largest stake, and so on; equal stakes in the order of the board."""
    base, plans, w = context.base, context.plans, context.weights
    first, each, until = open_first(base), open_each(base), context.b[L.B_PLACES]
    # The hand is ascending: the card for the k-th largest stake counts from its end.
    top = L.HAND_AT + seat * L.HAND_MAX + base[L.HAND_SIZE] - 1
    for place in range(first, until):
        before = 0
        for other in range(first, until):
            more = w[P.STAKE_AT + 2 * other] - w[P.STAKE_AT + 2 * place]
            before += more > 0 or (more == 0 and other < place)
        total = 0
        for card in range(each):
            value = base[top - each * before - card]
            plans[P.FRESH_AT + each * (place - first) + card] = value
            total += value
        plans[P.SUMS_AT + place] = total


@jit_internal
def _exchange_all(context: SearchContext) -> None:
    """Best exchange between every two places, until none helps; a pair is skipped if both are unchanged."""
    first, until = open_first(context.base), context.b[L.B_PLACES]
    # Sets of places as bits. It ends because every exchange raises the sum of the worth.
    changed = (1 << until) - 1
    while changed:
        before, changed = changed, 0
        for one in range(first, until):
            for two in range(one + 1, until):
                pair = (1 << one) | (1 << two)
                if (before | changed) & pair and _exchange_best(context, first, one, two):
                    changed |= pair


@jit_internal
def _exchange_best(context: SearchContext, first: int, here: int, there: int) -> bool:
    """Make the best exchange of one card between two places, if one helps."""
    plans, w, each = context.plans, context.weights, open_each(context.base)
    mine, theirs = P.FRESH_AT + each * (here - first), P.FRESH_AT + each * (there - first)
    at = P.WORTH_AT + here * P.WORTH_WIDTH + plans[P.SUMS_AT + here]
    to = P.WORTH_AT + there * P.WORTH_WIDTH + plans[P.SUMS_AT + there]
    best, one, two = w[at] + w[to] + NO_GAIN, -1, -1
    for a in range(each):
        for b in range(each):
            gain = plans[theirs + b] - plans[mine + a]
            worth = w[at + gain] + w[to - gain]
            if worth > best:
                best, one, two = worth, mine + a, theirs + b
    if one < 0:
        return False
    gain = plans[two] - plans[one]
    plans[P.SUMS_AT + here] += gain
    plans[P.SUMS_AT + there] -= gain
    plans[one], plans[two] = plans[two], plans[one]
    return True
