"""How likely each rank is: every opponent's total is a guess with a spread around it."""

from __future__ import annotations

from functools import lru_cache

from chocolatl.rules import View
from chocolatl.rules.offering import hut_modifier, old_man_modifier
from chocolatl.rules.types import CARDS_PER_LOCATION, Location, Seat

SPREAD = (1, 15, 20)
"""By cards not known yet: how far off a guess can be, in half pips."""


@lru_cache(maxsize=1 << 16)
def rank_chances(leads: tuple[int, ...], unknown: int) -> tuple[float, ...]:
    """The chance of each rank, given the lead (in half pips) over the guessed total of every opponent."""
    # Poisson binomial distribution by recurrence: chances[r] is that of r opponents being ahead so far.
    chances = [1.0]
    for lead in leads:
        ahead = _ahead(lead, SPREAD[unknown])
        worse = [chance * (1 - ahead) for chance in chances]
        chances = [
            stay + fall
            for stay, fall in zip([chance * ahead for chance in chances] + [0.0], [0.0, *worse], strict=True)
        ]
    return tuple(chances)


def _ahead(lead: int, spread: int) -> float:
    """An S-curve from certainly behind to certainly ahead; plain arithmetic, the same on every machine."""
    # Smoothstep 3p^2 - 2p^3 instead of the normal distribution: no exp, whose last digits differ.
    part = min(1.0, max(0.0, (lead + spread) / (2 * spread)))
    return part * part * (3 - 2 * part)


def guesses(view: View, location: Location, pull: float) -> tuple[int, ...]:
    """Opponents' totals here, in half pips, with ties counted as half a pip; `pull`: how much it attracts."""
    assert view.seat is not None
    seats = [seat for seat in range(len(view.players)) if seat != view.seat]
    return tuple(sorted(_guess(view, seat, location, pull) for seat in seats))


def _guess(view: View, seat: Seat, location: Location, pull: float) -> int:
    player = view.players[seat]
    shown = player.shown[view.board.locations.index(location)]
    # What nobody has seen is supposed to be average, and more where more is at stake (`pull`).
    hidden = (CARDS_PER_LOCATION - len(shown)) * _average_left(view, seat) * pull
    return int(2 * (sum(shown) + modifiers(view, seat, location) + hidden)) + (
        1 if wins_ties(view, seat) else -1
    )


def modifiers(view: View, seat: Seat, location: Location) -> int:
    """What huts and the old man make of this seat's offering, as things stand (3.2, 3.3)."""
    old_man = old_man_modifier(location) if seat == view.old_man else 0
    return hut_modifier(view.players[seat].huts, location) + old_man


def _average_left(view: View, seat: Seat) -> float:
    """The average card that this opponent may still hold in this round."""
    player = view.players[seat]
    shown = [card for group in player.shown for card in group]
    left = len(player.pool) - len(shown)
    return (sum(player.pool) - sum(shown)) / left if left > 0 else 0.0


def wins_ties(view: View, seat: Seat) -> bool:
    """Whether this seat comes before the view's own among equals (3.6)."""
    assert view.seat is not None
    if view.chocolatl in (seat, view.seat):
        return view.chocolatl == seat
    return view.line.index(seat) < view.line.index(view.seat)
