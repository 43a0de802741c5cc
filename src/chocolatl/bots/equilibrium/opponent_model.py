"""Opponent model: profiles from the solution, a heuristic policy or what was read, with trembling hands.

Without it a solution of a dozen plans is too sharp: it answers exactly these, and nobody else plays them. So
a share of all samples lets every opponent follow the heuristic policy, and sampled plans may have cards of
similar value swapped (the trembling hand of Selten 1975, as noise on plans).

A seat that was recognised by its earlier bids (bots/reading) is met by plans of its kind with probability p,
and by the solution otherwise. The hero's strategy is then a restricted Nash response (Johanson, Zinkevich and
Bowling 2007): best against an opponent who is of that kind with probability p and else does what is worst for
the hero. p below 1 bounds what a wrong reading can cost; p = 0 is the equilibrium itself.
"""

from __future__ import annotations

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.plan_table import load, load_from, open_slots, sample_by_weight
from chocolatl.bots.equilibrium.round_simulation import SLOTS, SearchContext
from chocolatl.engine import layout as L
from chocolatl.engine.chance_tape import below
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.random_playout import next_random

HEURISTIC_PERCENT = 30
"""Samples in which all opponents follow the heuristic policy, in percent, while plans are searched. A
choice."""
HEURISTIC_PERCENT_FINAL = 10
"""The same in the final regret matching, which decides how often each plan is played. A choice."""
TREMBLE_MAX_CARD_GAP = 4
"""A tremble swaps two cards only if they differ by at most this much."""


@jit_internal
def draw_profile(
    context: SearchContext, weights_at: int, profile_at: int, habitual: int, trembles: int
) -> None:
    """Sample a plan for every seat: in `habitual` percent by the heuristic policy, else by these weights."""
    # One draw for the whole table: either all follow the heuristic or none does.
    by_habit = below(100, next_random(context.random)) < habitual
    for seat in range(context.base[L.PLAYERS]):
        if by_habit:
            # Heuristic plans are noisy by themselves; they do not tremble.
            chosen = below(P.HABITS, next_random(context.random))
            load_from(context.plans, P.HABITS_AT + (seat * P.HABITS + chosen) * SLOTS, seat, profile_at)
        else:
            count = context.plans[P.COUNT_AT + seat]
            chosen = sample_by_weight(
                context.weights, weights_at + seat * P.PLANS, count, next_random(context.random)
            )
            load(context.plans, seat, chosen, profile_at)
            tremble(context, profile_at + seat * SLOTS, trembles)
        if is_read(context, seat):
            chosen = below(P.READ, next_random(context.random))
            load_from(context.plans, P.READ_AT + (seat * P.READ + chosen) * SLOTS, seat, profile_at)


@jit_internal
def is_read(context: SearchContext, seat: int) -> bool:
    """Whether a seat is of its recognised kind this time; no dice where nobody was recognised."""
    chance = context.weights[P.READ_CHANCE_AT + seat]
    # 20 random bits are finer than any posterior is sure.
    return chance > 0 and below(1 << 20, next_random(context.random)) < chance * (1 << 20)


@jit_internal
def tremble(context: SearchContext, at: int, trembles: int) -> None:
    """Swap cards of nearly the same value."""
    plans, slots = context.plans, open_slots(context.base, context.b)
    for _ in range(trembles):
        one, two = (
            at + below(slots, next_random(context.random)),
            at + below(slots, next_random(context.random)),
        )
        if abs(plans[one] - plans[two]) <= TREMBLE_MAX_CARD_GAP:
            plans[one], plans[two] = plans[two], plans[one]


@jit_internal
def draw_samples(context: SearchContext, samples: int, trembles: int) -> None:
    """Sample what responses are built against: half from the averages, half from the current strategies."""
    for sample in range(samples):
        average = below(2, next_random(context.random)) == 0
        weights_at = P.STRATEGY_SUM_AT if average else P.CURRENT_STRATEGY_AT
        draw_profile(context, weights_at, P.SAMPLE_AT + sample * L.SEATS * SLOTS, HEURISTIC_PERCENT, trembles)
