"""SQLite: the default. One file, write-ahead log, synced at every commit."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from chocolatl.server.database_faults import storage_down
from chocolatl.server.errors import Unstorable
from chocolatl.server.started_pool import started_pool
from chocolatl.server.store.chat_lines import Lines
from chocolatl.server.store.group_commit import GroupCommitter
from chocolatl.server.store.last_seen import Sightings
from chocolatl.server.store.notification_outbox import NotificationOutbox
from chocolatl.server.store.rows import Append, EventRow, encode
from chocolatl.server.store.table_queries import TableQueries

T = TypeVar("T")
Work = Callable[[], Any]

# FULL: an accepted answer also survives a power cut. Group commit shares the sync between games.
# The log is written back beside the commits (`_checkpoint`): done within one, everybody would wait for it.
# The limit here is only for a log that grows all the same.
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "wal_autocheckpoint=10000",
    "busy_timeout=10000",
    "foreign_keys=ON",
)
READERS = 2
WRITES_PER_CHECKPOINT = 300
CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"
BEGIN_OPTION = "chocolatl_begin"
REFUSED = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.ProgrammingError,
    sqlite3.InterfaceError,
    OverflowError,
    UnicodeError,
)
"""Said about a value, not about the database."""

SUMMARISE = """
    UPDATE tables SET phase=?, last=?, pending=?, round=?, deadline=?, result=?, changed=?
    WHERE id=? AND last=? AND version=COALESCE(?, version)
        AND (phase='running' OR phase='drawing' AND version=?)
"""
INSERT = "INSERT INTO events (table_id, number, seat, message, at, body, used) VALUES (?, ?, ?, ?, ?, ?, ?)"
ALERT = "INSERT INTO alerts (table_id, tries, url, kind, seats, turn, due) VALUES (?, 0, ?, ?, ?, ?, ?)"
# Also the decision that a number lies in the middle of.
SELECT = """
    SELECT number, seat, message, at, body, used FROM events WHERE table_id=?1 AND number >= COALESCE(
        (SELECT max(number) FROM events WHERE table_id=?1 AND number<=?2), 0
    ) ORDER BY number LIMIT ?3
"""


def sqlite_engine(path: str) -> AsyncEngine:
    """For migrations and for what an operator does; a server has threads of its own, see `SqliteStore`."""
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}", pool_size=2, max_overflow=2, hide_parameters=True
    )

    @sa.event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        # Python's driver would begin transactions by itself, but only before changes of rows: tables would be
        # made outside of any, and a process killed in the middle would leave half a schema behind.
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        how = connection.get_execution_options().get(BEGIN_OPTION, "BEGIN")
        connection.exec_driver_sql(how)

    return engine


def exclusively(engine: AsyncEngine) -> AsyncEngine:
    """Its transactions wait at their beginning until nobody else writes; whatever they read stays true."""
    return engine.execution_options(**{BEGIN_OPTION: "BEGIN IMMEDIATE"})


class SqliteStore(TableQueries, Lines, NotificationOutbox, Sightings):
    """Everything is written by one thread over one connection, and read by others: one hop per transaction.

    SQLite has one writer at a time. Another that finds the file taken looks again after 1, 2, 5, … 100 ms: so
    with two connections that write, answers waited for up to 0.7 s while others chatted and opened tables.
    All writes go through one group commit, so that they share the sync of the disk.
    """

    def __init__(self, path: str, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self.alone = exclusively(engine)
        self._thread = started_pool(1, "sqlite")
        self._connection = self._thread.submit(_connect, path).result()
        self._sql = self._thread.submit(_sql_over, self._connection).result()
        self._readers = started_pool(READERS, "sqlite-reader")
        self._reader = _reading_engine(path)
        self._cleaner = started_pool(1, "checkpoint")
        self._path = path
        self._writes = 0
        self._committer = GroupCommitter[Work](self._commit_all)

    async def clock(self) -> float | None:
        """It has none of its own: server and file are on one machine."""
        return None

    async def close(self) -> None:
        """Finish what is being written, then close the file."""
        await self._committer.close()
        self._cleaner.shutdown()
        await self._in_thread(self._sql.close)
        await self._in_thread(self._connection.close)
        self._thread.shutdown()
        self._readers.shutdown()
        self._reader.dispose()
        await self.engine.dispose()

    async def events(self, table: str, since: int = 0, count: int | None = None) -> list[EventRow]:
        """The decisions from this event number on (and the one it lies in), in order; at most `count`."""
        values = (table, since, -1 if count is None else count)
        return await self._read(
            lambda connection: [EventRow(*row) for row in connection.exec_driver_sql(SELECT, values)]
        )

    async def append(self, append: Append) -> bool:
        """True when it is durable, False when another process was first."""
        try:
            done = await self._committer.append(lambda: _append(self._connection, append))
        except REFUSED as error:
            raise Unstorable(type(error).__name__) from None
        except sqlite3.Error as error:
            raise storage_down(error) from None
        return cast("bool", done)

    async def _commit_all(self, group: Sequence[Work]) -> list[Any]:
        self._writes += 1
        if self._writes % WRITES_PER_CHECKPOINT == 0:
            self._cleaner.submit(self._checkpoint)
        return await self._in_thread(lambda: _commit(self._connection, group))

    def _checkpoint(self) -> None:
        """Write the log back: nearly all of it beside the commits, then what they have added, between two.

        The log is begun anew only when all of it is written back. Otherwise it grew until SQLite did that
        within a commit (40 MB, 100 ms); and a commit to a log that grows costs 55 µs of CPU time more.
        """
        with contextlib.closing(_connect(self._path)) as connection:
            connection.execute(CHECKPOINT)
        self._thread.submit(self._connection.execute, CHECKPOINT)

    async def _transact(self, work: Callable[[sa.Connection], T], writes: bool) -> T:
        if writes:
            return cast("T", await self._committer.write(lambda: work(self._sql)))

        def transaction() -> T:
            with self._reader.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, transaction)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def _connect(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _reading_engine(path: str) -> sa.Engine:
    engine = sa.create_engine(
        "sqlite://", creator=lambda: _connect(path), poolclass=sa.QueuePool, hide_parameters=True
    )

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _sql_over(connection: sqlite3.Connection) -> sa.Connection:
    """SQLAlchemy's statements over this connection; `_commit` alone begins and ends its transactions.

    SQLAlchemy takes everything for one transaction that never ends, and so neither commits nor rolls back.
    """
    engine = sa.create_engine(
        "sqlite://", creator=lambda: connection, poolclass=sa.StaticPool, hide_parameters=True
    )
    return engine.connect()


def _commit(connection: sqlite3.Connection, group: Sequence[Work]) -> list[Any]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = [_alone(connection, work) for work in group]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk ends it by itself
            connection.execute("ROLLBACK")
        raise
    return done


def _alone(connection: sqlite3.Connection, work: Work) -> Any:
    """What comes of a member, or why it failed. An exception that has ended the transaction passes."""
    connection.execute("SAVEPOINT member")
    try:
        done = work()
    except Exception as error:
        if not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO member")
        done = error
    connection.execute("RELEASE member")
    return done


def _append(connection: sqlite3.Connection, append: Append) -> bool:
    phase, last, pending, number, deadline, result, changed = append.summary
    outcome = None if result is None else encode(result)
    values = (phase, last, pending, number, deadline, outcome, changed)
    guards = (append.table, append.previous, append.version, append.version)
    if connection.execute(SUMMARISE, (*values, *guards)).rowcount != 1:
        return False
    connection.executemany(INSERT, [(append.table, *row) for row in append.rows])
    if append.alerts:
        connection.executemany(ALERT, [(append.table, *alert) for alert in append.alerts])
    return True
