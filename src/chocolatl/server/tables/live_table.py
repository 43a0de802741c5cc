"""One table in memory: an ordered queue of work, the game, and the pages that look at it.

Everything that happens to a table goes through its queue, one after the other. Answers that wait together are
decided together and stored in one go; only then anybody hears of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, TypeVar

import structlog

from chocolatl.rules import Action, Event, SealedChance, State
from chocolatl.rules.commit_reveal import Draw
from chocolatl.rules.types import Seat
from chocolatl.server.bus import TableNotice
from chocolatl.server.database_faults import describe
from chocolatl.server.errors import RequestError, StorageUnavailableError, TooNew, denied_by_storage
from chocolatl.server.protocol import Phase
from chocolatl.server.store.documents import Lobby, draw_deadline
from chocolatl.server.store.row_decoding import refuse_newer, tell_once
from chocolatl.server.store.rows import Append, EventRow, Mark, Notification, TableRow, decode_events
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.big_screen.screens import Screens
from chocolatl.server.tables.broadcast import Broadcast
from chocolatl.server.tables.clocks.deadlines import believed, has_clock, next_deadline
from chocolatl.server.tables.clocks.game_times import GameTimes
from chocolatl.server.tables.clocks.seat_clocks import SeatClocks
from chocolatl.server.tables.decisions import GameLog, PendingDecisions, summarise
from chocolatl.server.tables.draw_state import outcome, with_draw
from chocolatl.server.tables.event_history import rows_in_parts
from chocolatl.server.tables.permissions import refuse_replaced_bot
from chocolatl.server.tables.services import TableServices
from chocolatl.server.tables.table_records import chance_of, nonces_of

T = TypeVar("T")
log = structlog.get_logger()
MAX_CONFLICT_RETRIES = 30

Job = Callable[[], Awaitable[None]]


class Submission(NamedTuple):
    """An answer on its way. `message`: its id (none: a bot's). `reply` is called with what came of it."""

    seat: Seat
    message: str | None
    turn: int
    action: Action
    arrived: float
    reply: Callable[[Submission, RequestError | None], None]


Verdict = tuple[Submission, RequestError | None]


class SeatedBots(Protocol):
    """The bots of one table."""

    @property
    def busy(self) -> bool:
        """Is any bot thinking?"""

    def ask(self) -> None:
        """Let every bot that is asked think, once."""


@dataclass(frozen=True)
class TableHooks:
    """What others do when something happens at a table: handed in, so that tables know none of them."""

    bots_of: Callable[[LiveTable], SeatedBots]
    notifications: Callable[[LiveTable, State, float | None], tuple[Notification, ...]]
    on_notifications_stored: Callable[[], None]
    on_lobby_changed: Callable[[LiveTable, Lobby, Lobby], None] = lambda _live, _before, _after: None


class LiveTable:
    """Made by the registry, which keeps one per table that somebody looks at or plays.

    `on_too_new`: called when a newer process has gone on with this table.
    """

    def __init__(
        self,
        services: TableServices,
        hooks: TableHooks,
        row: TableRow,
        game: GameLog,
        on_too_new: Callable[[LiveTable], None],
    ) -> None:
        self.services = services
        self.row = with_draw(row, services.secret)
        self.game = game
        self.broadcast = Broadcast(self, services)
        self.screens = Screens(row.id, self.broadcast, services)
        self.bots = hooks.bots_of(self)
        self.clocks = SeatClocks(self)
        self.used = services.now()
        self._hooks = hooks
        self._on_too_new = on_too_new
        self._waiting: deque[Submission | Job] = deque()
        self._task: asyncio.Task[None] | None = None
        self._draw_seen: tuple[int, float] | None = None
        self._must_reload = False
        self._arriving = 0
        self._chance: SealedChance | None = None

    @property
    def lobby(self) -> Lobby:
        """Who sits where."""
        return self.row.lobby

    @property
    def state(self) -> State | None:
        """The game, once it has begun."""
        return self.game.state

    @property
    def deadline(self) -> float | None:
        """When the first bot takes over, or the draw is voided, by the clock of this process."""
        drawing = self.row.summary.phase == "drawing"
        return self._draw_deadline() if drawing else self.clocks.first_deadline()

    def _draw_deadline(self) -> float | None:
        """Of an attempt that pages owe an opening to."""
        doc, seconds = self.lobby.draw, self.services.config.draw_seconds
        if doc is None or doc.complete:
            return None
        if self._draw_seen is None or self._draw_seen[0] != doc.attempt:
            self._draw_seen = (doc.attempt, self.services.now())
        return believed(doc.until, seconds, seconds, self._draw_seen[1])

    def see_deadline_anew(self) -> None:
        """This process has slept: nobody could answer meanwhile."""
        self._draw_seen = None
        self.clocks.see_anew()

    @property
    def times(self) -> GameTimes:
        """The moments of the game that clocks are made of."""
        return self.game.times

    def now(self) -> float:
        """By the clock of this process."""
        return self.services.now()

    @property
    def name_in_logs(self) -> str:
        """Says nothing about the table's link."""
        return self.services.secret.name_in_logs(self.row.id)

    def differs(self, mark: Mark) -> bool:
        """Has another process, or the operator, written something that is not known here?"""
        return (mark.version, mark.last, mark.phase) != self.known

    @property
    def known(self) -> tuple[int, int, Phase]:
        """Up to where this process knows the table: changes of the lobby, events, and the phase."""
        return self.row.version, self.game.last, self.row.summary.phase

    @property
    def working(self) -> bool:
        """Is something in the queue, or being stored?"""
        return self._task is not None and not self._task.done()

    @property
    def busy(self) -> bool:
        """Something is going on, or somebody looks."""
        return bool(self.broadcast.connections or self._arriving) or self.working or self.bots.busy

    @contextmanager
    def arrival(self) -> Iterator[None]:
        """A page is on its way in: the table stays in memory."""
        self._arriving += 1
        try:
            yield
        finally:
            self._arriving -= 1

    def chance(self) -> SealedChance:
        """The dice of this table: the server's key, and what the draw added to it."""
        draw = self._draw()
        nonces = nonces_of(self.lobby) if draw is None else ()
        if self._chance is None or (self._chance.nonces, self._chance.draw) != (nonces, draw):
            self._chance = chance_of(self.lobby, draw, self.services.secret)
        return self._chance

    def _draw(self) -> Draw | None:
        """As the first event tells it, or as that will tell it."""
        doc = self.lobby.draw
        if self.state is not None or doc is None or not doc.complete:
            return self.game.draw
        return outcome(doc, self.row.id)

    # ---- the queue ----

    def submit(self, item: Submission | Job) -> None:
        """An answer, or something to do, takes its place in the queue."""
        self.used = self.services.now()
        self._waiting.append(item)
        if not self.working:  # a task lives as long as there is something to do
            self._task = asyncio.create_task(self._work())

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in turn, and wait for its outcome."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                result = await work()
            except BaseException as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self.submit(job)
        return await done

    async def _work(self) -> None:
        """One after the other; answers that wait together are taken together."""
        while self._waiting:
            item = self._waiting.popleft()
            if not isinstance(item, Submission):
                await item()
                continue
            batch = [item]
            while self._waiting and isinstance(another := self._waiting[0], Submission):
                batch.append(another)
                self._waiting.popleft()
            await self._process_answers(batch)

    # ---- answers ----

    async def _process_answers(self, batch: Sequence[Submission]) -> None:
        try:
            pending, verdicts = await self._decide_and_commit(batch)
        except TooNew as denied:
            self._reply([(submission, denied) for submission in batch])
            return
        except Exception as error:  # also a mistake of ours: the queue must go on
            self._must_reload = True  # it may or may not have been written: read again before going on
            log.warning("answers.commit_failed", table=self.name_in_logs, error=describe(error))
            busy = denied_by_storage(
                error if isinstance(error, StorageUnavailableError) else StorageUnavailableError("failed")
            )
            self._reply([(submission, busy) for submission in batch])
            return
        self._reply(verdicts)
        if pending.rows:
            self._publish(*pending.apply_committed())
        self._measure(verdicts)

    async def _decide_and_commit(self, batch: Sequence[Submission]) -> tuple[PendingDecisions, list[Verdict]]:
        """Decide, store; when another process was first, read what it did and decide again."""
        turn = -1 if self.game.state is None else self.game.state.turn
        if self._must_reload or any(submission.turn > turn for submission in batch):
            await self.catch_up()  # perhaps the page comes from a process that is ahead of this one
        for _ in range(MAX_CONFLICT_RETRIES):
            pending = self._pending()
            verdicts = [(submission, self._decide(pending, submission)) for submission in batch]
            if not pending.rows:
                await self._resume_who_repeats(verdicts)
                return pending, verdicts
            if await self._store(pending, self.row.version):
                return pending, verdicts
            await self.catch_up()
            await self._resume_seats(batch)
        raise StorageUnavailableError("other processes were faster every time")

    async def _resume_who_repeats(self, verdicts: Sequence[Verdict]) -> None:
        """An answer that was given before stores nothing, so nothing has shown whether a bot has the seat."""
        repeats = [submission for submission, denied in verdicts if denied is None and submission.message]
        if repeats and await self.catch_up_if_behind():
            await self._resume_seats(repeats)

    async def _resume_seats(self, batch: Sequence[Submission]) -> None:
        """Whoever answers is back, also from a bot that another process gave the seat to meanwhile."""
        people = {submission.seat for submission in batch if submission.message is not None}
        for seat in sorted(people):
            if self.lobby.seats[seat].held:
                await self.resume_seat(seat)

    def _pending(self) -> PendingDecisions:
        return PendingDecisions(self.game, self.lobby, self.chance(), self.services.now(), self.clocks.charge)

    async def _store(self, pending: PendingDecisions, version: int | None = None) -> bool:
        append = pending.to_append(version)
        if pending.asks and pending.state is not None:
            alerts = self._hooks.notifications(self, pending.state, append.summary.deadline)
            append = append._replace(alerts=alerts)
        return await self._append(append)

    async def _append(self, append: Append) -> bool:
        if not await self.services.store.append(append):
            return False
        self.row = self.row._replace(summary=append.summary)
        if append.alerts:
            self._hooks.on_notifications_stored()
        return True

    def _decide(self, pending: PendingDecisions, submission: Submission) -> RequestError | None:
        if self.row.summary.phase == "closed":
            return RequestError("wrong_phase", "the table was closed", "another table")
        try:
            if submission.message is None:
                refuse_replaced_bot(self.lobby, submission.seat)
            pending.answer(submission.seat, submission.message, submission.turn, submission.action)
        except RequestError as denied:
            return denied
        return None

    def _reply(self, verdicts: Sequence[Verdict]) -> None:
        for submission, denied in verdicts:
            submission.reply(submission, denied)

    def _measure(self, verdicts: Sequence[Verdict]) -> None:
        now, metrics = self.services.now(), self.services.metrics
        for submission, denied in verdicts:
            if denied is None:
                by = metrics.answers_by_bots if submission.message is None else metrics.answers_by_people
                by.inc()
                metrics.latency.observe(now - submission.arrived)

    def _publish(self, first: int, events: Sequence[Event]) -> None:
        """This process stored it: it tells its pages, the other processes, and the bots."""
        self.broadcast.post_events(first, events)
        self._notify_processes("events")
        if self.row.summary.phase == "finished":
            self.services.metrics.finished.inc()
            log.info("game.finished", table=self.name_in_logs, events=self.game.last + 1)
        self.bots.ask()

    def _notify_processes(self, kind: Literal["events", "lobby"]) -> None:
        self.services.bus.publish(TableNotice(self.row.id, self.services.origin, kind))

    # ---- changes of the lobby, always within the queue ----

    async def update_lobby(self, how: Callable[[TableRow], Lobby], phase: Phase | None = None) -> None:
        """Change who sits where; decided again when another process changed it first. Raises RequestError."""
        for _ in range(MAX_CONFLICT_RETRIES):
            lobby = how(self.row)
            if lobby == self.lobby and phase is None:
                if await self.catch_up_if_behind():  # nothing to do by what is known here
                    continue
                return
            if await self.services.store.change(self.row, lobby, phase):
                before, summary = self.lobby, self.row.summary
                if phase is not None:
                    summary = summary._replace(phase=phase, deadline=draw_deadline(lobby, phase))
                self.row = TableRow(self.row.version + 1, lobby, self.row.created, summary)
                self._notify_processes("lobby")
                self.broadcast.post_table()
                self.bots.ask()
                self._hooks.on_lobby_changed(self, before, lobby)
                return
            await self.catch_up()
        raise StorageUnavailableError("other processes were faster every time")

    async def start_game(self) -> None:
        """The draw is complete: set up the game, unless another process does; the phase becomes `running`."""
        pending = self._pending()
        pending.begin()
        if await self._store(pending, self.row.version):
            log.info("game.started", table=self.name_in_logs)
            self._publish(*pending.apply_committed())
            self.broadcast.post_table()
        else:
            await self.catch_up()

    async def begin_if_complete(self) -> None:
        """Everyone has opened (or nobody takes part): the first events, in one commit with the phase."""
        doc = self.lobby.draw
        if self.row.summary.phase == "drawing" and doc is not None and doc.complete:
            await self.start_game()

    async def resume_seat(self, seat: Seat) -> None:
        """A person plays on after a bot held the seat, with time to answer."""
        await self.update_lobby(lambda row: lobbies.take_back(row.lobby, seat, self.clocks.time_again(seat)))
        await self.renew_deadline(seat)

    async def renew_deadline(self, seat: Seat) -> None:
        """As a look at the database shows it, so that another process knows when to look after this one."""
        state = self.state
        if state is None or seat not in state.pending or not has_clock(self.lobby.pace):
            return
        deadline = next_deadline(state, self.lobby, self.times)
        summary = summarise(state, self.game.last, deadline, self.services.now())
        if await self._append(Append(self.row.id, self.game.last, (), summary)):
            self.broadcast.post_questions(again=True)

    # ---- other processes ----

    async def catch_up(self) -> None:
        """Read what other processes have written, and tell our pages. Raises TooNew."""
        since = self.game.last + 1
        parts = [part async for part in rows_in_parts(self.services.store, self.row.id, since)]
        try:
            row = await self.services.store.load(self.row.id)
            if row is None:
                return
            refuse_newer(row.lobby)
            self._must_reload = False
            changed = row.version != self.row.version or row.summary.phase != self.row.summary.phase
            self.row = with_draw(row, self.services.secret)
            self.broadcast.show_out()
            for part in parts:
                self._apply_rows(part)
                await asyncio.sleep(0)
        except TooNew as error:
            tell_once(self.row.id, error)
            self._on_too_new(self)
            raise
        if changed:
            self.broadcast.post_table()
        if row.summary.phase == "running" and self.state is None:  # begun by a server without draws
            await self.start_game()
        await self.begin_if_complete()
        self.bots.ask()

    async def catch_up_if_behind(self) -> bool:
        """Compare with the database, and read it where it knows more; gives whether it did."""
        behind = any(map(self.differs, await self.services.store.marks([self.row.id])))
        if behind:
            await self.catch_up()
        return behind

    def _apply_rows(self, rows: Sequence[EventRow]) -> None:
        """All or nothing: a game is never left in the middle of what can be read."""
        first = self.game.last + 1
        read = [(row, decode_events(row.body)) for row in rows if row.number > self.game.last]
        for row, events in read:
            self.game.absorb(row, events)
        if read:
            self.broadcast.post_events(first, [event for _, events in read for event in events])
