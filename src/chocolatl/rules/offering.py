"""Offerings: cards, modifiers and dice; and the complete order among them (rule 3)."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from msgspec.structs import replace

from chocolatl.rules.events import Standing
from chocolatl.rules.state import State
from chocolatl.rules.types import Location, Seat, TieBreak


def hut_modifier(huts: int, location: Location) -> int:
    """Each hut chip helps everywhere but in the city, where its people must be fed (3.2)."""
    return -huts if location == "city" else huts


def old_man_modifier(location: Location) -> int:
    """The old man is an honour at the temple and a burden everywhere else (3.3)."""
    return 1 if location == "temple" else -1


def precedence(state: State) -> tuple[Seat, ...]:
    """The order among equals (3.6): the figure's holder, then further behind, then higher in the stack."""
    holder = state.chocolatl
    if holder is None:
        return state.line
    others = list(state.line)
    others.remove(holder)
    return (holder, *others)


def tie_break(state: State, winner: Seat, loser: Seat) -> TieBreak:
    """Which part of 3.6 puts the winner of a tie above the loser."""
    if winner == state.chocolatl:
        return "figure"
    return "behind" if state.players[winner].box < state.players[loser].box else "stack"


def first_by_precedence(state: State, seats: Iterable[Seat]) -> Seat:
    """The seat that wins a tie among these."""
    return min(seats, key=precedence(state).index)


def ranking(state: State, location: Location) -> tuple[Standing, ...]:
    """All offerings at a location as they stand now, high to low."""
    place = state.board.locations.index(location)
    hut, old_man = hut_modifier(1, location), old_man_modifier(location)
    players, holder = state.players, state.old_man
    standings = []
    for seat in precedence(state):
        player = players[seat]
        cards, dice, huts = player.laid[place], player.rolled, player.huts * hut
        burden = old_man if seat == holder else 0
        total = sum(cards + dice, huts + burden)
        standings.append(Standing(seat, total, cards, huts, burden, dice, None))
    standings.sort(key=_TOTAL, reverse=True)  # equals stay in the order of 3.6
    return _explained(state, standings)


_TOTAL = attrgetter("total")


def _explained(state: State, standings: list[Standing]) -> tuple[Standing, ...]:
    """With the part of 3.6 that decided, wherever two neighbours are equal."""
    above = standings[0]
    for rank, below in enumerate(standings):
        if rank and above.total == below.total:
            standings[rank - 1] = replace(above, beats_next=tie_break(state, above.seat, below.seat))
        above = below
    return tuple(standings)
