"""What a search supposes the others do: their plans by weight, or their habits, with unsteady hands."""

from __future__ import annotations

from chocolatl.bots.equilibrium.plan_table import (
    COUNT_AT,
    CURRENT_STRATEGY_AT,
    HABITS,
    HABITS_AT,
    PLANS,
    SAMPLE_AT,
    STRATEGY_SUM_AT,
    load,
    load_from,
    open_slots,
    sample_by_weight,
)
from chocolatl.bots.equilibrium.round_simulation import SLOTS, SearchContext
from chocolatl.fast.chance import below
from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import PLAYERS, SEATS
from chocolatl.fast.playout import draw

HEURISTIC_PERCENT = 30
"""How often, in percent, a search for plans supposes that all opponents play out of habit."""
HEURISTIC_PERCENT_FINAL = 10
"""The same, while the last matching decides how often each plan is played."""
TREMBLE_MAX_CARD_GAP = 4
"""Cards up to this far apart are exchanged by an unsteady hand."""


@inner
def draw_profile(
    context: SearchContext, weights_at: int, profile_at: int, habitual: int, trembles: int
) -> None:
    """A plan for every seat: all out of habit, or all by these weights, with hands more or less steady.

    A solution of a dozen plans is too sharp: it would answer exactly these, and nobody else plays them.
    """
    by_habit = below(100, draw(context.random)) < habitual
    for seat in range(context.base[PLAYERS]):
        if by_habit:
            chosen = below(HABITS, draw(context.random))
            load_from(context.plans, HABITS_AT + (seat * HABITS + chosen) * SLOTS, seat, profile_at)
        else:
            count = context.plans[COUNT_AT + seat]
            chosen = sample_by_weight(context.weights, weights_at + seat * PLANS, count, draw(context.random))
            load(context.plans, seat, chosen, profile_at)
            _tremble(context, profile_at + seat * SLOTS, trembles)


@inner
def _tremble(context: SearchContext, at: int, trembles: int) -> None:
    """Some cards of nearly the same value change places."""
    plans, slots = context.plans, open_slots(context.base, context.b)
    for _ in range(trembles):
        one, two = at + below(slots, draw(context.random)), at + below(slots, draw(context.random))
        if abs(plans[one] - plans[two]) <= TREMBLE_MAX_CARD_GAP:
            plans[one], plans[two] = plans[two], plans[one]


@inner
def draw_samples(context: SearchContext, samples: int, trembles: int) -> None:
    """Opponents to climb against: by their average so far, or as they play now."""
    for sample in range(samples):
        average = below(2, draw(context.random)) == 0
        weights_at = STRATEGY_SUM_AT if average else CURRENT_STRATEGY_AT
        draw_profile(context, weights_at, SAMPLE_AT + sample * SEATS * SLOTS, HEURISTIC_PERCENT, trembles)
