"""What a search supposes the others do: their plans by weight, or their habits, with unsteady hands."""

from __future__ import annotations

from chocolatl.bots.strong.plans import (
    COUNT_AT,
    HABITS,
    HABITS_AT,
    NOW_AT,
    PLANS,
    SAMPLE_AT,
    SUM_AT,
    load,
    load_from,
    open_slots,
    pick,
)
from chocolatl.bots.strong.stage import SLOTS, Desk
from chocolatl.fast.chance import below
from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import PLAYERS, SEATS
from chocolatl.fast.playout import draw

HABITUAL = 30
"""How often, in percent, a search for plans supposes that all opponents play out of habit."""
RARELY_HABITUAL = 10
"""The same, while the last matching decides how often each plan is played."""
STEADY = 4
"""Cards up to this far apart are exchanged by an unsteady hand."""


@inner
def draw_profile(desk: Desk, weights_at: int, profile_at: int, habitual: int, trembles: int) -> None:
    """A plan for every seat: all out of habit, or all by these weights, with hands more or less steady.

    A solution of a dozen plans is too sharp: it would answer exactly these, and nobody else plays them.
    """
    by_habit = below(100, draw(desk.random)) < habitual
    for seat in range(desk.base[PLAYERS]):
        if by_habit:
            chosen = below(HABITS, draw(desk.random))
            load_from(desk.plans, HABITS_AT + (seat * HABITS + chosen) * SLOTS, seat, profile_at)
        else:
            count = desk.plans[COUNT_AT + seat]
            chosen = pick(desk.weights, weights_at + seat * PLANS, count, draw(desk.random))
            load(desk.plans, seat, chosen, profile_at)
            _tremble(desk, profile_at + seat * SLOTS, trembles)


@inner
def _tremble(desk: Desk, at: int, trembles: int) -> None:
    """Some cards of nearly the same value change places."""
    plans, slots = desk.plans, open_slots(desk.base, desk.b)
    for _ in range(trembles):
        one, two = at + below(slots, draw(desk.random)), at + below(slots, draw(desk.random))
        if abs(plans[one] - plans[two]) <= STEADY:
            plans[one], plans[two] = plans[two], plans[one]


@inner
def draw_samples(desk: Desk, samples: int, trembles: int) -> None:
    """Opponents to climb against: by their average so far, or as they play now."""
    for sample in range(samples):
        average = below(2, draw(desk.random)) == 0
        weights_at = SUM_AT if average else NOW_AT
        draw_profile(desk, weights_at, SAMPLE_AT + sample * SEATS * SLOTS, HABITUAL, trembles)
