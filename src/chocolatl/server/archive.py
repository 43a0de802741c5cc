"""Finished games: their records, and whether they were fair."""

from __future__ import annotations

import asyncio

from chocolatl.rules import EDITIONS
from chocolatl.rules.record import Record, encode, record
from chocolatl.rules.verify import verify
from chocolatl.server.desk import Desk, refuse_phase, refuse_spectator
from chocolatl.server.levels import spec_of
from chocolatl.server.room import Room
from chocolatl.server.store.rows import decode_events
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
    refuse_phase(room.row, "finished")
    return await make_record(room)


async def make_record(room: Room) -> Record:
    """Every event, with the key only when the game has ended."""
    rows = await room.house.store.events(room.row.id)
    lobby = room.lobby
    return record(
        [event for row in rows for event in decode_events(row.body)],
        [doc.name for doc in lobby.seats],
        room.chance(),
        edition=lobby.edition if EDITIONS[lobby.edition] == lobby.rules else None,
        bots=[spec_of(doc.bot) if doc.kind == "bot" and doc.bot else None for doc in lobby.seats],
    )
