"""Offerings: cards, modifiers and dice; and the complete order among them (rule 3)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from chocolatl.rules.events import Standing
from chocolatl.rules.state import State
from chocolatl.rules.words import Location, Seat, TieBreak


def hut_modifier(huts: int, location: Location) -> int:
    """Each hut chip helps everywhere but in the city, where its people must be fed (3.2)."""
    return -huts if location == "city" else huts


def old_man_modifier(holds: bool, location: Location) -> int:
    """The old man is an honour at the temple and a burden everywhere else (3.3)."""
    if not holds:
        return 0
    return 1 if location == "temple" else -1


def precedence(state: State, seat: Seat) -> tuple[bool, int]:
    """Sorts equals by 3.6: the figure's holder, then further behind, then higher in the stack."""
    return seat != state.chocolatl, state.line.index(seat)


def tie_break(state: State, winner: Seat, loser: Seat) -> TieBreak:
    """Which part of 3.6 puts the winner of a tie above the loser."""
    if winner == state.chocolatl:
        return "figure"
    return "behind" if state.players[winner].box < state.players[loser].box else "stack"


def first_by_precedence(state: State, seats: Iterable[Seat]) -> Seat:
    """The seat that wins a tie among these."""
    return min(seats, key=lambda seat: precedence(state, seat))


def ranking(state: State, location: Location) -> tuple[Standing, ...]:
    """All offerings at a location as they stand now, high to low."""
    place = state.place(location)
    totals = {seat: _standing(state, seat, location, place) for seat in state.seats}
    order = sorted(totals, key=lambda seat: (-totals[seat].total, *precedence(state, seat)))
    explained = (_explained(state, totals[above], totals[below]) for above, below in pairwise(order))
    return (*explained, totals[order[-1]])


def _explained(state: State, above: Standing, below: Standing) -> Standing:
    if above.total != below.total:
        return above
    reason = tie_break(state, above.seat, below.seat)
    return Standing(
        above.seat, above.total, above.cards, above.huts, above.old_man, above.dice, beats_next=reason
    )


def _standing(state: State, seat: Seat, location: Location, place: int) -> Standing:
    player = state.players[seat]
    cards = player.laid[place]
    huts = hut_modifier(player.huts, location)
    old_man = old_man_modifier(seat == state.old_man, location)
    total = sum(cards) + huts + old_man + sum(player.rolled)
    return Standing(seat, total, cards, huts, old_man, player.rolled, beats_next=None)
