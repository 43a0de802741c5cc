"""Brings a database up to this program's schema, or says why it will not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chocolatl.server.errors import StartupError
from chocolatl.server.store import schema

LOCK = 0x43484F43  # any number, the same for every process: two that start together migrate in turn

HEAD = "0004"
"""The newest revision. A database that has it needs no Alembic, which is slow to load."""


async def migrate(engine: AsyncEngine, fingerprint: str, if_new: Callable[[], None] = lambda: None) -> None:
    """Upgrade the schema and check that the database belongs to this server secret, all in one transaction.

    `if_new` is called before an empty database is filled, and may object.
    """
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        revision = await _revision(connection)
        if revision is None:
            if_new()
        if revision != HEAD:
            await connection.run_sync(_upgrade)
        await _check_fingerprint(connection, fingerprint)


async def _revision(connection: AsyncConnection) -> str | None:
    """What Alembic has written down, if this database has ever been migrated."""
    if not await connection.run_sync(lambda sync: sa.inspect(sync).has_table("alembic_version")):
        return None
    found = await connection.execute(sa.text("SELECT version_num FROM alembic_version"))
    revision: str | None = found.scalar_one_or_none()
    return revision


def _upgrade(connection: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    known = [revision.revision for revision in ScriptDirectory.from_config(config).walk_revisions()]
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in known:
        raise StartupError(
            f"the database has schema {current}, made by a newer Chocolatl; this one knows up to {known[0]}: "
            "install that version, or use another database"
        )
    command.upgrade(config, "head")


async def _check_fingerprint(connection: AsyncConnection, fingerprint: str) -> None:
    meta = schema.meta.c
    found = (await connection.execute(sa.select(meta.value).where(meta.key == "secret"))).scalar_one_or_none()
    if found is None:
        await connection.execute(sa.insert(schema.meta).values(key="secret", value=fingerprint))
    elif found != fingerprint:
        raise StartupError(
            "this database was made with another server secret: pass its file with --secret, "
            "or running games could not be finished"
        )
