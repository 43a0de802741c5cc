"""A table in memory and nothing else: what decides about it can be tested in microseconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from chocolatl.rules import SealedChance, State, default_board, edition_named, fold, key_from_seed, start
from chocolatl.server.protocol import Pace, Phase, Relaxed
from chocolatl.server.secret import ServerSecret
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.draw_state import first_draw, lots_at
from chocolatl.server.tables.live_table import LiveTable
from tests.server.stores import new_row

SECRET = ServerSecret(b"s" * 32)
CHANCE = SealedChance(key_from_seed(1))
NOW = 1_000.0
PEOPLE = {0: "a" * 64, 1: "b" * 64, 2: "c" * 64}


def first_state(players: int = 3) -> State:
    return fold(start(default_board(), edition_named("english"), players, CHANCE))


def table(pace: Pace | None = None, bots: tuple[int, ...] = (), phase: Phase = "open") -> TableRow:
    """Ana, Bo and Cleo, or bots on their seats (not Ana's)."""
    row = new_row(PEOPLE[0])
    lobby = replace(row.lobby, pace=pace or Relaxed())
    for seat, name in ((1, "Bo"), (2, "Cleo")):
        if seat in bots:
            lobby = lobbies.put_bot(lobby, seat, "easy")
        else:
            lobby = lobbies.sit(lobby, PEOPLE[seat], name, seat, None)
    lobby = replace(lobby, draw=first_draw(SECRET, lobby.id, lots_at(lobby)))
    return row._replace(lobby=lobby, summary=row.summary._replace(phase=phase))


class Listener:
    """A page that keeps what it is told."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.heard: list[bytes] = []

    def post(self, message: bytes) -> None:
        self.heard.append(message)


class MemoryTable:
    """The steps of a table, without queue, store and sockets."""

    def __init__(self, row: TableRow, state: State | None = None) -> None:
        self.row = row
        self.state = state
        self.game: Any = SimpleNamespace(draw=None, last=-1)
        self.deadline: float | None = None
        self.clocks = SimpleNamespace(time_again=lambda _seat: None)
        self.begun = 0
        self.renewed: list[int] = []
        self.looked = 0
        self.news: Callable[[], None] = lambda: None
        self.name_in_logs = "table"
        self.notes: list[Any] = []
        self.now = NOW
        self.here = (0, 0)
        self.broadcast = SimpleNamespace(presence_all_processes=lambda: self.here, pages=[])
        self.services: Any = SimpleNamespace(
            now=lambda: self.now,
            secret=SECRET,
            origin="here",
            config=SimpleNamespace(draw_seconds=60.0, public_url="https://play.example/"),
            bus=SimpleNamespace(publish=self.notes.append, shared=True),
            background=SimpleNamespace(draining=False, spawn=asyncio.create_task),
        )

    @property
    def lobby(self) -> Lobby:
        return self.row.lobby

    async def update_lobby(self, how: Callable[[TableRow], Lobby], phase: Phase | None = None) -> None:
        lobby = how(self.row)
        summary = self.row.summary._replace(phase=phase or self.row.summary.phase)
        self.row = TableRow(self.row.version + 1, lobby, self.row.created, summary)

    async def start_game(self) -> None:
        self.begun += 1
        self.row = self.row._replace(summary=self.row.summary._replace(phase="running"))

    async def resume_seat(self, seat: int) -> None:
        await LiveTable.resume_seat(self, seat)  # type: ignore[arg-type]

    async def begin_if_complete(self) -> None:
        await LiveTable.begin_if_complete(self)  # type: ignore[arg-type]

    async def catch_up_if_behind(self) -> None:
        self.looked += 1
        self.news()

    async def renew_deadline(self, seat: int) -> None:
        self.renewed.append(seat)
