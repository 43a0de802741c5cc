"""From a database address to a store."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from chocolatl.server.errors import StartError
from chocolatl.server.store.migrate import migrate
from chocolatl.server.store.postgres import PostgresStore, postgres_engine
from chocolatl.server.store.sqlite import SqliteStore, sqlite_engine


async def open_store(database: str, fingerprint: str) -> SqliteStore | PostgresStore:
    """Connect, migrate, and check that the database belongs to this server."""
    if database.startswith("sqlite:"):
        path = database.removeprefix("sqlite:").removeprefix("///")
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        engine = sqlite_engine(path)
        await _migrated(engine, fingerprint)
        return SqliteStore(path, engine)
    if database.startswith(("postgresql://", "postgres://")):
        engine = postgres_engine(database)
        await _migrated(engine, fingerprint)
        return await PostgresStore.open(database, engine)
    raise StartError(f"--database {database!r}: expected sqlite:PATH or postgresql://…")


async def _migrated(engine: AsyncEngine, fingerprint: str) -> None:
    try:
        await migrate(engine, fingerprint)
    except OSError as error:
        await engine.dispose()
        raise StartError(f"cannot reach the database: {error}") from None
    except StartError:
        await engine.dispose()
        raise
