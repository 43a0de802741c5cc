"""4.6 Ball court: better cards for first and second; in the last round points instead."""

from __future__ import annotations

from chocolatl.rules.actions import GiveBack
from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.events import Exchanged
from chocolatl.rules.state import State
from chocolatl.rules.types import Card, Seat


def resolve(writer: EventWriter) -> None:
    """Whether it is the last round is judged at this moment (5.2)."""
    first, second = winners(writer.state)
    if writer.state.last is not None:
        writer.score(first, writer.state.board.ball_first, "ball_first", "4.6")
        writer.score(second, writer.state.board.ball_second, "ball_second", "4.6")
    elif writer.state.rules.give_back == "any":
        writer.ask("give_back", (first, second), ("ball_court",))
    else:
        for seat in (first, second):
            _exchange(writer, seat, min(writer.state.players[seat].cards))


def answered(writer: EventWriter) -> None:
    """Both have chosen in secret; the first is served first."""
    for seat in winners(writer.state):
        choice = writer.state.answers[seat]
        assert isinstance(choice, GiveBack)
        _exchange(writer, seat, choice.card)


def winners(state: State) -> tuple[Seat, Seat]:
    """The first and the second of the ranking."""
    return state.ranking[0].seat, state.ranking[1].seat


def prize(state: State, seat: Seat) -> Card:
    """The higher face-up card for the first, the other for the second."""
    return max(state.improvements) if seat == state.ranking[0].seat else min(state.improvements)


def _exchange(writer: EventWriter, seat: Seat, lost: Card) -> None:
    writer.emit(Exchanged(seat, prize(writer.state, seat), lost))
