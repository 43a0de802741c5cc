"""A rematch: one table, whoever asks first is its host."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from chocolatl.server.errors import RequestError
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables.create_table import create_rematch
from tests.server.decisions.rooms import PEOPLE, SECRET, MemoryTable, table


def room_with(made: list[TableRow], phase: Any = "finished") -> MemoryTable:
    async def create(row: TableRow) -> bool:
        made.append(row)
        return True

    live = MemoryTable(table(phase=phase))
    live.services.store = SimpleNamespace(create=create)
    live.services.metrics = SimpleNamespace(created=SimpleNamespace(inc=lambda: None))
    return live


def test_who_asks_first_is_the_host_and_who_asks_next_finds_the_table():
    made: list[TableRow] = []
    live = room_with(made)
    for seat in (1, 0, 2):
        asyncio.run(create_rematch(live, PEOPLE[seat]))  # type: ignore[arg-type]
    (row,) = made
    assert (row.lobby.host, row.id) == (1, SECRET.rematch_id(live.row.id))
    assert live.lobby.rematch == row.id
    assert row.summary.phase == "open"


@pytest.mark.parametrize(
    ("phase", "visitor", "code"),
    [("running", PEOPLE[1], "wrong_phase"), ("finished", "s" * 64, "not_seated")],
)
def test_only_players_after_the_end(phase: str, visitor: str, code: str):
    made: list[TableRow] = []
    with pytest.raises(RequestError, match=code):
        asyncio.run(create_rematch(room_with(made, phase), visitor))  # type: ignore[arg-type]
    assert not made
