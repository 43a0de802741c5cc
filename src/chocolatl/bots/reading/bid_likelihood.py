"""How well each kind of player explains what a seat has laid.

For a kind T and an observed bid x (one number per location) the likelihood is a kernel estimate over plans
sampled from T, which share their dice over all kinds:

    L(x | T) = 1/K sum_k prod_l k_T(x_l - y_kl),   k_T(d) = (1 - e) (1-q)/(1+q) q^|d| + e/W,   y_k ~ T

a two-sided geometric kernel: q says how near to a sampled plan a player of this kind is expected to be, and
e/W keeps one odd pair of cards from ruling a kind out. What is compared depends on the round's mode:

    red     the sum at each location
    gold    the sum at the location that is asked for, given what was shown before
    green   first cards: the nearer card of the planned pair; second cards: the card itself
"""

from __future__ import annotations

from math import log

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.round_simulation import Arrays, Floats, SearchContext, context_of
from chocolatl.bots.equilibrium.separable_plan import open_each, open_first
from chocolatl.bots.reading.opponent_types import COPY, RATIONAL, TYPES, copies, sample_habits, type_plan
from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit, jit_internal
from chocolatl.engine.layout import Ints, Vector

NEARNESS = (0.65, 0.3, 0.35, 0.5, 0.35, 0.75, 0.65, 0.3)
"""q of each kind, in the order of opponent_types.py: what samples do not cover of its spread. For RATIONAL,
GREEDY, WAVERING and RANDOM the most likely value on games of these bots (63 to 132 bids each, seeds 50 to
57); FLAT is wider than that (0.65): it would explain the equilibrium bot too; the others are choices."""
SURPRISE, SUMS = 0.03, 30
"""e and W: in three of a hundred locations anything may lie, any of about 30 sums."""
PLANS_SAMPLED, RATIONAL_PLANS_SAMPLED = 12, 40
"""K, plans per kind and decision. The mean of few kernels is mostly too low, the more so the wider a kind
spreads its plans; RATIONAL is the widest, and would lose bids that it should explain."""


@jit
def add_log_likelihoods(arrays: Arrays, bids: Vector, known: int, out: Floats) -> None:
    """Add to out[seat, kind] the log-likelihood of what each seat laid at the decision of `base`.

    `bids` has 2 x PLACES cards per seat, in the order they were laid. `known` is 0 if there was no round
    before, so that nobody can have copied it.
    """
    context = context_of(arrays)
    for seat in range(context.base[L.PLAYERS]):
        sample_habits(context, seat)
        rational = 0.0
        for kind in range(TYPES):
            # Where nobody can copy, COPY gets what RATIONAL gets: no evidence for or against it.
            if kind == COPY and not (known and copies(context, seat)):
                out[seat, kind] += rational
                continue
            evidence = log(_likelihood(context, bids, seat, kind))
            if kind == RATIONAL:
                rational = evidence
            out[seat, kind] += evidence


@jit_internal
def _likelihood(context: SearchContext, bids: Ints, seat: int, kind: int) -> float:
    total, count = 0.0, RATIONAL_PLANS_SAMPLED if kind == RATIONAL else PLANS_SAMPLED
    for _ in range(count):
        type_plan(context, seat, kind)
        total += _agreement(context, bids, seat, NEARNESS[kind])
    return total / count


@jit_internal
def _agreement(context: SearchContext, bids: Ints, seat: int, near: float) -> float:
    """The kernel's product over the locations of this decision."""
    base = context.base
    first, each = open_first(base), open_each(base)
    until = first + 1 if base[L.MODE] == L.GOLD else context.b[L.B_PLACES]
    product = 1.0
    for place in range(first, until):
        at = P.FRESH_AT + each * (place - first)
        distance = _distance(context, bids, seat * L.LAID_WIDTH + 2 * place, at, each)
        kernel = (1 - near) / (1 + near) * near**distance
        product *= (1 - SURPRISE) * kernel + SURPRISE / SUMS
    return product


@jit_internal
def _distance(context: SearchContext, bids: Ints, laid: int, planned: int, each: int) -> int:
    """Pips between what was laid and what was planned."""
    plans = context.plans
    if each == 1:
        return abs(bids[laid + 1] - plans[planned])
    if context.base[L.MODE] == L.GREEN:
        return min(abs(bids[laid] - plans[planned]), abs(bids[laid] - plans[planned + 1]))
    return abs(bids[laid] + bids[laid + 1] - plans[planned] - plans[planned + 1])
