"""Steps of a table that people ask for at the desk and pages bring about by arriving or answering."""

from __future__ import annotations

from chocolatl.rules.words import Seat
from chocolatl.server import lobby as lobbies
from chocolatl.server.room import Room


async def take_back(room: Room, seat: Seat) -> None:
    """Back from a bot, with time to answer. It may hold the seat since a moment that no note has told of."""
    if not room.lobby.seats[seat].held:
        await room.catch_up_if_behind()
    if room.lobby.seats[seat].held:
        await room.change(lambda row: lobbies.take_back(row.lobby, seat))
        await room.renew_deadline(seat)
