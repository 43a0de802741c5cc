"""One table in memory: an ordered queue of work, the game, and the pages that look at it.

Everything that happens to a table goes through its queue, one after the other. Answers that wait together are
decided together and stored in one go; only then anybody hears of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec
import structlog

from chocolatl.rules import Action, Event, SealedChance, State
from chocolatl.rules.draw import Draw
from chocolatl.rules.words import Seat
from chocolatl.server.alerts import alerts_about
from chocolatl.server.audience import Audience
from chocolatl.server.bus import Note
from chocolatl.server.deadlines import believed, people_asked, renewed, seconds_to_answer
from chocolatl.server.draw import outcome
from chocolatl.server.drawing import begin_if_complete, with_draw
from chocolatl.server.errors import Denied, StorageDown, TooNew, denied_by_storage, verdict
from chocolatl.server.game import Draft, Game, summarise
from chocolatl.server.history import rows_in_parts
from chocolatl.server.lobby import Lobby, draw_deadline
from chocolatl.server.records import chance_of, nonces_of
from chocolatl.server.robots import Robots, refuse_replaced_bot
from chocolatl.server.store.faults import describe
from chocolatl.server.store.reading import refuse_newer, tell_once
from chocolatl.server.store.rows import Append, EventRow, Mark, TableRow, decode_events
from chocolatl.server.wire import Phase
from chocolatl.server.workqueue import Given, WorkQueue

if TYPE_CHECKING:
    from chocolatl.server.house import House

T = TypeVar("T")
encode = msgspec.json.Encoder().encode
log = structlog.get_logger()
ATTEMPTS = 30


Verdict = tuple[Given, Denied | None]
OpenUntil = tuple[Literal["turn", "attempt"], int, float | None]
"""A question or an attempt of the draw, and the moment that is stored for it."""


class Room:
    """Made by the house, which keeps one per table that somebody looks at or plays."""

    def __init__(self, house: House, row: TableRow, game: Game) -> None:
        self.house = house
        self.row = with_draw(row, house.secret)
        self.game = game
        self.audience = Audience(self)
        self.robots = Robots(self)
        self.used = house.now()
        self.warned = -1
        self._queue = WorkQueue(self._take_answers)
        self._believed: tuple[OpenUntil, float] | None = None
        self._stale = False
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
        """When a bot takes over for those who owe an answer, by the clock of this process."""
        open_now = self._open_draw() or self._open_question()
        if open_now is None:
            return None
        seen, seconds = open_now
        if self._believed is None or self._believed[0] != seen:
            self._believed = (seen, believed(seen[2], seconds, self.house.now()))
        return self._believed[1]

    def _open_question(self) -> tuple[OpenUntil, float] | None:
        """A question that people owe an answer to, and the time for it."""
        state, seconds = self.state, seconds_to_answer(self.lobby.pace)
        if self.row.summary.phase != "running" or state is None or seconds is None:
            return None
        if not people_asked(state, self.lobby):
            return None
        return ("turn", state.turn, self.row.summary.deadline), seconds

    def _open_draw(self) -> tuple[OpenUntil, float] | None:
        """An attempt of the draw that pages owe an opening to, and the time for it."""
        doc = self.lobby.draw
        if self.row.summary.phase != "drawing" or doc is None or doc.complete:
            return None
        return ("attempt", doc.attempt, doc.until), self.house.config.draw_seconds

    def see_deadline_anew(self) -> None:
        """This process has slept: nobody could answer meanwhile."""
        self._believed = None

    @property
    def name_in_logs(self) -> str:
        """Says nothing about the table's link."""
        return self.house.secret.name_in_logs(self.row.id)

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
        return self._queue.working

    @property
    def busy(self) -> bool:
        """Something is going on, or somebody looks."""
        return bool(self.audience.pages or self._arriving) or self.working or self.robots.busy

    @contextmanager
    def arrival(self) -> Iterator[None]:
        """A page is on its way in: the room stays."""
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
            self._chance = chance_of(self.lobby, draw, self.house.secret)
        return self._chance

    def _draw(self) -> Draw | None:
        """As the first event tells it, or as that will tell it."""
        doc = self.lobby.draw
        if self.state is not None or doc is None or not doc.complete:
            return self.game.draw
        return outcome(doc, self.row.id)

    # ---- the queue ----

    def give(self, given: Given) -> None:
        """An answer takes its place in the queue."""
        self.used = self.house.now()
        self._queue.put(given)

    def give_for_bot(self, seat: Seat, turn: int, action: Action) -> None:
        """A bot's answer does the same."""
        self.give(Given(None, seat, None, turn, action, self.house.now()))

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in turn, and wait for its outcome."""
        self.used = self.house.now()
        return await self._queue.run(work)

    # ---- answers ----

    async def _take_answers(self, batch: Sequence[Given]) -> None:
        try:
            draft, verdicts = await self._stored(batch)
        except TooNew as denied:
            self._reply([(given, denied) for given in batch])
            return
        except Exception as error:  # also a mistake of ours: the queue must go on
            self._stale = True  # it may or may not have been written: read again before going on
            log.warning("answers.failed", table=self.name_in_logs, error=describe(error))
            busy = denied_by_storage(error if isinstance(error, StorageDown) else StorageDown("failed"))
            self._reply([(given, busy) for given in batch])
            return
        self._reply(verdicts)
        if draft.rows:
            self._publish(*draft.adopt())
        self._measure(verdicts)

    async def _stored(self, batch: Sequence[Given]) -> tuple[Draft, list[Verdict]]:
        """Decide, store; when another process was first, read what it did and decide again."""
        if self._stale or any(given.turn > self._turn for given in batch):
            await self.catch_up()  # perhaps the page comes from a process that is ahead of this one
        by_bot = any(given.page is None for given in batch)
        for _ in range(ATTEMPTS):
            draft = self._draft()
            verdicts = [(given, self._judge(draft, given)) for given in batch]
            version = self.row.version if by_bot else None
            if not draft.rows or await self._store(draft, self.row.summary.deadline, version):
                return draft, verdicts
            await self.catch_up()
        raise StorageDown("other processes were faster every time")

    @property
    def _turn(self) -> int:
        return self.state.turn if self.state is not None else -1

    def _draft(self) -> Draft:
        return Draft(self.game, self.lobby, self.chance(), self.house.now())

    async def _store(self, draft: Draft, deadline: float | None, version: int | None = None) -> bool:
        append = draft.append(deadline, version)
        if draft.asks and draft.state is not None:
            alerts = alerts_about(self, draft.state, append.summary.deadline)
            append = append._replace(alerts=alerts)
        return await self._append(append)

    async def _append(self, append: Append) -> bool:
        if not await self.house.store.append(append):
            return False
        self.row = self.row._replace(summary=append.summary)
        if append.alerts:
            self.house.courier.wake()
        return True

    def _judge(self, draft: Draft, given: Given) -> Denied | None:
        if self.row.summary.phase == "closed":
            return Denied("wrong_phase", "the table was closed", "another table")
        try:
            if given.page is None:
                refuse_replaced_bot(self.lobby, given.seat)
            draft.answer(given.seat, given.message, given.turn, given.action)
        except Denied as denied:
            return denied
        return None

    def _reply(self, verdicts: Sequence[Verdict]) -> None:
        for given, denied in verdicts:
            if given.page is None:
                self.robots.answered(given, denied)
            elif given.message is not None:
                given.page.post(encode(verdict(given.message, denied)))
                if denied is not None:
                    self.house.metrics.refusals.labels(denied.problem.code).inc()

    def _measure(self, verdicts: Sequence[Verdict]) -> None:
        now = self.house.now()
        for given, denied in verdicts:
            if denied is None:
                self.house.metrics.answers.labels("bot" if given.page is None else "person").inc()
                self.house.metrics.latency.observe(now - given.arrived)

    def _publish(self, first: int, events: Sequence[Event]) -> None:
        """This process stored it: it tells its pages, the other processes, and the bots."""
        self.audience.post_events(first, events)
        self._tell("events")
        self.house.published(self)
        self.robots.wake()

    def _tell(self, kind: Literal["events", "lobby"]) -> None:
        self.house.bus.tell(Note(self.row.id, self.house.origin, kind))

    # ---- changes of the lobby, always within the queue ----

    async def change(self, how: Callable[[TableRow], Lobby], phase: Phase | None = None) -> None:
        """Change who sits where; decided again when another process changed it first. Raises Denied."""
        for _ in range(ATTEMPTS):
            lobby = how(self.row)
            if lobby is self.lobby and phase is None:
                if await self.catch_up_if_behind():  # nothing to do by what is known here
                    continue
                return
            if await self.house.store.change(self.row, lobby, phase):
                summary = self.row.summary
                if phase is not None:
                    summary = summary._replace(phase=phase, deadline=draw_deadline(lobby, phase))
                self.row = TableRow(self.row.version + 1, lobby, self.row.created, summary)
                self._tell("lobby")
                self.audience.post_table()
                self.robots.wake()
                return
            await self.catch_up()
        raise StorageDown("other processes were faster every time")

    async def begin(self) -> None:
        """The draw is complete: set up the game, unless another process does; the phase becomes `running`."""
        draft = self._draft()
        draft.begin()
        if await self._store(draft, None, self.row.version):
            log.info("game.started", table=self.name_in_logs)
            self._publish(*draft.adopt())
            self.audience.post_table()
        else:
            await self.catch_up()

    async def renew_deadline(self, seat: Seat) -> None:
        """Give somebody who is back and owes an answer time for it, within bounds."""
        state, seconds = self.state, seconds_to_answer(self.lobby.pace)
        if state is None or seconds is None or seat not in state.pending:
            return
        now = self.house.now()
        deadline = renewed(self.row.summary.deadline, self.game.asked_at, seconds, now)
        summary = summarise(state, self.game.last, deadline, now)
        if await self._append(Append(self.row.id, self.game.last, (), summary)):
            self.audience.post_asks(again=True)

    # ---- other processes ----

    async def catch_up(self) -> None:
        """Read what other processes have written, and tell our pages. Raises TooNew."""
        since = self.game.last + 1
        parts = [part async for part in rows_in_parts(self.house.store, self.row.id, since)]
        try:
            row = await self.house.store.load(self.row.id)
            if row is None:
                return
            refuse_newer(row.lobby)
            self._stale = False
            changed = row.version != self.row.version or row.summary.phase != self.row.summary.phase
            self.row = with_draw(row, self.house.secret)
            self.audience.show_out()
            for part in parts:
                self._absorb(part)
                await asyncio.sleep(0)
        except TooNew as error:
            tell_once(self.row.id, error)
            self.house.give_up(self)
            raise
        if changed:
            self.audience.post_table()
        if row.summary.phase == "running" and self.state is None:  # begun by a server without draws
            await self.begin()
        await begin_if_complete(self)
        self.robots.wake()

    async def catch_up_if_behind(self) -> bool:
        """Compare with the database, and read it where it knows more; gives whether it did."""
        behind = any(map(self.differs, await self.house.store.marks([self.row.id])))
        if behind:
            await self.catch_up()
        return behind

    def _absorb(self, rows: Sequence[EventRow]) -> None:
        """All or nothing: a game is never left in the middle of what can be read."""
        first = self.game.last + 1
        read = [(row, decode_events(row.body)) for row in rows if row.number > self.game.last]
        for row, events in read:
            self.game.absorb(row, events)
        if read:
            self.audience.post_events(first, [event for _, events in read for event in events])
