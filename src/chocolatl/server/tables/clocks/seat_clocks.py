"""The clocks of a table's open question, as one process knows them.

A clock starts when the seat's page reports that it has shown what led to the question, and at the latest when
the reveal must be over (`GameTimes.shown_by`). A report is kept in memory: it can only make the seat's own
deadline earlier, so losing it with the process gives that seat a little time, and harms nobody.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from chocolatl.rules import State
from chocolatl.rules.types import Seat
from chocolatl.server.protocol import Bank, Clocks, SeatClock
from chocolatl.server.store.documents import BackUntil
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables.clocks.deadlines import (
    bank_left,
    believed,
    has_clock,
    people_asked,
    renewed,
    reveal_time,
    seconds_again,
    seconds_to_answer,
    usual_deadline,
)
from chocolatl.server.tables.clocks.game_times import GameTimes, Spent


class ClockedTable(Protocol):
    """What clocks need to know of their table."""

    @property
    def row(self) -> TableRow:
        """As stored."""

    @property
    def state(self) -> State | None:
        """The game, once it has begun."""

    @property
    def times(self) -> GameTimes:
        """The fold of its stored moments."""

    def now(self) -> float:
        """By the clock of this process."""


class RunningClock(NamedTuple):
    """So many seconds, which are over at the deadline."""

    seconds: float
    deadline: float

    @property
    def since(self) -> float:
        """When it starts to run down; this may lie ahead."""
        return self.deadline - self.seconds


class SeatClocks:
    """Asked by the table for deadlines and charges, by its pages for what they show."""

    def __init__(self, table: ClockedTable) -> None:
        self._table = table
        self._turn = -1
        self._seen_at = 0.0
        self._reports: dict[Seat, float] = {}
        self._first: tuple[object, float | None, object] = ((), None, ())
        """Ids of what the first deadline was made of; it; and these values, so that no id is used again."""
        self.warned: set[Seat] = set()
        """Who has been told that the time for the open question is nearly up."""
        self.changed = False
        """There is something to tell the pages,"""
        self.reported = False
        """and the other processes."""

    def _open(self) -> State | None:
        """The game, if it has an open question with clocks; a new one is seen from now on."""
        row, state = self._table.row, self._table.state
        if state is None or row.summary.phase != "running" or not has_clock(row.lobby.pace):
            return None
        if state.turn != self._turn:
            self._turn, self._seen_at = state.turn, self._table.now()
            self._reports, self.warned, self.changed = {}, set(), True
        return state

    def see_anew(self) -> None:
        """This process has slept: nobody could answer meanwhile."""
        if self._open() is not None:
            self._seen_at, self.changed = self._table.now(), True

    def answered(self) -> None:
        """Something happened: where there are banks, one has been charged."""
        self.changed |= isinstance(self._table.row.lobby.pace, Bank)

    # ---- reports ----

    def shown(self, seat: Seat | None, last: int) -> None:
        """A page of this seat has shown everything up to this event. The first one that is in time counts."""
        state, times, now = self._open(), self._table.times, self._table.now()
        if state is None or seat is None or last < times.asked or seat in self._reports:
            return
        if seat in state.pending and now < times.shown_by:
            self._reports[seat] = now
            self.changed = self.reported = True

    @property
    def reports(self) -> tuple[int, tuple[tuple[Seat, float], ...]]:
        """The turn, and when each seat has reported: for other processes."""
        return self._turn, tuple(self._reports.items())

    def heard(self, turn: int, reports: tuple[tuple[Seat, float], ...]) -> None:
        """What pages have reported at another process, whose clock may differ a little."""
        state, now = self._open(), self._table.now()
        if state is None or turn != state.turn:
            return
        for seat, at in reports:
            if seat in state.pending and seat not in self._reports:
                self._reports[seat] = min(max(at, self._table.times.asked_at), now)
                self.changed = True

    # ---- deadlines ----

    def of(self, seat: Seat) -> RunningClock | None:
        """The clock that runs down, or soon will, before a bot takes this seat; none: no bot will."""
        state, row = self._open(), self._table.row
        if state is None or seat not in state.pending or row.lobby.seats[seat].played_by_bot:
            return None
        usual, back = self._usual(seat), row.lobby.seats[seat].back
        if back is None or back.turn != state.turn:
            return usual
        again = seconds_again(row.lobby.pace)
        longest = reveal_time(row.lobby.pace, self._table.times) + usual.seconds + again
        until = believed(back.until, again, longest, self._seen_at)
        return RunningClock(again, until) if until > usual.deadline else usual

    def _usual(self, seat: Seat) -> RunningClock:
        lobby, times = self._table.row.lobby, self._table.times
        seconds = self._seconds(seat)
        longest = reveal_time(lobby.pace, times) + seconds
        until = believed(usual_deadline(lobby, times, seat), seconds, longest, self._seen_at)
        least = believed(0.0, seconds, longest, self._seen_at)
        if seat in self._reports:
            until = min(until, max(self._reports[seat] + seconds, least))
        return RunningClock(seconds, until)

    def _seconds(self, seat: Seat) -> float:
        spent = self._table.times.spent.get(seat, Spent())
        return seconds_to_answer(self._table.row.lobby.pace, spent) or 0.0

    def time_again(self, seat: Seat) -> BackUntil | None:
        """Until when somebody may answer who takes the seat back now; none: nothing is owed, or no clock."""
        state, lobby = self._open(), self._table.row.lobby
        usual = usual_deadline(lobby, self._table.times, seat)
        if state is None or usual is None or seat not in state.pending:
            return None
        return BackUntil(state.turn, renewed(usual, seconds_again(lobby.pace), self._table.now()))

    def deadline(self, seat: Seat) -> float | None:
        """When a bot takes this seat, if its person has not answered."""
        clock = self.of(seat)
        return None if clock is None else clock.deadline

    def first_deadline(self) -> float | None:
        """The first of all. Asked of every table at every tick, so it is kept until something changes."""
        state = self._open()
        if state is None:
            return None
        row, times = self._table.row, self._table.times
        known = (id(state), id(row), id(times), self._seen_at, len(self._reports))
        if known != self._first[0]:
            people = people_asked(state, row.lobby)
            first = min((clock.deadline for seat in people if (clock := self.of(seat))), default=None)
            self._first = (known, first, (state, row, times))
        return self._first[1]

    def within(self, seconds: float) -> tuple[Seat, ...]:
        """The people whose time is up, or will be within so many seconds."""
        state, now = self._open(), self._table.now()
        people = () if state is None else people_asked(state, self._table.row.lobby)
        return tuple(seat for seat in people if (clock := self.of(seat)) and clock.deadline <= now + seconds)

    def charge(self, seat: Seat, by_bot: bool) -> float | None:
        """What a seat's time bank pays for its first answer to the open question.

        A bot's answer costs nothing, unless it came because the time was up: then all of it.
        """
        state, lobby = self._open(), self._table.row.lobby
        if state is None or not isinstance(lobby.pace, Bank) or lobby.seats[seat].kind != "person":
            return None
        clock = self._usual(seat)
        used = min(max(0.0, self._table.now() - clock.since), clock.seconds)
        return used if not by_bot or used == clock.seconds else None

    # ---- what pages are told ----

    def message(self) -> Clocks | None:
        """Everybody's clock; none: this table has no clocks now."""
        state = self._open()
        if state is None:
            return None
        return Clocks(state.turn, tuple(map(self._told, range(len(self._table.row.lobby.seats)))))

    def _told(self, seat: Seat) -> SeatClock | None:
        clock = self.of(seat)
        if clock is not None:
            return SeatClock(round(clock.seconds, 2), round(clock.since, 2))
        lobby, spent = self._table.row.lobby, self._table.times.spent.get(seat, Spent())
        if isinstance(lobby.pace, Bank) and lobby.seats[seat].kind == "person":
            return SeatClock(round(bank_left(lobby.pace, spent), 2), None)
        return None
