"""4.4 Pyramid: two stones a round; a full row pays the player with most stones in it."""

from __future__ import annotations

from chocolatl.rules.actions import PlaceFirst
from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.events import RowCompleted, StonePlaced
from chocolatl.rules.locations.cubes import used_cube
from chocolatl.rules.offering import first_by_precedence, tie_break
from chocolatl.rules.state import State
from chocolatl.rules.types import Seat, TieBreak


def resolve(writer: EventWriter) -> None:
    """A clear lead places both stones; else one each, and the first chooses the order where it matters."""
    state = writer.state
    first, second = state.ranking[:2]
    if first.total - second.total >= state.board.pyramid_lead:
        _place_both(writer, first.seat, first.seat)
    elif len(set(next_rows(state))) == 1:
        _place_both(writer, first.seat, second.seat)
    else:
        writer.ask("place_first", (first.seat,), ("pyramid",))


def answered(writer: EventWriter) -> None:
    """The chosen one places first, the other second."""
    first, second = (standing.seat for standing in writer.state.ranking[:2])
    choice = writer.state.answers[first]
    assert isinstance(choice, PlaceFirst)
    _place_both(writer, choice.seat, second if choice.seat == first else first)


def next_rows(state: State) -> tuple[int, int]:
    """The rows that the next two stones fall in."""
    stones = len(state.pyramid)
    return state.board.row_of(stones), state.board.row_of(stones + 1)


def _place_both(writer: EventWriter, first: Seat, second: Seat) -> None:
    _place(writer, first)
    _place(writer, second)


def _place(writer: EventWriter, seat: Seat) -> None:
    stone = len(writer.state.pyramid)
    row = writer.state.board.row_of(stone)
    writer.emit(StonePlaced(seat, stone, row))
    used_cube(writer, seat)
    if stone + 1 == writer.state.board.row_start(row + 1):
        _complete(writer, row)


def _complete(writer: EventWriter, row: int) -> None:
    """4.4.1: judged at this very moment, ties by 3.6."""
    state = writer.state
    in_row = state.pyramid[state.board.row_start(row) :]
    stones = tuple([in_row.count(seat) for seat in state.seats])
    most = [seat for seat, count in enumerate(stones) if count == max(stones)]
    winner = first_by_precedence(state, most)
    writer.emit(RowCompleted(row, stones, winner, _tie(state, winner, most)))
    writer.score(winner, state.board.pyramid[row].bonus, "row", "4.4.1")


def _tie(state: State, winner: Seat, most: list[Seat]) -> TieBreak | None:
    rivals = [seat for seat in most if seat != winner]
    return tie_break(state, winner, first_by_precedence(state, rivals)) if rivals else None
