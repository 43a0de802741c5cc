"""The clock of one process: deadlines, warnings, tables that need a push, notes that got lost."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import structlog

from chocolatl.server import lobby as lobbies
from chocolatl.server.deadlines import warning_time
from chocolatl.server.drawing import void_if_late
from chocolatl.server.errors import Denied, StorageDown
from chocolatl.server.presence import PRESENCE_SECONDS
from chocolatl.server.room import Room
from chocolatl.server.store.faults import describe
from chocolatl.server.wire import Warned

if TYPE_CHECKING:
    from chocolatl.server.house import House

TICK = 0.5
SLEPT = 5.0
"""Seconds between two ticks that can only mean that the process did not run."""
RESYNC = 2.0
STUCK_AFTER = 8.0
LEASES_SECONDS = 60.0
LARGEST_DIFFERENCE = 5.0
"""Seconds between our clock and the database's that are worth a line in the log."""
log = structlog.get_logger()


class Clock:
    """Looks at the rooms of this process often, and at all running tables now and then."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._last_tick = time.monotonic()
        self._next_resync = 0.0
        self._next_presence = 0.0
        self._next_leases = 0.0

    async def run(self) -> None:
        """Tick until the process stops."""
        while True:
            await asyncio.sleep(TICK)
            try:
                await self._check()
            except StorageDown as error:
                log.warning("storage.down", error=str(error))
            except Exception as error:
                log.error("clock.failed", error=describe(error))

    async def _check(self) -> None:
        self._excuse_sleep(time.monotonic())
        now = self._house.now()
        for room in list(self._house.rooms.values()):
            deadline = room.deadline
            if deadline is not None:
                self._check_deadline(room, deadline, now)
        if now >= self._next_resync:
            self._next_resync = now + RESYNC
            self._house.forget_rooms()
            self._repeat_presence(now)
            await self._vouch(now)
            await self._forget_leases(now)
            await self._resync()
            for table in await self._house.store.due(now, now - STUCK_AFTER):
                await self._push(table, now)

    def _excuse_sleep(self, passed: float) -> None:
        """A machine that slept, or a process that was stopped, could take no answers."""
        if passed - self._last_tick > SLEPT:
            for room in self._house.rooms.values():
                room.see_deadline_anew()
        self._last_tick = passed

    def _check_deadline(self, room: Room, deadline: float, now: float) -> None:
        state = room.state
        if deadline <= now:
            self._house.spawn(self.expire(room))
        elif (
            state is not None
            and room.warned != state.turn
            and deadline - now <= warning_time(room.lobby.pace)
        ):
            room.warned = state.turn
            room.audience.post(Warned(state.turn, deadline))

    async def _push(self, table: str, now: float) -> None:
        """A table that nobody in this process looks at needs its clock or its bots."""
        with contextlib.suppress(Denied):
            room = await self._house.room(table)
            deadline = room.deadline
            if deadline is not None and deadline <= now:
                await self.expire(room)
            else:
                await self._house.look(room)

    def _repeat_presence(self, now: float) -> None:
        """Others forget who is here when they do not hear of it for a while: this process may have died."""
        if self._house.bus.shared and now >= self._next_presence:
            self._next_presence = now + PRESENCE_SECONDS / 3
            for room in self._house.rooms.values():
                if room.audience.pages:
                    room.audience.tell_presence()

    async def _vouch(self, now: float) -> None:
        rooms = self._house.rooms.values()
        seats = [seat for room in rooms for seat in room.audience.to_vouch_for(now)]
        await self._house.vouch(seats)

    async def _forget_leases(self, now: float) -> None:
        if now >= self._next_leases:
            self._next_leases = now + LEASES_SECONDS
            await self._house.store.forget_leases(now)
            shared = await self._house.store.clock()
            if shared is not None and abs(shared - self._house.now()) > LARGEST_DIFFERENCE:
                log.warning("clock.differs", seconds=round(shared - self._house.now()))

    async def _resync(self) -> None:
        """Notes can get lost, the bus can be away, and an operator sends none: compare with the database."""
        rooms = dict(self._house.rooms)
        marks = {mark.id: mark for mark in await self._house.store.marks(list(rooms))}
        for table, room in rooms.items():
            if table not in marks:
                self._house.drop(room)
            elif room.differs(marks[table]) and not room.working:
                self._house.spawn(self._house.look(room))

    async def expire(self, room: Room) -> None:
        """The deadline has passed: a bot takes the seats that have not answered, or a draw is voided."""
        with contextlib.suppress(StorageDown, Denied):
            if room.row.summary.phase == "drawing":
                await room.run(lambda: void_if_late(room))
            else:
                await room.run(lambda: self._hand_over(room))

    async def _hand_over(self, room: Room) -> None:
        deadline, state = room.deadline, room.state
        if state is None or deadline is None or deadline > self._house.now():
            return
        late = tuple(seat for seat in state.pending if not room.lobby.seats[seat].played_by_bot)
        if late:
            log.info("deadline.passed", table=room.name_in_logs, seats=late)
            await room.change(lambda row: lobbies.hand_over(row.lobby, late, self._house.stand_in))
        room.robots.wake()
