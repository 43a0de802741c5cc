"""All tables of one process, and what they share: store, bus, bots, clock."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from chocolatl.rules.words import Seat
from chocolatl.server.bus import Bus, Note
from chocolatl.server.clock import Clock
from chocolatl.server.config import Config
from chocolatl.server.courier import Courier
from chocolatl.server.errors import Denied, StorageDown, TooNew
from chocolatl.server.game import folded
from chocolatl.server.history import History, rows_in_parts
from chocolatl.server.metrics import Metrics
from chocolatl.server.outbox import GONE, OVERFLOW
from chocolatl.server.permissions import board_problem
from chocolatl.server.presence import VOUCHED_SECONDS, away_seconds
from chocolatl.server.room import Room
from chocolatl.server.secret import ServerSecret
from chocolatl.server.store.faults import describe
from chocolatl.server.store.reading import refuse_newer, tell_once
from chocolatl.server.store.rows import TableRow
from chocolatl.server.store.store import Store
from chocolatl.server.thinking import LONGEST, Bots
from chocolatl.server.traffic import Traffic
from chocolatl.server.wire import Phase

FORGET_AFTER = 30.0
FORGET_SOON = 3.0
MANY_ROOMS = 3_000
"""With so many tables in memory, those that nobody looks at go sooner."""
WARM_UP_AFTER = 10.0
CHECK_STORAGE_AFTER = 2.0
"""Seconds for which /readyz believes what it saw."""
STAND_IN = "medium"
"""The bot that holds the seat of someone who let a deadline pass."""
log = structlog.get_logger()


class House:
    """Keeps a room for every table that is looked at or played in this process."""

    def __init__(
        self,
        config: Config,
        store: Store,
        bus: Bus,
        secret: ServerSecret,
        metrics: Metrics,
        now: Callable[[], float],
    ) -> None:
        self.config = config
        self.store = store
        self.bus = bus
        self.secret = secret
        self.metrics = metrics
        self.now = now
        self.started = now()
        self.origin = secrets.token_hex(8)
        self.draining = False
        self.stand_in = STAND_IN
        self.bots = Bots(config.bot_workers, metrics)
        self.courier = Courier(self)
        self.history = History(store)
        self.traffic = Traffic(config.rates)
        self.rooms: dict[str, Room] = {}
        self._storage_checked = float("-inf")
        self._storage_problem: str | None = None
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Listen to the bus and start the clock."""
        await self.bus.open(self._heard, self._lost)
        self.spawn(Clock(self).run())
        self.spawn(self.courier.run())
        if self.config.warm_up:
            self.spawn(self._warm_up())

    async def _warm_up(self) -> None:
        """Not at once: the first page is to be quick, and many a server lives only for a test."""
        await asyncio.sleep(WARM_UP_AFTER)
        await self.bots.warm_up()

    async def settle(self) -> None:
        """Wait until every answer that has arrived is stored and replied to."""
        await asyncio.gather(*(room.run(_nothing) for room in self.rooms.values()))

    async def close(self) -> None:
        """Finish answers, then let go of everything."""
        self.draining = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.courier.lookups.close()
        await self.bots.close()
        await self.bus.close()
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background; a failure is logged, never lost."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task.failed", error=describe(error))

    async def storage_problem(self) -> str | None:
        """What keeps the server from storing answers; looked at anew after a while."""
        if time.monotonic() >= self._storage_checked + CHECK_STORAGE_AFTER:
            self._storage_checked = time.monotonic()
            self._storage_problem = await self.store.check()
        return self._storage_problem

    # ---- rooms ----

    async def room(self, table: str) -> Room:
        """The room of a table, loaded when needed. Raises Denied."""
        if found := self.rooms.get(table):
            return found
        if table not in self._opening:
            self._opening[table] = asyncio.create_task(self._open_room(table))
        room = await asyncio.shield(self._opening[table])
        if room is None:
            raise Denied("no_such_table", f"there is no table {table!r}", "the id from a table's link")
        return room

    async def _open_room(self, table: str) -> Room | None:
        try:
            self.bus.follow(table)
            row = await self.store.load(table)
            if row is None:
                self.bus.forget(table)
                return None
            refuse_newer(row.lobby)
            row = await self._closed_unless_playable(row)
            room = Room(self, row, await folded(rows_in_parts(self.store, table)))
            self.rooms[table] = room
            self.metrics.rooms.set(len(self.rooms))
            self.bus.tell(Note(table, self.origin, "hello"))
            room.robots.wake()
            return room
        except TooNew as error:
            tell_once(table, error)
            self.bus.forget(table)
            raise
        finally:
            del self._opening[table]

    async def _closed_unless_playable(self, row: TableRow) -> TableRow:
        """A table whose stored board is out of bounds is closed for good, so that no clock opens it again."""
        problem = board_problem(row.lobby)
        if problem is None or row.summary.phase in ("finished", "closed"):
            return row
        log.warning("table.closed", table=row.id, board=problem)
        await self.store.change(row, row.lobby, "closed")
        return await self.store.load(row.id) or row

    def give_up(self, room: Room) -> None:
        """A newer process has gone on with this table: its pages have to look for that one."""
        if self.rooms.get(room.row.id) is room:
            del self.rooms[room.row.id]
            self.bus.forget(room.row.id)
        for page in list(room.audience.pages):
            asyncio.get_running_loop().call_soon(page.leave, OVERFLOW)  # after the reply to its answer

    def forget_rooms(self) -> None:
        """Let go of the rooms where nothing happens."""
        late = self.now() - (FORGET_AFTER if len(self.rooms) < MANY_ROOMS else FORGET_SOON)
        for table, room in list(self.rooms.items()):
            if not room.busy and room.used < late:
                del self.rooms[table]
                self.bus.forget(table)
        self.metrics.rooms.set(len(self.rooms))

    def drop(self, room: Room) -> None:
        """The operator has deleted its table."""
        self.rooms.pop(room.row.id, None)
        self.bus.forget(room.row.id)
        for page in list(room.audience.pages):
            page.leave(GONE)

    # ---- the bus ----

    def _heard(self, note: Note) -> None:
        room = self.rooms.get(note.table)
        if room is None or note.origin == self.origin:
            return
        match note.kind:
            case "here":
                room.audience.arrivals.hear(note.origin, note.value, note.spectators, self.now())
                room.audience.post_presence()
            case "hello":
                room.audience.tell_presence()
            case "chat":
                self.spawn(self._chat(room, note.value))
            case "warned":
                pass
            case _:
                self.spawn(self.look(room))

    async def look(self, room: Room) -> None:
        """Read what others have written for this table."""
        with contextlib.suppress(StorageDown, TooNew):
            await room.run(room.catch_up)

    async def vouch(self, seats: list[tuple[str, Seat]]) -> None:
        """Note in the database who is here, for processes that do not hear it over the bus."""
        await self.store.saw(seats, self.origin, self.now() + VOUCHED_SECONDS)

    async def away_seconds(self, room: Room, seat: Seat) -> float:
        """How long this seat has been away from all processes."""
        here = bool(room.audience.everywhere()[0] >> seat & 1)
        noted = None if here else await self.store.last_seen(room.row.id, seat)
        last_seen = max(noted or 0.0, room.audience.left_at.get(seat, 0.0))
        return away_seconds(here, last_seen, room.game.began_at, self.started, self.now())

    def known(self, table: str) -> tuple[int, int, Phase] | None:
        """Up to where this process knows the table; none: not yet."""
        room = self.rooms.get(table)
        return None if room is None else room.known

    async def behind(self, table: str) -> bool:
        """Has another process changed this table meanwhile? Then it is read again."""
        room = self.rooms.get(table)
        if room is None or not any(map(room.differs, await self.store.marks([table]))):
            return False
        await room.run(room.catch_up)
        return True

    async def _chat(self, room: Room, number: int) -> None:
        from chocolatl.server.talk import post_lines

        with contextlib.suppress(StorageDown):
            post_lines(room, await self.store.chat(room.row.id, number, 1))

    def _lost(self) -> None:
        """Notes may have been missed: look everywhere."""
        for room in self.rooms.values():
            self.spawn(self.look(room))
            room.audience.tell_presence()

    async def may_think(self, table: str, turn: int, seat: Seat) -> bool:
        """Bots are not run twice: with several processes the first one gets the work, for a while."""
        if not self.bus.shared:
            return True
        now = self.now()
        lease = self.store.lease(table, f"{turn}/{seat}", self.origin, now, now + LONGEST)
        return await asyncio.shield(lease)  # who stops thinking leaves no transaction open

    def published(self, room: Room) -> None:
        """Count finished games."""
        if room.row.summary.phase == "finished":
            self.metrics.finished.inc()
            log.info("game.finished", table=room.name_in_logs, events=room.game.last + 1)


async def _nothing() -> None:
    """Comes after everything that is in the queue."""
