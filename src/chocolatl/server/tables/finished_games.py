"""Finished games: their records, whether they were fair, and any position in them.

Nothing of this changes any more, so it is made once, by one thread, and kept as long as there is room: asking
again costs the event loop a look into a dictionary.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

from chocolatl.records.record import Record, encode
from chocolatl.records.verify import verify
from chocolatl.rules import Event, SealedChance, State, fold
from chocolatl.server.errors import RequestError
from chocolatl.server.lru_cache import LruCache
from chocolatl.server.protocol import Verification
from chocolatl.server.started_pool import started_pool
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import EventRow, decode_events
from chocolatl.server.tables.live_table import LiveTable
from chocolatl.server.tables.permissions import require_may_watch, require_phase
from chocolatl.server.tables.table_records import record_of_game
from chocolatl.server.tables.table_registry import TableRegistry

T = TypeVar("T")
Making = Callable[[], Coroutine[Any, Any, T]]
MOST_WAITING = 32
RECORD_BYTES = 16_000_000
VERDICTS = 2_000
GAMES = 8
POSITIONS = 500


class FinishedGames:
    """What this process has been asked about finished games lately."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._thread = started_pool(1, "archive")
        self._making: dict[Hashable, asyncio.Task[Any]] = {}
        self._records = LruCache[bytes](RECORD_BYTES, len)
        self._verdicts = LruCache[Verification](VERDICTS)
        self._games = LruCache[tuple[Event, ...]](GAMES)
        self._positions = LruCache[State](POSITIONS)

    async def record(self, table: str, visitor: str) -> bytes:
        """The record file of a finished game. Raises RequestError."""
        live = await self._finished(table, visitor)
        key = (table, live.row.version)
        return await self._once("record", key, self._records, lambda: self._encoded(live))

    async def verification(self, table: str, visitor: str) -> Verification:
        """The record played again and compared. Raises RequestError."""
        live = await self._finished(table, visitor)
        key = (table, live.row.version)
        return await self._once("verdict", key, self._verdicts, lambda: self._verified(live))

    async def position(self, table: str, at: int) -> State:
        """The state after the first `at` events of a finished game."""
        return await self._once("position", (table, at), self._positions, lambda: self._folded(table, at))

    async def _finished(self, table: str, visitor: str) -> LiveTable:
        live = await self._registry.open_table(table)
        require_may_watch(live.row, live.lobby.seat_of(visitor))
        if live.row.summary.phase != "finished":  # another process may have ended it, and the note got lost
            await self._registry.refresh_table(live)
        require_phase(live.row, "finished")
        return live

    async def _once(self, kind: str, key: Hashable, kept: LruCache[T], make: Making[T]) -> T:
        """Kept, or being made for somebody else, or made now; too many at once are refused."""
        if (found := kept.get(key)) is not None:
            return found
        task = self._making.get((kind, key))
        if task is None:
            if len(self._making) >= MOST_WAITING:
                raise RequestError(
                    "too_fast", "too many finished games are asked for", "the same request a little later"
                )
            task = self._making[kind, key] = asyncio.create_task(self._made(kind, key, kept, make))
        made: T = await asyncio.shield(task)
        return made

    async def _made(self, kind: str, key: Hashable, kept: LruCache[T], make: Making[T]) -> T:
        """Kept before it stops being made, so that nobody begins it once more in between."""
        try:
            made = await make()
            kept.keep(key, made)
            return made
        finally:
            del self._making[kind, key]

    async def _encoded(self, live: LiveTable) -> bytes:
        rows = await self._registry.services.store.events(live.row.id)
        return await self._aside(_record_bytes, live.lobby, rows, live.chance())

    async def _verified(self, live: LiveTable) -> Verification:
        rows = await self._registry.services.store.events(live.row.id)
        return await self._aside(_verdict, live.lobby, rows, live.chance())

    async def _folded(self, table: str, at: int) -> State:
        events = self._games.get(table)
        if events is None:
            rows = await self._registry.services.store.events(table)
            events = await self._aside(_events, rows)
            self._games.keep(table, events)
        return await self._aside(fold, events[:at])

    async def _aside(self, work: Callable[..., T], *args: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)


def _record_bytes(lobby: Lobby, rows: list[EventRow], chance: SealedChance) -> bytes:
    return encode(record_of_game(lobby, rows, chance))


def _verdict(lobby: Lobby, rows: list[EventRow], chance: SealedChance) -> Verification:
    made: Record = record_of_game(lobby, rows, chance)
    report = verify(made)
    return Verification(report.ok, () if report.problem is None else (str(report.problem),))


def _events(rows: list[EventRow]) -> tuple[Event, ...]:
    return tuple(event for row in rows for event in decode_events(row.body))
