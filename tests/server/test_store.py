"""The database: what it refuses, what it keeps, and that the two engines agree."""

import contextlib
import sqlite3
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from chocolatl.rules.events import GameEnded
from chocolatl.server.errors import StartupError
from chocolatl.server.secret import read_secret
from chocolatl.server.store import migrate, sqlite
from chocolatl.server.store.open_store import open_store
from chocolatl.server.store.rows import Append, EventRow, Line, Notification, Summary
from chocolatl.server.store.schema import metadata
from chocolatl.server.store.sqlite import SqliteStore, sqlite_engine
from chocolatl.server.store.store import Store
from chocolatl.server.tables import lobby as lobbies
from tests.server.stores import appended, new_row, opened, running_row


async def test_of_two_who_append_at_the_same_place_one_wins(database: str):
    async with opened(database) as store:
        row = await running_row(store)
        assert await store.append(appended(row, -1, 3))
        assert not await store.append(appended(row, -1, 1, b"other"))
        assert not await store.append(appended(row, 1, 1, b"other"))
        assert await store.append(appended(row, 2, 1, b"next"))
        assert [(r.number, r.body) for r in await store.events(row.id)] == [
            (0, b"[]"), (1, b"[]"), (2, b"[]"), (3, b"next"),
        ]  # fmt: skip
        found = await store.load(row.id)
        assert found is not None
        assert found.summary == Summary("running", 3, 5, 1, 99.5, None, 7.0)


async def test_a_number_inside_a_decision_gives_the_whole_decision(database: str):
    async with opened(database) as store:
        row = await running_row(store)
        for number, last in ((0, 3), (4, 8), (9, 12)):
            rows = (EventRow(number, None, None, 1.0, b"x"),)
            summary = Summary("running", last, 0, 1, None, None, 1.0)
            assert await store.append(Append(row.id, number - 1, rows, summary))
        wanted = {0: [0, 4, 9], 3: [0, 4, 9], 4: [4, 9], 8: [4, 9], 9: [9], 50: [9]}
        for since, numbers in wanted.items():
            assert [r.number for r in await store.events(row.id, since)] == numbers


async def test_groups_keep_games_apart(database: str):
    import asyncio

    async with opened(database) as store:
        rows = [await running_row(store) for _ in range(20)]
        assert await store.append(appended(rows[3], -1, 1))
        done = await asyncio.gather(*(store.append(appended(row, -1, 2)) for row in rows))
        assert done == [row is not rows[3] for row in rows]
        counts = [len(await store.events(row.id)) for row in rows]
        assert counts == [1 if row is rows[3] else 2 for row in rows]


async def test_a_lobby_changes_only_from_what_was_read(database: str):
    async with opened(database) as store:
        row = new_row()
        await store.create(row)
        joined = lobbies.sit(row.lobby, "w" * 64, "Bo", None, None)
        assert await store.change(row, joined)
        assert not await store.change(row, row.lobby)
        assert [found.id for found, _ in await store.tables_of_visitor("w" * 64, 1e12, 5)] == [row.id]
        assert [found.id for found in await store.listing("open", 1e12, 5)] == [row.id]
        assert not await store.listing("live", 1e12, 5)


async def test_chat_is_numbered_and_said_once(database: str):
    async with opened(database) as store:
        row = new_row()
        await store.create(row)
        first = await store.add_chat_line(row.id, "a", 1.0, Line(0, "hi"))
        assert await store.add_chat_line(row.id, "a", 2.0, Line(0, "hi")) == first
        second = await store.add_chat_line(row.id, "a", 2.0, Line(1, "ho", "hello", "Bo"))
        assert second is not None
        assert second.number == 1
        assert await store.chat(row.id, 0, 1) == [second]
        assert (second.text, second.code, second.name) == ("ho", "hello", "Bo")


async def test_whom_somebody_has_muted_is_known_at_every_table(database: str):
    async with opened(database) as store:
        for muted in (True, True):
            await store.mute("a" * 64, "b" * 64, muted)
        await store.mute("c" * 64, "a" * 64, True)
        assert await store.mutes(["a" * 64, "b" * 64]) == {("a" * 64, "b" * 64)}
        await store.mute("a" * 64, "b" * 64, False)
        assert await store.mutes(["a" * 64, "b" * 64]) == set()


async def test_nobody_speaks_at_a_table_that_is_gone(database: str):
    async with opened(database) as store:
        assert await store.add_chat_line("a" * 16, "a", 1.0, Line(0, "hello?")) is None


async def test_old_lines_of_chat_go(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("chocolatl.server.store.chat_lines.LINES_KEPT", 5)
    async with opened(database) as store:
        row = new_row()
        await store.create(row)
        for number in range(12):
            await store.add_chat_line(row.id, f"m{number}", 1.0, Line(0, f"{number}"))
        assert [line.number for line in await store.chat(row.id, 0, 100)] == [7, 8, 9, 10, 11]


async def test_a_lease_is_for_one_until_it_runs_out(database: str):
    async with opened(database) as store:
        assert await store.lease("t", "1/0", "me", 10.0, 20.0)
        assert not await store.lease("t", "1/0", "you", 11.0, 21.0)
        assert await store.lease("t", "1/1", "you", 11.0, 21.0)
        assert await store.lease("t", "1/0", "you", 21.0, 31.0)
        await store.forget_leases(22.0)
        assert not await store.lease("t", "1/0", "me", 22.0, 32.0)
        await store.forget_leases(32.0)
        assert await store.lease("t", "1/0", "me", 22.0, 32.0)


async def test_due_finds_deadlines_late_bots_and_games_never_begun(database: str):
    async with opened(database) as store:
        late, bot, unbegun, fine = [await running_row(store) for _ in range(4)]
        await store.append(Append(late.id, -1, (), Summary("running", 0, 1, 1, 50.0, None, 90.0)))
        await store.append(Append(bot.id, -1, (), Summary("running", 0, 2, 1, None, None, 20.0)))
        await store.append(Append(fine.id, -1, (), Summary("running", 0, 1, 1, 150.0, None, 20.0)))
        found = await store.load(bot.id)
        assert found is not None
        assert await store.change(found, lobbies.put_bot(found.lobby, 1, "random"))
        assert set(await store.tables_needing_attention(100.0, 30.0)) == {late.id, bot.id, unbegun.id}


async def test_a_result_is_kept(database: str):
    async with opened(database) as store:
        row = await running_row(store)
        result = GameEnded((1, 2, 3), (2,), "points")
        await store.append(Append(row.id, -1, (), Summary("finished", 0, 0, 7, None, result, 9.0)))
        found = await store.load(row.id)
        assert found is not None
        assert found.summary.result == result
        assert not await store.append(appended(row, 0, 1)), "nothing is added after the end"


async def test_a_database_from_the_future_is_refused(database: str):
    async with opened(database) as store, store.engine.begin() as connection:  # type: ignore[attr-defined]
        await connection.execute(sa.text("UPDATE alembic_version SET version_num='9999'"))
    with pytest.raises(StartupError, match=r"9999.*newer"):
        await open_store(database, "f")


async def test_a_database_of_another_server_is_refused(database: str):
    async with opened(database, "one"):
        pass
    with pytest.raises(StartupError, match="another server secret"):
        await open_store(database, "two")


async def test_the_migrations_lead_to_the_schema(database: str):
    async with opened(database) as store, store.engine.connect() as connection:  # type: ignore[attr-defined]
        difference = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
        )
    assert difference == []


def migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    return config


async def test_games_of_the_first_schema_go_on(tmp_path: Path):
    path = f"{tmp_path / 'old.db'}"
    engine = sqlite_engine(path)
    config = migrations()

    def as_it_was(connection: sa.Connection) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")

    async with engine.begin() as connection:
        await connection.run_sync(as_it_was)
    old: Store = SqliteStore(path, engine)
    row = await running_row(old)
    await old.close()
    with contextlib.closing(sqlite3.connect(path)) as before, before:
        rows = [(row.id, *one[:-1]) for one in appended(row, -1, 2).rows]
        before.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
        before.execute("UPDATE tables SET last=1")
    async with opened(f"sqlite:{path}") as store:
        assert await store.append(
            appended(row, 1, 1)._replace(alerts=(Notification("http://a", "turn", 1, 1, 0.0),))
        )
        assert len(await store.events(row.id)) == 3
        assert len(await store.due_notifications(1e12, 10)) == 1


def test_the_head_is_the_newest_migration():
    assert ScriptDirectory.from_config(migrations()).get_current_head() == migrate.HEAD


async def test_sqlite_syncs_every_commit(tmp_path: Path):
    async with opened(f"sqlite:{tmp_path / 'x.db'}") as store:
        connection: sqlite3.Connection = store._connection  # type: ignore[attr-defined]
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_the_log_begins_anew_though_answers_come_while_it_is_written_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, connect = tmp_path / "x.db", sqlite._connect

    class Beside:
        """Somebody answers at the very moment in which the log has been written back."""

        def __init__(self, file: str) -> None:
            self.connection = connect(file)
            self.close = self.connection.close

        def execute(self, statement: str) -> None:
            self.connection.execute(statement)
            self.connection.execute("INSERT OR REPLACE INTO meta VALUES ('beside', ?)", ("x" * 3000,))

    async with opened(f"sqlite:{path}") as store:
        assert isinstance(store, SqliteStore)
        monkeypatch.setattr(sqlite, "_connect", Beside)
        monkeypatch.setattr(sqlite, "WRITES_PER_CHECKPOINT", 10)
        sizes = []
        for _ in range(40):
            assert await store.check() is None
            store._cleaner.submit(int).result()  # the log has been written back, if it was time
            sizes.append(path.with_name("x.db-wal").stat().st_size)
        assert sizes[-1] == sizes[12]


def test_the_secret_is_for_its_owner_only(tmp_path: Path):
    path = tmp_path / "secret"
    first = read_secret(path)
    assert read_secret(path).fingerprint == first.fingerprint
    assert first.chance_key("a") != first.chance_key("b")
    assert path.read_text().strip() not in repr(first)
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o644)
        with pytest.raises(StartupError, match="chmod 600"):
            read_secret(path)
