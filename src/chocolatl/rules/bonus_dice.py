"""3.4 and 3.5: bonus dice for an offering, one at a time, round the table until everybody leaves it there."""

from __future__ import annotations

from chocolatl.rules.actions import Roll
from chocolatl.rules.chance import bonus_die
from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.events import Rolled
from chocolatl.rules.state import State
from chocolatl.rules.types import Location, Seat


def ask_next(writer: EventWriter, location: Location, after: Seat | None = None) -> None:
    """Ask the next seat that may roll, if there is one and not all have passed since the last roll."""
    order = may_roll(writer.state, after)
    if writer.state.passes < len(order):
        writer.ask("roll", order[:1], (location,))


def answered(writer: EventWriter, seat: Seat, location: Location) -> None:
    """A roll counts at once; then the turn goes on to the next."""
    state = writer.state
    if isinstance(state.answers[seat], Roll):
        nth = len(state.players[seat].rolled) + 1
        value = bonus_die(writer.chance, state.round, location, seat, nth)
        writer.emit(Rolled(seat, location, value))
    ask_next(writer, location, seat)


def may_roll(state: State, after: Seat | None) -> tuple[Seat, ...]:
    """Seats with dice to roll, in turn order (furthest behind first), starting after the given seat."""
    order, players = state.line, state.players
    if after is not None:
        start = order.index(after) + 1
        order = order[start:] + order[:start]
    return tuple([seat for seat in order if players[seat].dice and dice_allowed(state, seat)])


def dice_allowed(state: State, seat: Seat) -> int:
    """How many dice a seat may still roll for this offering; some editions allow only one (7)."""
    player = state.players[seat]
    if state.rules.dice_per_offering == "one":
        return 0 if player.rolled else min(1, player.dice)
    return player.dice
