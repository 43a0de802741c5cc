"""The clock of one process: deadlines, warnings, tables that need a push, notes that got lost."""

from __future__ import annotations

import asyncio
import contextlib
import time

import structlog

from chocolatl.server.database_faults import describe
from chocolatl.server.errors import RequestError, StorageUnavailableError
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.allowed_bots import SUBSTITUTE_BOT
from chocolatl.server.tables.clocks.deadlines import warning_time
from chocolatl.server.tables.draw_steps import void_if_late
from chocolatl.server.tables.host_role import pass_host_on
from chocolatl.server.tables.live_table import LiveTable
from chocolatl.server.tables.presence import PRESENCE_SECONDS
from chocolatl.server.tables.table_registry import TableRegistry

TICK = 0.5
SLEPT = 5.0
"""Seconds between two ticks that can only mean that the process did not run."""
RESYNC = 2.0
CLOCKS_SECONDS = 0.9
"""Pages are told of clocks that have started at every other tick."""
TABLES_AT_ONCE = 20
"""So many tables are told before answers have their turn again: about a millisecond."""
STUCK_AFTER = 8.0
LEASES_SECONDS = 60.0
LARGEST_DIFFERENCE = 5.0
"""Seconds between our clock and the database's that are worth a line in the log."""
log = structlog.get_logger()


class Clock:
    """Looks at the tables of this process often, and at all running tables now and then."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._last_tick = time.monotonic()
        self._next_clocks = 0.0
        self._next_resync = 0.0
        self._next_presence = 0.0
        self._next_leases = 0.0

    async def run(self) -> None:
        """Tick until the process stops."""
        while True:
            await asyncio.sleep(TICK)
            try:
                await self._check()
            except StorageUnavailableError as error:
                log.warning("storage.unavailable", error=str(error))
            except Exception as error:
                log.error("clock.tick_failed", error=describe(error))

    async def _check(self) -> None:
        self._excuse_sleep(time.monotonic())
        now = self._registry.services.now()
        tell = now >= self._next_clocks
        for number, live in enumerate(list(self._registry.tables.values())):
            if number % TABLES_AT_ONCE == 0:
                await asyncio.sleep(0)
            deadline = live.deadline
            if deadline is not None:
                self._check_deadline(live, deadline, now)
            if tell:
                live.broadcast.post_clocks()
        if tell:
            self._next_clocks = now + CLOCKS_SECONDS
        if now >= self._next_resync:
            self._next_resync = now + RESYNC
            self._registry.evict_idle_tables()
            self._repeat_presence(now)
            await self._vouch(now)
            await self._forget_leases(now)
            await self._resync()
            for live in list(self._registry.tables.values()):
                await pass_host_on(self._registry, live)
            for table in await self._registry.services.store.tables_needing_attention(now, now - STUCK_AFTER):
                await self._push(table, now)

    def _excuse_sleep(self, passed: float) -> None:
        """A machine that slept, or a process that was stopped, could take no answers."""
        if passed - self._last_tick > SLEPT:
            for live in self._registry.tables.values():
                live.see_deadline_anew()
        self._last_tick = passed

    def _check_deadline(self, live: LiveTable, deadline: float, now: float) -> None:
        if deadline <= now:
            self._registry.services.background.spawn(self.expire(live))
        if deadline - now > (warning := warning_time(live.lobby.pace)):
            return
        for seat in live.clocks.within(warning):
            until = live.clocks.deadline(seat)
            if seat not in live.clocks.warned and until is not None and until > now:
                live.clocks.warned.add(seat)
                live.broadcast.warn(seat, until)

    async def _push(self, table: str, now: float) -> None:
        """A table that nobody in this process looks at needs its clock or its bots."""
        with contextlib.suppress(RequestError):
            live = await self._registry.open_table(table)
            deadline = live.deadline
            if deadline is not None and deadline <= now:
                await self.expire(live)
            else:
                await self._registry.refresh_table(live)

    def _repeat_presence(self, now: float) -> None:
        """Others forget who is here when they do not hear of it for a while: this process may have died."""
        if self._registry.services.bus.shared and now >= self._next_presence:
            self._next_presence = now + PRESENCE_SECONDS / 3
            for live in self._registry.tables.values():
                if live.broadcast.connections:
                    live.broadcast.publish_presence()
                    live.screens.publish()

    async def _vouch(self, now: float) -> None:
        tables = self._registry.tables.values()
        seats = [seat for live in tables for seat in live.broadcast.to_vouch_for(now)]
        await self._registry.vouch(seats)

    async def _forget_leases(self, now: float) -> None:
        if now >= self._next_leases:
            self._next_leases = now + LEASES_SECONDS
            await self._registry.services.store.forget_leases(now)
            shared = await self._registry.services.store.clock()
            if shared is not None and abs(shared - self._registry.services.now()) > LARGEST_DIFFERENCE:
                log.warning("clock.differs", seconds=round(shared - self._registry.services.now()))

    async def _resync(self) -> None:
        """Notes can get lost, the bus can be away, and an operator sends none: compare with the database."""
        tables = dict(self._registry.tables)
        marks = {mark.id: mark for mark in await self._registry.services.store.marks(list(tables))}
        for table, live in tables.items():
            if table not in marks:
                self._registry.drop(live)
            elif live.differs(marks[table]) and not live.working:
                self._registry.services.background.spawn(self._registry.refresh_table(live))

    async def expire(self, live: LiveTable) -> None:
        """The deadline has passed: a bot takes the seats that have not answered, or a draw is voided."""
        with contextlib.suppress(StorageUnavailableError, RequestError):
            if live.row.summary.phase == "drawing":
                await live.run(lambda: void_if_late(live))
            else:
                await live.run(lambda: self._hand_over(live))

    async def _hand_over(self, live: LiveTable) -> None:
        if late := live.clocks.within(0.0):
            log.info("deadline.passed", table=live.name_in_logs, seats=late)
            await live.update_lobby(lambda row: lobbies.hand_over(row.lobby, late, SUBSTITUTE_BOT))
        live.bots.ask()
