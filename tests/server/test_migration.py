"""A migration is one transaction: killed anywhere, or begun by two at once, the database starts again."""

import asyncio
import multiprocessing
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from chocolatl.server.store.migrate import HEAD
from chocolatl.server.store.open_store import open_store
from chocolatl.server.store.schema import metadata
from chocolatl.server.store.sqlite import sqlite_engine
from tests.server.stores import appended, opened, running_row
from tests.server.test_store import migrations

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork, no SIGKILL")


def open_and_die(path: str, at: int) -> None:
    """Open the store, and be killed just before the statement with this number."""
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1
        if count == at:
            os.kill(os.getpid(), signal.SIGKILL)

    sa.event.listen(sa.engine.Engine, "before_cursor_execute", counted)
    sa.event.listen(sa.engine.Engine, "commit", counted)

    async def work() -> None:
        store = await open_store(f"sqlite:{path}", "f")
        await store.close()

    asyncio.run(work())


def killed_at(path: Path, at: int) -> bool:
    process = multiprocessing.get_context("fork").Process(target=open_and_die, args=(str(path), at))
    process.start()
    process.join(60)
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0


async def is_whole(path: Path) -> bool:
    async with opened(f"sqlite:{path}") as store, store.engine.connect() as connection:  # type: ignore[attr-defined]
        return not await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
        )


async def old_database(path: Path) -> None:
    """As the first schema left it, with a game."""
    engine = sqlite_engine(str(path))
    config = migrations()

    def as_it_was(connection: sa.Connection) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")

    async with engine.begin() as connection:
        await connection.run_sync(as_it_was)
    await engine.dispose()


@pytest.mark.parametrize("begins_with", ["nothing", "the first schema"])
def test_killed_at_any_statement_it_starts_again(tmp_path: Path, begins_with: str):
    for at in range(1, 200):
        path = tmp_path / f"{at}.db"
        if begins_with != "nothing":
            asyncio.run(old_database(path))
        killed = killed_at(path, at)
        if killed and path.exists():
            with closing(sqlite3.connect(path)) as connection:
                tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            assert "alerts" not in tables, "half a migration was written"
        assert asyncio.run(is_whole(path))
        if not killed:
            assert at > 5
            return
    raise AssertionError("a migration of 200 statements?")


async def test_what_an_earlier_program_left_half_made_is_completed(tmp_path: Path):
    """Programs before this one were killed outside of a transaction: tables without a revision."""
    whole = tmp_path / "whole.db"
    async with opened(f"sqlite:{whole}") as store:
        row = await running_row(store)
        assert await store.append(appended(row, -1, 1))
    with closing(sqlite3.connect(whole)) as connection:
        connection.execute("UPDATE alembic_version SET version_num='0001'")
        connection.commit()
    assert await is_whole(whole)
    with closing(sqlite3.connect(whole)) as connection:
        connection.execute("DELETE FROM alembic_version")
        connection.commit()
    assert await is_whole(whole)
    async with opened(f"sqlite:{whole}") as store:
        assert len(await store.events(row.id)) == 1, "no game was lost"


def test_two_that_start_at_once_on_one_file(tmp_path: Path):
    for attempt in range(5):
        path = tmp_path / f"{attempt}.db"
        context = multiprocessing.get_context("fork")
        both = [context.Process(target=open_and_die, args=(str(path), 0)) for _ in range(3)]
        for process in both:
            process.start()
        for process in both:
            process.join(60)
        assert [process.exitcode for process in both] == [0, 0, 0]
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
