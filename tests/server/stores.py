"""Stores with a table in them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from chocolatl.rules import Rules
from chocolatl.server.protocol import Relaxed
from chocolatl.server.secret import new_table_id
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.open_store import open_store
from chocolatl.server.store.rows import Append, EventRow, Summary, TableRow
from chocolatl.server.store.store import Store
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.decisions import EMPTY_SUMMARY


@asynccontextmanager
async def opened(database: str, fingerprint: str = "f") -> AsyncIterator[Store]:
    store = await open_store(database, fingerprint)
    try:
        yield store
    finally:
        await store.close()


def new_row(visitor: str = "v" * 64) -> TableRow:
    table = new_table_id()
    seats = lobbies.empty_seats(3)
    lobby = Lobby(
        table, "english", Rules(), None, Relaxed(), True, True, False, False, 0, seats, "c" * 64, "1"
    )
    lobby = lobbies.sit(lobby, visitor, "Ana", None, None)
    return TableRow(1, lobby, 5.0, EMPTY_SUMMARY._replace(changed=5.0))


async def running_row(store: Store) -> TableRow:
    row = new_row()
    await store.create(row)
    assert await store.change(row, row.lobby, "running")
    found = await store.load(row.id)
    assert found is not None
    return found


def appended(row: TableRow, previous: int, count: int, text: bytes = b"[]") -> Append:
    rows = tuple(EventRow(previous + 1 + n, n % 3, f"m{n}", 1.5, text) for n in range(count))
    summary = Summary("running", previous + count, 5, 1, 99.5, None, 7.0)
    return Append(row.id, previous, rows, summary)
