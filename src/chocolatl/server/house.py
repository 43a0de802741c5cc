"""All tables of one process, and what they share: store, bus, bots, clock."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import structlog

from chocolatl.rules import Event
from chocolatl.rules.events import Asked
from chocolatl.rules.words import Seat
from chocolatl.server import lobby as lobbies
from chocolatl.server.bus import Bus, Note
from chocolatl.server.config import Config
from chocolatl.server.errors import Denied, StorageDown
from chocolatl.server.game import seconds_to_answer
from chocolatl.server.metrics import Metrics
from chocolatl.server.room import Room, load_room
from chocolatl.server.secret import ServerSecret
from chocolatl.server.store.store import Store
from chocolatl.server.thinking import HARD_LIMIT, Bots
from chocolatl.server.webhooks import Webhooks
from chocolatl.server.wire import Warned

TICK = 0.5
RESYNC = 2.0
STUCK_AFTER = 8.0
FORGET_AFTER = 30.0
PRESENCE_SECONDS = 30.0
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
        now: Callable[[], float] = time.time,
    ) -> None:
        self.config = config
        self.store = store
        self.bus = bus
        self.secret = secret
        self.metrics = metrics
        self.now = now
        self.origin = secrets.token_hex(8)
        self.draining = False
        self.stand_in = STAND_IN
        self.bots = Bots(config.bot_workers, metrics)
        self.webhooks = Webhooks(self.spawn, metrics, config.webhooks_to_private)
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._next_resync = 0.0
        self._next_presence = 0.0

    async def open(self) -> None:
        """Listen to the bus and start the clock."""
        await self.bus.open(self._heard, self._lost)
        self.spawn(self._tick())
        if self.config.warm_up:
            self.bots.warm_up()

    async def settle(self) -> None:
        """Wait until every answer that has arrived is stored and replied to."""
        await asyncio.gather(*(room.run(_nothing) for room in self.rooms.values()))

    async def close(self) -> None:
        """Finish answers, then let go of everything."""
        self.draining = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.bus.close()
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; a failure is logged, never lost."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task.failed", error=repr(error))

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
            room = await load_room(self, table)
            if room is None:
                self.bus.forget(table)
                return None
            self.rooms[table] = room
            self.metrics.rooms.set(len(self.rooms))
            self.bus.tell(Note(table, self.origin, "hello"))
            room.robots.wake()
            return room
        finally:
            del self._opening[table]

    def _forget_rooms(self) -> None:
        late = self.now() - FORGET_AFTER
        for table, room in list(self.rooms.items()):
            if not room.busy and room.used < late:
                del self.rooms[table]
                self.bus.forget(table)
        self.metrics.rooms.set(len(self.rooms))

    # ---- the bus ----

    def _heard(self, note: Note) -> None:
        room = self.rooms.get(note.table)
        if room is None or note.origin == self.origin:
            return
        match note.kind:
            case "here":
                until = self.now() + PRESENCE_SECONDS
                room.audience.arrivals.hear(note.origin, note.value, note.spectators, until)
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
        with contextlib.suppress(StorageDown):
            await room.run(room.catch_up)

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
        return await self.store.lease(table, f"{turn}/{seat}", self.origin, now, now + 2 * HARD_LIMIT)

    # ---- the clock ----

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                await self._check()
            except StorageDown as error:
                log.warning("storage.down", error=str(error))
            except Exception as error:
                log.error("clock.failed", error=repr(error))

    async def _check(self) -> None:
        now = self.now()
        for room in list(self.rooms.values()):
            deadline = room.row.summary.deadline
            if deadline is not None:
                self._check_deadline(room, deadline, now)
        if now >= self._next_resync:
            self._next_resync = now + RESYNC
            self._forget_rooms()
            self._repeat_presence(now)
            await self._resync()
            for table in await self.store.due(now, now - STUCK_AFTER):
                await self._push(table, now)

    def _check_deadline(self, room: Room, deadline: float, now: float) -> None:
        state = room.state
        if deadline <= now:
            self.spawn(self.expire(room))
        elif state is not None and room.warned != state.turn and deadline - now <= warning_time(room):
            room.warned = state.turn
            room.audience.post(Warned(state.turn, deadline))
            self.webhooks.warn(room, deadline - now)

    async def _push(self, table: str, now: float) -> None:
        """A table that nobody in this process looks at needs its clock or its bots."""
        with contextlib.suppress(Denied):
            room = await self.room(table)
            deadline = room.row.summary.deadline
            if deadline is not None and deadline <= now:
                await self.expire(room)
            else:
                await self.look(room)

    def _repeat_presence(self, now: float) -> None:
        """Others forget who is here when they do not hear of it for a while: this process may have died."""
        if self.bus.shared and now >= self._next_presence:
            self._next_presence = now + PRESENCE_SECONDS / 3
            for room in self.rooms.values():
                if room.audience.pages:
                    room.audience.tell_presence()

    async def _resync(self) -> None:
        """Notes can get lost, and the bus can be away: compare with the database now and then."""
        if not self.bus.shared or not self.rooms:
            return
        for row in await self.store.load_many(list(self.rooms)):
            room = self.rooms.get(row.id)
            if room is None:
                continue
            if row.summary.last > room.game.last or row.version > room.row.version:
                self.spawn(self.look(room))

    async def expire(self, room: Room) -> None:
        """The deadline has passed: a bot takes the seats that have not answered."""
        with contextlib.suppress(StorageDown, Denied):
            await room.run(lambda: self._hand_over(room))

    async def _hand_over(self, room: Room) -> None:
        deadline, state = room.row.summary.deadline, room.state
        if state is None or deadline is None or deadline > self.now():
            return
        late = tuple(seat for seat in state.pending if not room.lobby.seats[seat].played_by_bot)
        if late:
            log.info("deadline.passed", table=room.row.id, seats=late)
            await room.change(lambda row: lobbies.hand_over(row.lobby, late, STAND_IN))
        room.robots.wake()

    def published(self, room: Room, events: Sequence[Event]) -> None:
        """Count finished games; call those who want to be called."""
        if room.row.summary.phase == "finished":
            self.metrics.finished.inc()
        if any(isinstance(event, Asked) for event in events):
            self.webhooks.asked(room)


async def _nothing() -> None:
    """Comes after everything that is in the queue."""


def warning_time(room: Room) -> float:
    """How long before a deadline the player is warned: a quarter of the time, at most six hours."""
    seconds = seconds_to_answer(room.lobby.pace) or 0.0
    return min(seconds / 4, 6 * 3600)
