"""4.4 Pyramid: two stones a round; a full row pays the player with most stones in it."""

from __future__ import annotations

from chocolatl.rules.actions import PlaceFirst
from chocolatl.rules.events import RowCompleted, StonePlaced
from chocolatl.rules.locations.cubes import used_cube
from chocolatl.rules.offering import first_by_precedence, tie_break
from chocolatl.rules.play import Play
from chocolatl.rules.state import State
from chocolatl.rules.words import Seat, TieBreak


def resolve(play: Play) -> None:
    """A clear lead places both stones; else one each, and the first chooses the order where it matters."""
    state = play.state
    first, second = state.ranking[:2]
    if first.total - second.total >= state.board.pyramid_lead:
        _place_both(play, first.seat, first.seat)
    elif len(set(next_rows(state))) == 1:
        _place_both(play, first.seat, second.seat)
    else:
        play.ask("place_first", (first.seat,), ("pyramid",))


def answered(play: Play) -> None:
    """The chosen one places first, the other second."""
    first, second = (standing.seat for standing in play.state.ranking[:2])
    choice = play.state.answers[first]
    assert isinstance(choice, PlaceFirst)
    _place_both(play, choice.seat, second if choice.seat == first else first)


def next_rows(state: State) -> tuple[int, int]:
    """The rows that the next two stones fall in."""
    stones = len(state.pyramid)
    return state.board.row_of(stones), state.board.row_of(stones + 1)


def _place_both(play: Play, first: Seat, second: Seat) -> None:
    _place(play, first)
    _place(play, second)


def _place(play: Play, seat: Seat) -> None:
    stone = len(play.state.pyramid)
    row = play.state.board.row_of(stone)
    play.say(StonePlaced(seat, stone, row))
    used_cube(play, seat)
    if stone + 1 == play.state.board.row_start(row + 1):
        _complete(play, row)


def _complete(play: Play, row: int) -> None:
    """4.4.1: judged at this very moment, ties by 3.6."""
    state = play.state
    in_row = state.pyramid[state.board.row_start(row) :]
    stones = tuple([in_row.count(seat) for seat in state.seats])
    most = [seat for seat, count in enumerate(stones) if count == max(stones)]
    winner = first_by_precedence(state, most)
    play.say(RowCompleted(row, stones, winner, _tie(state, winner, most)))
    play.score(winner, state.board.pyramid[row].bonus, "row", "4.4.1")


def _tie(state: State, winner: Seat, most: list[Seat]) -> TieBreak | None:
    rivals = [seat for seat in most if seat != winner]
    return tie_break(state, winner, first_by_precedence(state, rivals)) if rivals else None
