"""One value that the database refuses fails alone; everybody else's answers in the same group are stored."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
import sqlalchemy as sa

from chocolatl.server.errors import StorageUnavailableError, Unstorable
from chocolatl.server.store import group_commit, schema
from chocolatl.server.store.group_commit import LARGEST_REST, GroupCommitter
from chocolatl.server.store.rows import Append, EventRow, Line
from chocolatl.server.store.sqlite import SqliteStore
from chocolatl.server.store.store import Store
from tests.server.stores import appended, opened, running_row

Work: TypeAlias = Callable[[sa.Connection], None]
POISONS = {
    "a surrogate": EventRow(0, 0, "m\ud800", 1.0, b"[]"),
    "a number without end": EventRow(2**70, 0, "m", 1.0, b"[]"),
    "a seat without end": EventRow(0, 2**70, "m", 1.0, b"[]"),
    "no body": EventRow(0, 0, "m", 1.0, None),  # type: ignore[arg-type]
}


async def gathered(store: Store, group: list[Append]) -> list[bool | BaseException]:
    return await asyncio.gather(*map(store.append, group), return_exceptions=True)


async def a_group(store: Store, poison: EventRow, places: tuple[int, ...]) -> list[Append]:
    rows = [await running_row(store) for _ in range(12)]
    group = [appended(row, -1, 2) for row in rows]
    for place in places:
        group[place] = group[place]._replace(rows=(poison,))
    return group


@pytest.mark.parametrize("places", [(5,), (0,), (11,), (2, 3, 9)])
@pytest.mark.parametrize("poison", POISONS)
async def test_a_poisoned_answer_fails_alone(database: str, poison: str, places: tuple[int, ...]):
    async with opened(database) as store:
        group = await a_group(store, POISONS[poison], places)
        done = await gathered(store, group)
        for place, (append, outcome) in enumerate(zip(group, done, strict=True)):
            if place in places:
                assert isinstance(outcome, Unstorable)
                assert await store.events(append.table) == []
            else:
                assert outcome is True
                assert len(await store.events(append.table)) == 2


async def test_nul_in_an_id_hurts_nobody_else(database: str):
    """SQLite keeps it, PostgreSQL does not; no id with one gets this far any more."""
    async with opened(database) as store:
        group = await a_group(store, EventRow(0, 0, "m\0", 1.0, b"[]"), (4,))
        done = await gathered(store, group)
        assert [outcome for place, outcome in enumerate(done) if place != 4] == [True] * 11


async def test_a_number_that_is_taken_fails_alone(database: str):
    async with opened(database) as store:
        group = await a_group(store, EventRow(0, 0, "m", 1.0, b"[]"), ())
        group[6] = group[6]._replace(rows=(*group[6].rows, group[6].rows[0]))
        done = await gathered(store, group)
        assert [type(outcome) for outcome in done] == [bool] * 6 + [Unstorable] + [bool] * 5


async def test_an_outage_fails_all_at_once():
    tries = []

    async def commit_all(group):
        tries.append(len(group))
        await asyncio.sleep(0)
        raise OSError("no route")

    committer = GroupCommitter[Append](commit_all)
    appends = [Append(str(n), -1, (), None) for n in range(50)]  # type: ignore[arg-type]
    done = await asyncio.gather(*map(committer.append, appends), return_exceptions=True)
    assert all(type(outcome) is StorageUnavailableError for outcome in done)
    assert tries == [50]


async def test_an_outage_while_a_poisoned_group_is_halved_ends_it():
    tries = []

    async def commit_all(group):
        tries.append(len(group))
        await asyncio.sleep(0)
        if len(tries) == 1:
            raise Unstorable("bad")
        raise StorageUnavailableError("gone")

    committer = GroupCommitter[Append](commit_all)
    appends = [Append(str(n), -1, (), None) for n in range(50)]  # type: ignore[arg-type]
    done = await asyncio.gather(*map(committer.append, appends), return_exceptions=True)
    assert all(isinstance(outcome, StorageUnavailableError) for outcome in done)
    assert tries == [50, 25]


async def flooded(store: SqliteStore, work: Work, count: int) -> list[asyncio.Task[None]]:
    """So many writes at once that are no answers; the first group of them is being written."""
    flood = [asyncio.create_task(store._write(work)) for _ in range(count)]
    for _ in range(5):
        await asyncio.sleep(0)
    return flood


async def test_an_answer_waits_for_a_part_of_a_flood_at_most(tmp_path: Path):
    """However many lines of chat, tables and mutes the database was asked to store."""
    order: list[str] = []
    hold = threading.Event()

    def other(_: object) -> None:
        hold.wait(30)
        order.append("other")

    async with opened(f"sqlite:{tmp_path / 'x.db'}") as store:
        assert isinstance(store, SqliteStore)
        row = await running_row(store)
        flood = await flooded(store, other, 50)
        answer = asyncio.create_task(store.append(appended(row, -1, 1)))
        answer.add_done_callback(lambda _: order.append("answer"))
        await asyncio.sleep(0)
        hold.set()
        assert await answer
        await asyncio.gather(*flood)
    assert order.index("answer") <= 12  # the group before, its own, and the next may have begun
    assert len(order) == 51


async def test_all_kinds_of_writes_share_a_commit(tmp_path: Path):
    async with opened(f"sqlite:{tmp_path / 'x.db'}") as store:
        assert isinstance(store, SqliteStore)
        rows = [await running_row(store) for _ in range(8)]
        said: list[str] = []
        store._connection.set_trace_callback(said.append)
        answers = [store.append(appended(row, -1, 1)) for row in rows]
        mutes = [store.mute(f"v{n}", "w", muted=True) for n in range(8)]
        changes = [store.change(row, row.lobby) for row in rows]
        lines = [store.add_chat_line(row.id, "m", 1.0, Line(0, "hello")) for row in rows]
        done = await asyncio.gather(*answers, *mutes, *changes, *lines)
        assert done[:8] == done[16:24] == [True] * 8
    assert said.count("COMMIT") <= 32 // LARGEST_REST + 3, "lines of chat are read before they are written"


async def test_a_write_that_fails_does_so_alone_and_leaves_nothing_behind(tmp_path: Path):
    def half(connection: sa.Connection) -> None:
        connection.execute(sa.insert(schema.mutes).values(visitor="half", other="w"))
        raise ValueError("a mistake")

    async with opened(f"sqlite:{tmp_path / 'x.db'}") as store:
        assert isinstance(store, SqliteStore)
        row = await running_row(store)
        outcomes = await asyncio.gather(
            store.mute("before", "w", muted=True),
            store._write(half),
            store.create(row),  # its id is taken
            store.mute("after", "w", muted=True),
            store.append(appended(row, -1, 1)),
            return_exceptions=True,
        )
        assert isinstance(outcomes[1], ValueError)
        assert [outcomes[place] for place in (0, 2, 3, 4)] == [None, False, None, True]
        people = ["before", "half", "after", "w"]
        assert await store.mutes(people) == {("before", "w"), ("after", "w")}


async def test_when_the_database_ends_a_transaction_nothing_of_its_group_was_acknowledged(tmp_path: Path):
    """As SQLite does when the disk is full."""

    def ends(connection: sa.Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")
        raise sqlite3.OperationalError("disk full")

    async with opened(f"sqlite:{tmp_path / 'x.db'}") as store:
        assert isinstance(store, SqliteStore)
        row = await running_row(store)
        outcomes = await asyncio.gather(
            store.append(appended(row, -1, 1)),
            store.mute("v", "w", muted=True),
            store._write(ends),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [StorageUnavailableError] * 3
        assert await store.events(row.id) == []
        assert await store.mutes(["v", "w"]) == set()
        assert await store.append(appended(row, -1, 1))


async def test_what_is_acknowledged_is_on_disk(tmp_path: Path):
    """Another connection finds it there at that very moment."""
    path = tmp_path / "x.db"
    async with opened(f"sqlite:{path}") as store:
        with contextlib.closing(sqlite3.connect(path)) as other:

            async def one(number: int) -> None:
                await store.mute(f"v{number}", "w", muted=True)
                found = other.execute("SELECT count(*) FROM mutes WHERE visitor=?", (f"v{number}",))
                assert found.fetchone() == (1,)

            await asyncio.gather(*map(one, range(60)))


async def test_other_writes_pause_between_their_groups_until_an_answer_comes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(group_commit, "PAUSE", 3600.0)
    groups: list[list[str]] = []

    async def commit_all(group):
        groups.append(list(group))
        await asyncio.sleep(0)
        return [True] * len(group)

    committer = GroupCommitter[str](commit_all)
    others = [asyncio.create_task(committer.write("other")) for _ in range(2 * LARGEST_REST)]
    await asyncio.gather(*others[:LARGEST_REST])
    for _ in range(20):
        await asyncio.sleep(0)
    assert groups == [["other"] * LARGEST_REST]
    assert await committer.append("answer")
    await asyncio.gather(*others)
    assert groups[1:] == [["answer", *["other"] * LARGEST_REST]]
