"""A position as a short text that a person can read and a program reads back exactly: for bug reports.

It holds the whole truth, secrets too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar, get_args

from msgspec.structs import replace

from chocolatl.rules import notation as n
from chocolatl.rules.actions import Action
from chocolatl.rules.events import LastRoundReason, Standing
from chocolatl.rules.state import Cards, Player, State
from chocolatl.rules.words import COLOURS, LOCATIONS, MAX_PLAYERS, MIN_PLAYERS, Seat

TITLE = "chocolatl position/1"
WIDTH = 14
FIRST_VERSION = "1"
"""The rules version of a position that tells none."""

Read = TypeVar("Read")


class PositionError(ValueError):
    """A text that is not a position; names the line and what was expected there."""


def to_text(state: State) -> str:
    """The position, one fact per line."""
    lines = [TITLE, *(f"{key:{WIDTH}}{text}" for key, text in _table_lines(state))]
    for seat in state.seats:
        lines += [
            "",
            f"seat {seat}",
            *(f"  {key:{WIDTH - 2}}{text}" for key, text in _seat_lines(state, seat)),
        ]
    return "\n".join(lines) + "\n"


def _table_lines(state: State) -> Iterator[tuple[str, str]]:
    if state.version != FIRST_VERSION:
        yield "version", state.version
    yield "rules", n.rules(state.rules, state.version)
    yield "board", n.board(state.board)
    yield "players", str(len(state.players))
    yield "round", str(state.round)
    yield "mode", state.mode or n.NOTHING
    yield "location", state.location or n.NOTHING
    yield "harvest", n.numbers(state.harvest)
    yield "improvements", n.numbers(state.improvements)
    yield "turned up", n.numbers(state.up)
    yield "line", n.numbers(state.line)
    yield "chocolatl", n.number(state.chocolatl)
    yield "old man", n.number(state.old_man)
    yield "pyramid", n.numbers(state.pyramid)
    yield "last round", state.last or n.NOTHING
    for standing in state.ranking:
        yield "rank", n.standing(standing)
    yield "turn", str(state.turn)
    yield "asked", n.asked(state.asked)
    yield "passes", str(state.passes)
    yield "result", n.result(state.result)


def _seat_lines(state: State, seat: Seat) -> Iterator[tuple[str, str]]:
    player = state.players[seat]
    yield "box", str(player.box)
    yield "cubes", str(player.cubes)
    yield "huts", str(player.huts)
    yield "dice", str(player.dice)
    yield "cards", n.numbers(player.cards)
    yield "hand", n.numbers(player.hand)
    yield "sacrifice", n.number(player.sacrifice)
    yield "laid", n.groups(player.laid)
    yield "rolled", n.numbers(player.rolled)
    yield "pool", n.numbers(player.pool)
    yield "deduced", n.number(player.deduced_sacrifice)
    if state.answers:
        yield "answer", n.action(state.answers[seat])


class _Reader:
    """The lines of a text, one after the other."""

    def __init__(self, text: str) -> None:
        self._lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]

    def next_is(self, key: str) -> bool:
        return bool(self._lines) and self._lines[0][1].strip().startswith(f"{key} ")

    def take(self, key: str, read: Callable[[str], Read]) -> Read:
        """The value of the next line, which must be about this key."""
        number, line = self._pop(key)
        word, value = line.strip()[: len(key)], line.strip()[len(key) :]
        if word != key or (value and not value[0].isspace()):
            raise _error(number, line, f"a line starting with {key!r}")
        try:
            return read(value.strip())
        except ValueError as error:
            raise _error(number, line, str(error)) from None

    def end(self) -> None:
        for number, line in self._lines:
            raise _error(number, line, "nothing after the last seat")

    def _pop(self, key: str) -> tuple[int, str]:
        if not self._lines:
            raise PositionError(f"the text ends where a line starting with {key!r} was expected")
        return self._lines.pop(0)


def _error(number: int, line: str, expected: str) -> PositionError:
    return PositionError(f"line {number}: {line.strip()!r}: expected {expected}")


def from_text(text: str) -> State:
    """The position again, exactly; raises PositionError with the line and what was expected."""
    reader = _Reader(text)
    reader.take("chocolatl", _read_title)
    table = _read_table(reader)
    players, answers = list[Player](), list[Action | None]()
    for seat in range(len(table.line)):
        players.append(_read_seat(reader, seat, len(table.board.locations)))
        if answers or (seat == 0 and reader.next_is("answer")):
            answers.append(reader.take("answer", n.read_action))
    reader.end()
    return replace(table, players=tuple(players), answers=tuple(answers))


def _read_title(text: str) -> None:
    if f"chocolatl {text}" != TITLE:
        raise ValueError(repr(TITLE))


def _read_table(reader: _Reader) -> State:
    """All but the players, which the seats' own lines tell."""
    version = reader.take("version", n.read_version) if reader.next_is("version") else FIRST_VERSION
    rules = reader.take("rules", lambda text: n.read_rules(text, version))
    board = reader.take("board", n.read_board)
    players = reader.take("players", _read_players)
    seat = _one_of(players)
    seats = _some_of(players)
    return State(
        rules=rules,
        board=board,
        players=(),
        round=reader.take("round", n.read_number),
        mode=reader.take("mode", lambda text: n.read_choice(text, COLOURS)),
        location=reader.take("location", lambda text: n.read_choice(text, LOCATIONS)),
        harvest=reader.take("harvest", n.read_numbers),
        improvements=reader.take("improvements", n.read_numbers),
        up=reader.take("turned up", lambda text: _one_each(n.read_numbers(text), len(board.locations))),
        line=reader.take("line", lambda text: _each_once(seats(text), players)),
        chocolatl=reader.take("chocolatl", seat),
        old_man=reader.take("old man", seat),
        pyramid=reader.take("pyramid", seats),
        last=reader.take("last round", lambda text: n.read_choice(text, get_args(LastRoundReason))),
        ranking=_read_ranking(reader),
        turn=(turn := reader.take("turn", n.read_number)),
        asked=reader.take("asked", lambda text: n.read_asked(text, turn)),
        passes=reader.take("passes", n.read_number),
        result=reader.take("result", n.read_result),
        version=version,
    )


def _read_ranking(reader: _Reader) -> tuple[Standing, ...]:
    found = []
    while reader.next_is("rank"):
        found.append(reader.take("rank", n.read_standing))
    return tuple(found)


def _read_seat(reader: _Reader, seat: Seat, locations: int) -> Player:
    reader.take("seat", lambda text: _same(n.read_number(text), seat))
    return Player(
        box=reader.take("box", n.read_number),
        cubes=reader.take("cubes", n.read_number),
        huts=reader.take("huts", n.read_number),
        dice=reader.take("dice", n.read_number),
        cards=reader.take("cards", n.read_numbers),
        hand=reader.take("hand", n.read_numbers),
        sacrifice=reader.take("sacrifice", n.read_optional),
        laid=reader.take("laid", lambda text: _counted(n.read_groups(text), locations)),
        rolled=reader.take("rolled", n.read_numbers),
        pool=reader.take("pool", n.read_numbers),
        deduced_sacrifice=reader.take("deduced", n.read_optional),
    )


def _read_players(text: str) -> int:
    if text not in map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1)):
        raise ValueError(f"{MIN_PLAYERS} to {MAX_PLAYERS} players")
    return int(text)


def _one_of(players: int) -> Callable[[str], Seat | None]:
    def read(text: str) -> Seat | None:
        seat = n.read_optional(text)
        if seat is not None and seat >= players:
            raise ValueError(f"a seat from 0 to {players - 1}, or - for none")
        return seat

    return read


def _some_of(players: int) -> Callable[[str], tuple[Seat, ...]]:
    def read(text: str) -> tuple[Seat, ...]:
        seats = n.read_numbers(text)
        if not all(0 <= seat < players for seat in seats):
            raise ValueError(f"seats from 0 to {players - 1}")
        return seats

    return read


def _each_once(seats: tuple[Seat, ...], players: int) -> tuple[Seat, ...]:
    if sorted(seats) != list(range(players)):
        raise ValueError(f"each seat from 0 to {players - 1} once")
    return seats


def _same(found: int, expected: int) -> None:
    if found != expected:
        raise ValueError(f"seat {expected}")


def _one_each(numbers: tuple[int, ...], locations: int) -> tuple[int, ...]:
    if len(numbers) != locations:
        raise ValueError(f"{locations} numbers, one per location")
    return numbers


def _counted(groups: tuple[Cards, ...], locations: int) -> tuple[Cards, ...]:
    if len(groups) != locations:
        raise ValueError(f"{locations} groups of cards with | between them, one per location")
    return groups
