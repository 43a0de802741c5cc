"""From a database address to a store, or to one line that says why not."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from asyncpg import InterfaceError, PostgresError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from chocolatl.server.database_faults import CORRUPT, describe
from chocolatl.server.errors import StartupError
from chocolatl.server.store.known_databases import Made, shown, sqlite_path
from chocolatl.server.store.migrate import migrate
from chocolatl.server.store.postgres import PostgresStore, postgres_engine
from chocolatl.server.store.sqlite import SqliteStore, exclusively, sqlite_engine

LARGEST_TO_CHECK = 256_000_000
"""Bytes of an SQLite file that is looked through at the start: about a second on a slow disk."""


async def open_store(
    database: str, fingerprint: str, made: Made | None = None
) -> SqliteStore | PostgresStore:
    """Connect, migrate, and check that the database belongs to this server."""
    if path := sqlite_path(database):
        _prepare_file(path, database, made)
        engine = sqlite_engine(path)
        await _migrated(engine, exclusively(engine), database, fingerprint, made)
        return SqliteStore(path, engine)
    if database.startswith(("postgresql://", "postgres://")):
        engine = postgres_engine(database)
        await _migrated(engine, engine, database, fingerprint, made)
        with _one_line(database):
            return await PostgresStore.open(database, engine)
    raise StartupError(f"--database {database!r}: expected sqlite:PATH or postgresql://…")


async def _migrated(
    engine: AsyncEngine, alone: AsyncEngine, database: str, fingerprint: str, made: Made | None
) -> None:
    def if_new() -> None:
        if made is not None:
            made.refuse_lost(database)

    try:
        with _one_line(database):
            await migrate(alone, fingerprint, if_new)
    except StartupError:
        await engine.dispose()
        raise
    if made is not None:
        made.remember(database)


@contextlib.contextmanager
def _one_line(database: str) -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, PostgresError, InterfaceError, sqlite3.Error, OSError) as error:
        raise StartupError(f"cannot reach the database {shown(database)}: {describe(error)}") from None


def _prepare_file(path: str, database: str, made: Made | None) -> None:
    """Before SQLite would make a new file, or find out about a damaged one in the middle of a game."""
    file = Path(path)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        size = file.stat().st_size if file.exists() else 0
    except OSError as error:
        raise StartupError(f"cannot open the database {path}: {describe(error)}") from None
    if size == 0 and made is not None:
        made.refuse_lost(database)
    if 0 < size <= LARGEST_TO_CHECK:
        _look_through(path)


def _look_through(path: str) -> None:
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=10)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise StartupError(f"cannot open the database {path}: {describe(error)}") from None
    if found != "ok":
        raise StartupError(f"cannot open the database {path}: {CORRUPT}; restore a backup")
