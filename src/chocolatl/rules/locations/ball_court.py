"""4.6 Ball court: better cards for first and second; in the last round points instead."""

from __future__ import annotations

from chocolatl.rules.actions import GiveBack
from chocolatl.rules.events import Exchanged
from chocolatl.rules.play import Play
from chocolatl.rules.state import State
from chocolatl.rules.words import Card, Seat


def resolve(play: Play) -> None:
    """Whether it is the last round is judged at this moment (5.2)."""
    first, second = winners(play.state)
    if play.state.last is not None:
        play.score(first, play.state.board.ball_first, "ball_first", "4.6")
        play.score(second, play.state.board.ball_second, "ball_second", "4.6")
    elif play.state.rules.give_back == "any":
        play.ask("give_back", (first, second), ("ball_court",))
    else:
        for seat in (first, second):
            _exchange(play, seat, min(play.state.players[seat].cards))


def answered(play: Play) -> None:
    """Both have chosen in secret; the first is served first."""
    for seat in winners(play.state):
        choice = play.state.answers[seat]
        assert isinstance(choice, GiveBack)
        _exchange(play, seat, choice.card)


def winners(state: State) -> tuple[Seat, Seat]:
    """The first and the second of the ranking."""
    return state.ranking[0].seat, state.ranking[1].seat


def prize(state: State, seat: Seat) -> Card:
    """The higher face-up card for the first, the other for the second."""
    return max(state.improvements) if seat == state.ranking[0].seat else min(state.improvements)


def _exchange(play: Play, seat: Seat, lost: Card) -> None:
    play.say(Exchanged(seat, prize(play.state, seat), lost))
