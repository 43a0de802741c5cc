"""What the person who runs a server does with its database, also while it is running."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import sqlalchemy as sa

from chocolatl.records.board_file import board_problems
from chocolatl.records.record import Record
from chocolatl.records.verify import verify
from chocolatl.server.config import Config
from chocolatl.server.errors import StartupError
from chocolatl.server.ops.open_storage import open_storage
from chocolatl.server.protocol import Phase
from chocolatl.server.secret import ServerSecret
from chocolatl.server.store import schema
from chocolatl.server.store.known_databases import sqlite_path
from chocolatl.server.store.postgres import PostgresStore
from chocolatl.server.store.row_decoding import readable
from chocolatl.server.store.rows import TableRow
from chocolatl.server.store.sqlite import SqliteStore
from chocolatl.server.store.table_queries import table_row
from chocolatl.server.tables.table_records import chance_of, draw_of, imported_game, record_of_game

DAY = 86_400
t = schema.tables.c


class AdminSession:
    """An open database, for one command."""

    def __init__(self, store: SqliteStore | PostgresStore, secret: ServerSecret) -> None:
        self.store = store
        self.secret = secret

    async def tables(self, phase: Phase | None = None) -> list[TableRow]:
        """All tables, the newest change first."""
        query = sa.select(schema.tables).order_by(t.changed.desc())
        if phase is not None:
            query = query.where(t.phase == phase)
        async with self.store.engine.begin() as connection:
            return list(readable((await connection.execute(query)).all(), table_row))

    async def records(self, wanted: Iterable[str] = ()) -> AsyncIterator[Record]:
        """The records of finished games: the named ones, or all."""
        names = frozenset(wanted)
        for row in await self.tables("finished"):
            if not names or row.id in names:
                rows = await self.store.events(row.id)
                yield record_of_game(row.lobby, rows, chance_of(row.lobby, draw_of(rows), self.secret))

    async def import_record(self, made: Record) -> str:
        """Make a record a finished game; gives its id, or raises ValueError with what is wrong with it."""
        report = verify(made)
        if report.problem is not None:
            raise ValueError(str(report.problem))
        if made.key is None or not report.finished:
            raise ValueError("the game is not finished: expected a record with its key")
        for key, expected in board_problems(made.started.board):
            raise ValueError(f"board.{key}: {expected}")
        row, append = imported_game(made, time.time())
        await self.store.create(row)
        await self.store.append(append)
        return row.id

    async def close_table(self, table: str) -> bool:
        """Nobody can play or join it any more; False: there is no such open or running table."""
        update = sa.update(schema.tables).where(t.id == table, t.phase.in_(("open", "drawing", "running")))
        values = {"phase": "closed", "version": t.version + 1, "pending": 0, "deadline": None}
        async with self.store.engine.begin() as connection:
            return (await connection.execute(update.values(values))).rowcount == 1

    async def prune(self, days: float, dry_run: bool = False) -> list[str]:
        """Delete tables without a result that nobody has touched for so long; finished games stay."""
        old = sa.and_(t.phase != "finished", t.changed < time.time() - days * DAY)
        async with self.store.alone.begin() as connection:
            found = [row.id for row in (await connection.execute(sa.select(t.id).where(old))).all()]
            if not dry_run:
                lease = schema.leases.c
                await connection.execute(sa.delete(schema.tables).where(t.id.in_(found)))
                await connection.execute(sa.delete(schema.leases).where(lease.until < time.time() - DAY))
        return found


@asynccontextmanager
async def open_admin_session(config: Config, create: bool = False) -> AsyncIterator[AdminSession]:
    """Open the database that these settings name. Raises StartError when there is none, and makes nothing."""
    if not create:
        refuse_missing(config)
    secret, store = await open_storage(config)
    try:
        yield AdminSession(store, secret)
    finally:
        await store.close()


def refuse_missing(config: Config) -> None:
    """A mistyped folder is not a new server."""
    path = sqlite_path(config.database_url)
    if path and not (Path(path).is_file() and Path(path).stat().st_size):
        raise StartupError(f"there is no database {path}: expected the --data or --database of a server")
    if not config.secret_file.is_file():
        raise StartupError(f"there is no server secret {config.secret_file}: expected the --data of a server")


def back_up(config: Config, target: Path) -> None:
    """A consistent copy of a SQLite database while it is being written to."""
    if not config.database_url.startswith("sqlite:"):
        raise StartupError("backup is for SQLite; for PostgreSQL use pg_dump, and keep the secret with it")
    source = Path(config.database_url.removeprefix("sqlite:"))
    if not source.exists():
        raise StartupError(f"there is no database {source}")
    if target.exists():
        raise StartupError(f"{target} exists: expected a new file")
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
