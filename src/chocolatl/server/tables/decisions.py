"""A running game in memory: the fold of its stored events, and drafts of what comes next.

Pure apart from the clock that is handed in: a draft becomes true only when the store has taken it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence

from chocolatl.rules import Action, Event, Refusal, SealedChance, State, fold, start, step
from chocolatl.rules.board import default_board
from chocolatl.rules.commit_reveal import Draw
from chocolatl.rules.events import Answered, Asked, Started
from chocolatl.rules.types import Seat
from chocolatl.server.errors import RequestError
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import Append, EventRow, Summary, decode_events, encode
from chocolatl.server.tables.clocks.deadlines import next_deadline
from chocolatl.server.tables.clocks.game_times import GameTimes

EMPTY_SUMMARY = Summary("open", -1, 0, 0, None, None, 0.0)
CHANGES_PER_QUESTION = 20
"""How often a seat may replace its answer to one question. Every answer is an event for ever, so this bounds
the longest game. The rules know no such limit: records with more changes are as true as ever."""


Charge = Callable[[Seat, bool], float | None]
"""What a time bank pays for a seat's first answer to the open question; the flag: a bot gives it."""


def _nothing(_seat: Seat, _by_bot: bool) -> None:
    """Where nobody has a time bank."""


class GameLog:
    """State, last number, how the dice were drawn, and which answers have been given under which id."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.draw: Draw | None = None
        self.last = -1
        self.ids: dict[tuple[Seat, str], tuple[int, Action | None]] = {}
        self.given: dict[tuple[int, Seat], Action | None] = {}
        self.answers: Counter[Seat] = Counter()
        """How many answers each seat has given to the newest question that was answered."""
        self._answered_turn = -1
        self.began_at = 0.0
        self.times = GameTimes()

    def absorb(
        self,
        row: EventRow,
        events: Sequence[Event],
        state: State | None = None,
        times: GameTimes | None = None,
    ) -> None:
        """Take in one stored decision. `state`, `times`: after it, where they are known already."""
        self.state = state or fold(events, self.state)
        self.last = row.number + len(events) - 1
        if row.number == 0:
            self.began_at = row.at
        self.times = times or self.times.after(row, events)
        first = events[0]
        if isinstance(first, Started):
            self.draw = first.draw
        if isinstance(first, Answered):
            self._count_answer(first)
            self.given[first.turn, first.seat] = first.action
            if row.message is not None:
                self.ids[first.seat, row.message] = (first.turn, first.action)

    def _count_answer(self, answered: Answered) -> None:
        if answered.turn != self._answered_turn:
            self._answered_turn = answered.turn
            self.answers.clear()
        self.answers[answered.seat] += 1

    def answers_to(self, turn: int, seat: Seat) -> int:
        """How many answers this seat has given to this question, which must be the newest."""
        return self.answers[seat] if turn == self._answered_turn else 0


class PendingDecisions:
    """Decisions taken on top of a game and not stored yet."""

    def __init__(
        self, game: GameLog, lobby: Lobby, chance: SealedChance, now: float, charge: Charge = _nothing
    ) -> None:
        self.game = game
        self.lobby = lobby
        self.chance = chance
        self.now = now
        self.state = game.state
        self.times = game.times
        self._charge = charge
        self.rows: list[tuple[EventRow, tuple[Event, ...], State]] = []
        self._ids: dict[tuple[Seat, str], tuple[int, Action | None]] = {}

    @property
    def next_number(self) -> int:
        """The number of the next event."""
        if not self.rows:
            return self.game.last + 1
        row, events, _ = self.rows[-1]
        return row.number + len(events)

    @property
    def asks(self) -> bool:
        """Is there a new question?"""
        return any(isinstance(event, Asked) for _, events, _ in self.rows for event in events)

    def begin(self) -> None:
        """Set up the table."""
        board = self.lobby.board or default_board()
        lobby, chance = self.lobby, self.chance
        events = start(board, lobby.rules, len(lobby.seats), chance, lobby.rules_version, chance.draw)
        self._add(None, None, events, fold(events))

    def answer(self, seat: Seat, message: str | None, turn: int, action: Action) -> None:
        """Take an answer; one that was given before is fine and changes nothing. Raises RequestError."""
        if self.state is None:
            raise RequestError("wrong_phase", "the game has not started", "an answer after the start")
        if self._is_repeat(seat, message, turn, action):
            return
        play = step(self.state, seat, action, self.chance, turn)
        if isinstance(play, Refusal):
            raise RequestError(play.code, f"seat {seat} answered {play.action!r}", play.expected)
        self._refuse_change(seat, turn)
        self._add(seat, message, tuple(play.events), play.state)
        if message is not None:
            self._ids[seat, message] = (turn, action)

    def _refuse_change(self, seat: Seat, turn: int) -> None:
        """Counted from what is stored, so that it holds for all sockets, devices and processes of a seat."""
        here = sum(row.seat == seat and _turn_of(events) == turn for row, events, _ in self.rows)
        if self.game.answers_to(turn, seat) + here > CHANGES_PER_QUESTION:
            raise RequestError(
                "too_many_changes",
                f"seat {seat} has changed its answer to turn {turn} {CHANGES_PER_QUESTION} times",
                "no more changes: the last answer stands",
            )

    def _is_repeat(self, seat: Seat, message: str | None, turn: int, action: Action) -> bool:
        key = (seat, message or "")
        before = self._ids.get(key) or self.game.ids.get(key)
        if before is not None and before != (turn, action):
            raise RequestError("id_reused", f"id {message!r} was an answer to turn {before[0]}", "a new id")
        assert self.state is not None
        if turn == self.state.turn and self.state.asked is not None:
            return before is not None or self.state.answers[seat : seat + 1] == (action,)
        return before is not None or self.game.given.get((turn, seat)) == action

    def _add(self, seat: Seat | None, message: str | None, events: tuple[Event, ...], state: State) -> None:
        first = seat is not None and self.state is not None and self.state.answers[seat] is None
        used = self._charge(seat, message is None) if first and seat is not None else None
        row = EventRow(self.next_number, seat, message, self.now, encode(events), used)
        self.rows.append((row, events, state))
        self.state = state
        self.times = self.times.after(row, events)

    def to_append(self, version: int | None = None) -> Append:
        """What the store has to take."""
        assert self.state is not None
        deadline = next_deadline(self.state, self.lobby, self.times)
        summary = summarise(self.state, self.next_number - 1, deadline, self.now)
        return Append(
            self.lobby.id, self.game.last, tuple(row for row, _, _ in self.rows), summary, (), version
        )

    def apply_committed(self) -> tuple[int, tuple[Event, ...]]:
        """The store has taken it: now it is true. Gives what is new, to be published."""
        first = self.game.last + 1
        for row, events, state in self.rows:
            self.game.absorb(row, events, state, self.times)
        return first, tuple(event for _, events, _ in self.rows for event in events)


def _turn_of(events: Sequence[Event]) -> int | None:
    return events[0].turn if events and isinstance(events[0], Answered) else None


def summarise(state: State, last: int, deadline: float | None, now: float) -> Summary:
    """The summary that is stored with the events."""
    pending = sum(1 << seat for seat in state.pending)
    if state.result is not None:
        return Summary("finished", last, 0, state.round, None, state.result, now)
    return Summary("running", last, pending, state.round, deadline if pending else None, None, now)


async def load_game_log(parts: AsyncIterator[Sequence[EventRow]]) -> GameLog:
    """A game from what the store holds."""
    game = GameLog()
    async for rows in parts:
        for row in rows:
            game.absorb(row, decode_events(row.body))
    return game
