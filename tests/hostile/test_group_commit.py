"""One value that the database refuses fails alone; everybody else's answers in the same group are stored."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from chocolatl.server.errors import StorageUnavailableError, Unstorable
from chocolatl.server.store import sqlite
from chocolatl.server.store.group_commit import GroupCommitter
from chocolatl.server.store.rows import Append, EventRow
from chocolatl.server.store.sqlite import SqliteStore
from chocolatl.server.store.store import Store
from tests.server.stores import appended, opened, running_row

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

    committer = GroupCommitter(commit_all)
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

    committer = GroupCommitter(commit_all)
    appends = [Append(str(n), -1, (), None) for n in range(50)]  # type: ignore[arg-type]
    done = await asyncio.gather(*map(committer.append, appends), return_exceptions=True)
    assert all(isinstance(outcome, StorageUnavailableError) for outcome in done)
    assert tries == [50, 25]


async def test_an_answer_waits_for_one_other_write_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """However many lines of chat, tables and mutes a flood has asked the database to store."""
    order: list[str] = []
    hold, commit = threading.Event(), sqlite._commit

    def other(_: object) -> None:
        hold.wait(30)
        order.append("other")

    def answers(*args):
        order.append("answers")
        return commit(*args)

    async with opened(f"sqlite:{tmp_path / 'x.db'}") as store:
        assert isinstance(store, SqliteStore)
        row = await running_row(store)
        monkeypatch.setattr(sqlite, "_commit", answers)
        flood = [asyncio.create_task(store._write(other)) for _ in range(20)]
        await asyncio.sleep(0)
        answer = asyncio.create_task(store.append(appended(row, -1, 1)))
        for _ in range(5):
            await asyncio.sleep(0)
        hold.set()
        assert await answer
        await asyncio.gather(*flood)
    assert order.index("answers") <= 1
    assert len(order) == 21


async def test_a_write_that_fails_leaves_no_transaction_open(tmp_path: Path):
    def fail(_: object) -> None:
        raise ValueError("a mistake")

    async with opened(f"sqlite:{tmp_path / 'x.db'}") as store:
        assert isinstance(store, SqliteStore)
        row = await running_row(store)
        with pytest.raises(ValueError, match="a mistake"):
            await store._write(fail)
        assert await store.append(appended(row, -1, 1))
