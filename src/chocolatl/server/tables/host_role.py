"""What the host of a table decides, and who is the host when that one is gone."""

from __future__ import annotations

import contextlib

from msgspec.structs import replace

from chocolatl.rules.types import Seat
from chocolatl.server.errors import RequestError, StorageUnavailableError
from chocolatl.server.protocol import Settings
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables.live_table import LiveTable
from chocolatl.server.tables.lobby import next_person
from chocolatl.server.tables.permissions import refuse_one_device
from chocolatl.server.tables.table_registry import TableRegistry

HOST_AWAY_SECONDS = 60.0
"""So long the host of a table that has not begun may be away before the role passes on."""


def with_settings(lobby: Lobby, wish: Settings) -> Lobby:
    """As the host wants it; null: as it is. Who has agreed to another game is asked again."""

    def chosen(wished: bool | None, before: bool) -> bool:
        return before if wished is None else wished

    changed = replace(
        lobby,
        listed=chosen(wish.listed, lobby.listed),
        spectators=chosen(wish.spectators, lobby.spectators),
        pace=wish.pace or lobby.pace,
        hints=chosen(wish.hints, lobby.hints),
        locked=chosen(wish.locked, lobby.locked),
        spectator_chat=chosen(wish.spectator_chat, lobby.spectator_chat),
    )
    if (changed.pace, changed.hints) != (lobby.pace, lobby.hints):
        changed = ask_again(changed, lobby.host)
    return changed if wish.host is None else hand_host_on(changed, wish.host)


def ask_again(lobby: Lobby, but: Seat) -> Lobby:
    """What is played has changed: everyone but the host who changed it says again whether they are ready."""
    seats = (replace(doc, ready=doc.ready and seat == but) for seat, doc in enumerate(lobby.seats))
    return replace(lobby, seats=tuple(seats))


def hand_host_on(lobby: Lobby, seat: Seat) -> Lobby:
    """Another person becomes the host. A device that is passed around is the host itself."""
    refuse_one_device(lobby)
    if seat >= len(lobby.seats) or lobby.seats[seat].kind != "person":
        raise RequestError("no_such_seat", f"nobody sits on seat {seat}", "the seat of a person")
    return lobby if lobby.host == seat else replace(lobby, host=seat)


async def pass_host_on(registry: TableRegistry, live: LiveTable) -> None:
    """A host who closed the page does not freeze the table: the next person who is here takes over."""
    lobby, here = live.lobby, live.broadcast.presence_all_processes()[0]
    if not _orphaned(live.row, here):
        return
    if await registry.away_seconds(live, lobby.host) < HOST_AWAY_SECONDS:
        return
    absent = lobby.host

    def change(row: TableRow) -> Lobby:
        heir = next_person(row.lobby, absent, here)
        if row.lobby.host != absent or heir is None or not _orphaned(row, here):
            return row.lobby
        return replace(row.lobby, host=heir)

    with contextlib.suppress(StorageUnavailableError, RequestError):
        await live.run(lambda: live.update_lobby(change))


def _orphaned(row: TableRow, here: int) -> bool:
    """Has the game not begun, is the host away, and is somebody here who could take over?"""
    lobby = row.lobby
    away = lobby.seats[lobby.host].kind == "person" and not here >> lobby.host & 1
    return row.summary.phase == "open" and away and next_person(lobby, lobby.host, here) is not None
