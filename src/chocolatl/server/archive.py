"""Finished games: their records, and whether they were fair."""

from __future__ import annotations

import asyncio

from chocolatl.rules.record import Record, encode
from chocolatl.rules.verify import verify
from chocolatl.server.desk import Desk
from chocolatl.server.permissions import refuse_phase, refuse_spectator
from chocolatl.server.records import record_of_game
from chocolatl.server.wire import Verification


async def record_of(desk: Desk, table: str, visitor: str) -> bytes:
    """The record file of a finished game."""
    return encode(await _finished(desk, table, visitor))


async def verification_of(desk: Desk, table: str, visitor: str) -> Verification:
    """Play the record again and compare; in a thread, because it takes a while."""
    made = await _finished(desk, table, visitor)
    report = await asyncio.to_thread(verify, made)
    return Verification(report.ok, () if report.problem is None else (str(report.problem),))


async def _finished(desk: Desk, table: str, visitor: str) -> Record:
    room = await desk.house.room(table)
    refuse_spectator(room.row, room.lobby.seat_of(visitor))
    if room.row.summary.phase != "finished":  # another process may have ended it, and the bus lost the note
        await desk.house.look(room)
    refuse_phase(room.row, "finished")
    return record_of_game(room.lobby, await desk.house.store.events(table), room.chance())
