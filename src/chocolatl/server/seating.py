"""Steps of a table that people ask for at the desk and pages bring about by arriving or answering."""

from __future__ import annotations

from collections.abc import Callable

from chocolatl.rules.words import Seat
from chocolatl.server import lobby as lobbies
from chocolatl.server.lobby import Lobby
from chocolatl.server.room import Room
from chocolatl.server.store.rows import TableRow


async def start_game(room: Room, how: Callable[[TableRow], Lobby]) -> None:
    """From open to running, and the first events."""
    await room.change(how, "running")
    if room.state is None:
        await room.begin()


async def take_back(room: Room, seat: Seat) -> None:
    """Back from a bot, with time to answer."""
    if room.lobby.seats[seat].held:
        await room.change(lambda row: lobbies.take_back(row.lobby, seat))
        await room.renew_deadline(seat)


def ready_to_start(row: TableRow, here: int) -> bool:
    """A table that starts by itself does so when all its people have arrived."""
    lobby = row.lobby
    arrived = all(
        doc.kind != "person" or doc.nonce or here >> seat & 1 for seat, doc in enumerate(lobby.seats)
    )
    return row.summary.phase == "open" and lobby.autostart and not lobby.empty and arrived
