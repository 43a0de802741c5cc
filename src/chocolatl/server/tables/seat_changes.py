"""Changes of who sits where, within the queue of a table."""

from __future__ import annotations

from collections.abc import Callable

from chocolatl.rules.types import Seat
from chocolatl.server.protocol import Phase, Seated
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables.live_table import LiveTable
from chocolatl.server.tables.permissions import require_phase
from chocolatl.server.tables.public_info import table_for


async def resume_seat(live: LiveTable, seat: Seat) -> None:
    """Back from a bot, with time to answer. It may hold the seat since a moment that no note has told of."""
    if not live.lobby.seats[seat].held:
        await live.catch_up_if_behind()
    if live.lobby.seats[seat].held:
        await live.resume_seat(seat)


async def changed_in(phase: Phase, live: LiveTable, visitor: str, how: Callable[[TableRow], Lobby]) -> Seated:
    """The table after a change that is allowed in this phase only. Raises RequestError."""

    def change(row: TableRow) -> Lobby:
        require_phase(row, phase)
        return how(row)

    await live.run(lambda: live.update_lobby(change))
    return table_for(live.row, live.lobby.seat_of(visitor))
