"""A rematch: one table, whoever asks first is its host."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from chocolatl.server.errors import Denied
from chocolatl.server.founding import found_rematch
from chocolatl.server.store.rows import TableRow
from tests.server.decisions.rooms import PEOPLE, SECRET, MemoryRoom, table


def room_with(made: list[TableRow], phase: Any = "finished") -> MemoryRoom:
    async def create(row: TableRow) -> bool:
        made.append(row)
        return True

    room = MemoryRoom(table(phase=phase))
    room.house.store = SimpleNamespace(create=create)
    room.house.metrics = SimpleNamespace(created=SimpleNamespace(inc=lambda: None))
    return room


def test_who_asks_first_is_the_host_and_who_asks_next_finds_the_table():
    made: list[TableRow] = []
    room = room_with(made)
    for seat in (1, 0, 2):
        asyncio.run(found_rematch(room, PEOPLE[seat]))  # type: ignore[arg-type]
    (row,) = made
    assert (row.lobby.host, row.id) == (1, SECRET.rematch_id(room.row.id))
    assert room.lobby.rematch == row.id
    assert row.summary.phase == "open"


@pytest.mark.parametrize(
    ("phase", "visitor", "code"),
    [("running", PEOPLE[1], "wrong_phase"), ("finished", "s" * 64, "not_seated")],
)
def test_only_players_after_the_end(phase: str, visitor: str, code: str):
    made: list[TableRow] = []
    with pytest.raises(Denied, match=code):
        asyncio.run(found_rematch(room_with(made, phase), visitor))  # type: ignore[arg-type]
    assert not made
