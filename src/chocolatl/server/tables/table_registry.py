"""All tables of one process: opened when somebody needs them, let go when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
import time

import structlog

from chocolatl.rules.types import Seat
from chocolatl.server.bus import TableNotice
from chocolatl.server.errors import RequestError, StorageUnavailableError, TooNew
from chocolatl.server.protocol import Phase
from chocolatl.server.protocol.close_codes import GONE, OVERFLOW
from chocolatl.server.store.row_decoding import refuse_newer, tell_once
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables.big_screen.screen_codes import ScreenCodes
from chocolatl.server.tables.chat import broadcast_chat
from chocolatl.server.tables.decisions import load_game_log
from chocolatl.server.tables.event_history import History, rows_in_parts
from chocolatl.server.tables.live_table import LiveTable, TableHooks
from chocolatl.server.tables.permissions import board_problem
from chocolatl.server.tables.presence import VOUCHED_SECONDS, away_seconds
from chocolatl.server.tables.services import TableServices
from chocolatl.server.traffic_limits import Traffic

IDLE_TABLE_SECONDS = 30.0
IDLE_TABLE_SECONDS_CROWDED = 3.0
MANY_TABLES = 3_000
"""With so many tables in memory, those that nobody looks at go sooner."""
CHECK_STORAGE_AFTER = 2.0
"""Seconds for which /readyz believes what it saw."""
log = structlog.get_logger()


class TableRegistry:
    """Keeps a `LiveTable` for every table that is looked at or played in this process."""

    def __init__(self, services: TableServices, hooks: TableHooks) -> None:
        self.services = services
        self.started = services.now()
        self.history = History(services.store)
        self.traffic = Traffic(services.config.rates)
        self.screen_codes = ScreenCodes(services)
        self.tables: dict[str, LiveTable] = {}
        self._hooks = hooks
        self._storage_checked = float("-inf")
        self._storage_problem: str | None = None
        self._opening: dict[str, asyncio.Task[LiveTable | None]] = {}

    async def open(self) -> None:
        """Listen to the bus."""
        await self.services.bus.open(self._on_notice, self._on_bus_gap)

    async def wait_for_queues(self) -> None:
        """Wait until every answer that has arrived is stored and replied to."""
        await asyncio.gather(*(live.run(_nothing) for live in self.tables.values()))

    async def storage_problem(self) -> str | None:
        """What keeps the server from storing answers; looked at anew after a while."""
        if time.monotonic() >= self._storage_checked + CHECK_STORAGE_AFTER:
            self._storage_checked = time.monotonic()
            self._storage_problem = await self.services.store.check()
        return self._storage_problem

    # ---- tables ----

    async def open_table(self, table: str) -> LiveTable:
        """The live table with this id, loaded when needed. Raises RequestError."""
        if found := self.tables.get(table):
            return found
        if table not in self._opening:
            self._opening[table] = asyncio.create_task(self._load_table(table))
        live = await asyncio.shield(self._opening[table])
        if live is None:
            raise RequestError("no_such_table", f"there is no table {table!r}", "the id from a table's link")
        return live

    async def _load_table(self, table: str) -> LiveTable | None:
        try:
            self.services.bus.subscribe(table)
            row = await self.services.store.load(table)
            if row is None:
                self.services.bus.unsubscribe(table)
                return None
            refuse_newer(row.lobby)
            row = await self._closed_unless_playable(row)
            game = await load_game_log(rows_in_parts(self.services.store, table))
            live = LiveTable(self.services, self._hooks, row, game, self.give_up)
            self.tables[table] = live
            self.services.metrics.tables.set(len(self.tables))
            self.services.bus.publish(TableNotice(table, self.services.origin, "hello"))
            live.bots.ask()
            return live
        except TooNew as error:
            tell_once(table, error)
            self.services.bus.unsubscribe(table)
            raise
        finally:
            del self._opening[table]

    async def _closed_unless_playable(self, row: TableRow) -> TableRow:
        """A table whose stored board is out of bounds is closed for good, so that no clock opens it again."""
        problem = board_problem(row.lobby)
        if problem is None or row.summary.phase in ("finished", "closed"):
            return row
        log.warning("table.closed", table=row.id, board=problem)
        await self.services.store.change(row, row.lobby, "closed")
        return await self.services.store.load(row.id) or row

    def give_up(self, live: LiveTable) -> None:
        """A newer process has gone on with this table: its pages have to look for that one."""
        if self.tables.get(live.row.id) is live:
            del self.tables[live.row.id]
            self.services.bus.unsubscribe(live.row.id)
        for connection in list(live.broadcast.connections):
            asyncio.get_running_loop().call_soon(
                connection.close_after_flush, OVERFLOW
            )  # after the reply to its answer

    def evict_idle_tables(self) -> None:
        """Let go of the tables where nothing happens."""
        late = self.services.now() - (
            IDLE_TABLE_SECONDS if len(self.tables) < MANY_TABLES else IDLE_TABLE_SECONDS_CROWDED
        )
        for table, live in list(self.tables.items()):
            if not live.busy and live.used < late:
                del self.tables[table]
                self.services.bus.unsubscribe(table)
        self.services.metrics.tables.set(len(self.tables))

    def drop(self, live: LiveTable) -> None:
        """The operator has deleted its table."""
        self.tables.pop(live.row.id, None)
        self.services.bus.unsubscribe(live.row.id)
        for connection in list(live.broadcast.connections):
            connection.close_after_flush(GONE)

    # ---- the bus ----

    def _on_notice(self, note: TableNotice) -> None:
        live = self.tables.get(note.table)
        if live is None or note.origin == self.services.origin:
            return
        match note.kind:
            case "here":
                live.broadcast.remote.update(note.origin, note.value, note.spectators, self.services.now())
                live.broadcast.post_presence()
            case "hello":
                live.broadcast.publish_presence()
                live.screens.publish()
            case "screen" | "step":
                live.screens.on_notice(note)
            case "chat":
                self.services.background.spawn(self._chat(live, note.value))
            case "clock":
                live.clocks.heard(note.value, note.reports)
            case _:
                self.services.background.spawn(self.refresh_table(live))

    async def refresh_table(self, live: LiveTable) -> None:
        """Read what others have written for this table."""
        with contextlib.suppress(StorageUnavailableError, TooNew):
            await live.run(live.catch_up)

    async def vouch(self, seats: list[tuple[str, Seat]]) -> None:
        """Note in the database who is here, for processes that do not hear it over the bus."""
        await self.services.store.saw(seats, self.services.origin, self.services.now() + VOUCHED_SECONDS)

    async def away_seconds(self, live: LiveTable, seat: Seat) -> float:
        """How long this seat has been away from all processes."""
        here = bool(live.broadcast.presence_all_processes()[0] >> seat & 1)
        noted = None if here else await self.services.store.last_seen(live.row.id, seat)
        last_seen = max(noted or 0.0, live.broadcast.left_at.get(seat, 0.0))
        return away_seconds(here, last_seen, live.game.began_at, self.started, self.services.now())

    def known(self, table: str) -> tuple[int, int, Phase] | None:
        """Up to where this process knows the table; none: not yet."""
        live = self.tables.get(table)
        return None if live is None else live.known

    async def behind(self, table: str) -> bool:
        """Has another process changed this table meanwhile? Then it is read again."""
        live = self.tables.get(table)
        if live is None or not any(map(live.differs, await self.services.store.marks([table]))):
            return False
        await live.run(live.catch_up)
        return True

    async def _chat(self, live: LiveTable, number: int) -> None:
        with contextlib.suppress(StorageUnavailableError):
            broadcast_chat(live, await self.services.store.chat(live.row.id, number, 1))

    def _on_bus_gap(self) -> None:
        """Notes may have been missed: look everywhere."""
        for live in self.tables.values():
            self.services.background.spawn(self.refresh_table(live))
            live.broadcast.publish_presence()


async def _nothing() -> None:
    """Comes after everything that is in the queue."""
