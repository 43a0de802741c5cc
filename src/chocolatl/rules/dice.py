"""3.4 and 3.5: bonus dice for an offering, one at a time, round the table until everybody leaves it there."""

from __future__ import annotations

from chocolatl.rules.actions import Roll
from chocolatl.rules.chance import bonus_die
from chocolatl.rules.events import Rolled
from chocolatl.rules.play import Play
from chocolatl.rules.state import State
from chocolatl.rules.words import Location, Seat


def ask_next(play: Play, location: Location, after: Seat | None = None) -> None:
    """Ask the next seat that may roll, if there is one and not all have passed since the last roll."""
    order = may_roll(play.state, after)
    if play.state.passes < len(order):
        play.ask("roll", order[:1], (location,))


def answered(play: Play, seat: Seat, location: Location) -> None:
    """A roll counts at once; then the turn goes on to the next."""
    state = play.state
    if isinstance(state.answers[seat], Roll):
        nth = len(state.players[seat].rolled) + 1
        value = bonus_die(play.chance, state.round, location, seat, nth)
        play.say(Rolled(seat, location, value))
    ask_next(play, location, seat)


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
