"""PostgreSQL: for several processes and machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import asyncpg
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from chocolatl.server.database_faults import storage_down
from chocolatl.server.errors import Unstorable
from chocolatl.server.store.chat_lines import Lines
from chocolatl.server.store.group_commit import GroupCommitter
from chocolatl.server.store.last_seen import Sightings
from chocolatl.server.store.notification_outbox import NotificationOutbox
from chocolatl.server.store.rows import Append, EventRow, encode
from chocolatl.server.store.table_queries import TableQueries

DOWN = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)

REFUSED = (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, ValueError, TypeError, OverflowError)
"""Said about a value (by the server, or by asyncpg before it sends it), not about the database."""

# One statement, so one round trip: the summary changes only where the game still stands where we saw it, and
# only those games get their events.
APPEND = """
WITH new AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::int[], $6::int[],
                         $7::float8[], $8::bytea[], $9::float8[], $22::int[])
    AS new(id, previous, phase, last, pending, round, deadline, result, changed, version)
), moved AS (
    UPDATE tables SET phase=new.phase, last=new.last, pending=new.pending, round=new.round,
                      deadline=new.deadline, result=new.result, changed=new.changed
    FROM new WHERE tables.id=new.id AND tables.last=new.previous
        AND tables.version=COALESCE(new.version, tables.version)
        AND (tables.phase='running' OR tables.phase='drawing' AND tables.version=new.version)
    RETURNING tables.id
), stored AS (
    INSERT INTO events (table_id, number, seat, message, at, body, used)
    SELECT line.* FROM unnest($10::text[], $11::int[], $12::int[], $13::text[], $14::float8[], $15::bytea[],
                              $23::float8[])
    AS line(id, number, seat, message, at, body, used) JOIN moved ON moved.id=line.id
), calls AS (
    INSERT INTO alerts (tries, table_id, url, kind, seats, turn, due)
    SELECT 0, call.* FROM unnest($16::text[], $17::text[], $18::text[], $19::int[], $20::int[], $21::float8[])
    AS call(id, url, kind, seats, turn, due) JOIN moved ON moved.id=call.id
)
SELECT id FROM moved
"""
# Also the decision that a number lies in the middle of.
SELECT = """
    SELECT number, seat, message, at, body, used FROM events WHERE table_id=$1 AND number >= COALESCE(
        (SELECT max(number) FROM events WHERE table_id=$1 AND number<=$2), 0
    ) ORDER BY number LIMIT $3
"""


def postgres_engine(url: str) -> AsyncEngine:
    """The quiet part goes through SQLAlchemy."""
    address = url.split("://", 1)[1]
    return create_async_engine(
        f"postgresql+asyncpg://{address}", pool_size=3, pool_pre_ping=True, hide_parameters=True
    )


class PostgresStore(TableQueries, Lines, NotificationOutbox, Sightings):
    """Events are appended by plain asyncpg."""

    def __init__(self, engine: AsyncEngine, pool: Any) -> None:
        super().__init__(engine)
        self.alone = engine
        self._pool = pool
        self._committer = GroupCommitter[Append](self._commit_all)
        self.append = self._committer.append

    @classmethod
    async def open(cls, url: str, engine: AsyncEngine) -> PostgresStore:
        """Connect; connections that break are made anew when needed."""
        pool = await asyncpg.create_pool(url, min_size=1, max_size=4, command_timeout=10)
        return cls(engine, pool)

    async def clock(self) -> float | None:
        """The same for all processes, wherever they run."""
        found: float = (await self._rows(sa.text("SELECT extract(epoch FROM clock_timestamp())::float8")))[0][
            0
        ]
        return found

    async def close(self) -> None:
        """Finish what is being written, then disconnect."""
        await self._committer.close()
        await self._pool.close()
        await self.engine.dispose()

    async def events(self, table: str, since: int = 0, count: int | None = None) -> list[EventRow]:
        """The decisions from this event number on (and the one it lies in), in order; at most `count`."""
        try:
            return [EventRow(*row) for row in await self._pool.fetch(SELECT, table, since, count)]
        except DOWN as error:
            raise storage_down(error) from None

    async def _commit_all(self, group: Sequence[Append]) -> list[bool]:
        ordered = sorted(group, key=lambda append: append.table)
        try:
            moved = {row[0] for row in await self._pool.fetch(APPEND, *_columns(ordered))}
        except asyncpg.DeadlockDetectedError:
            # Two processes met on two games; one game at a time cannot meet.
            moved = {a.table for a in ordered if await self._pool.fetch(APPEND, *_columns([a]))}
        except REFUSED as error:
            raise Unstorable(type(error).__name__) from None
        return [append.table in moved for append in group]


def _columns(group: Sequence[Append]) -> tuple[tuple[Any, ...], ...]:
    tables = [(a.table, a.previous, *_summary(a)) for a in group]
    rows = [(a.table, *row) for a in group for row in a.rows]
    *stored, used = _turned(rows, 7)
    alerts = [(a.table, *alert) for a in group for alert in a.alerts]
    versions = tuple(a.version for a in group)
    return (*zip(*tables, strict=True), *stored, *_turned(alerts, 6), versions, used)


def _turned(rows: Sequence[tuple[Any, ...]], width: int) -> tuple[tuple[Any, ...], ...]:
    """Columns of these rows."""
    return tuple(zip(*rows, strict=True)) if rows else ((),) * width


def _summary(append: Append) -> tuple[Any, ...]:
    phase, last, pending, number, deadline, result, changed = append.summary
    return phase, last, pending, number, deadline, None if result is None else encode(result), changed
