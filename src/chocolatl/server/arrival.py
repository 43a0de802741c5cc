"""A page arrives: it brings its nonce, hears what it missed, and takes its place."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import msgspec

from chocolatl.server import lobby as lobbies
from chocolatl.server.audience import ask, asked_turn, fairness
from chocolatl.server.errors import Denied
from chocolatl.server.lobby import Lobby
from chocolatl.server.permissions import refuse_phase, refuse_spectator
from chocolatl.server.public import public_table
from chocolatl.server.redacted import Redacted
from chocolatl.server.room import Room
from chocolatl.server.seating import ready_to_start, start_game
from chocolatl.server.store.rows import TableRow, decode_events
from chocolatl.server.talk import LINES_ON_ARRIVAL, chat_message, muted_by
from chocolatl.server.wire import Hello, Muted, Welcome

if TYPE_CHECKING:
    from chocolatl.server.sockets import Socket

encode = msgspec.json.Encoder().encode


async def arrive(socket: Socket, room: Room, hello: Hello) -> None:
    """Within the room's queue, so that nothing happens between what is sent now and what is sent next."""
    if hello.last > room.game.last:  # it comes from a process that is ahead of this one
        await room.catch_up()
    socket.seat = room.lobby.seat_of(socket.visitor) if socket.visitor else None
    refuse_spectator(room.row, socket.seat)
    await _bring_nonce(socket, room, hello)
    first = hello.last + 1 if hello.last <= room.game.last else 0
    socket.post(encode(Welcome(public_table(room.row), socket.seat, first, room.game.last, _now(room))))
    await _tell_chat(socket, room)
    await _tell_events(socket, room, first)
    _tell_rest(socket, room)
    room.audience.pages.add(socket)
    socket.room = room
    room.audience.post_presence()
    room.audience.tell_presence()
    await _start_if_ready(room)


def _now(room: Room) -> int:
    return int(room.house.now())


async def _bring_nonce(socket: Socket, room: Room, hello: Hello) -> None:
    seat, nonce = socket.seat, hello.nonce

    def change(row: TableRow) -> Lobby:  # asked again when another process was first: it may have started
        if seat is None or nonce is None or row.summary.phase != "open":
            return row.lobby
        return lobbies.add_nonce(row.lobby, seat, nonce)

    await room.change(change)


async def _tell_chat(socket: Socket, room: Room) -> None:
    lines = await room.house.store.chat(room.row.id, 0, LINES_ON_ARRIVAL)
    muted = muted_by(room, socket)
    socket.post(encode(chat_message([line for line in lines if line.seat not in muted])))
    if muted:
        socket.post(encode(Muted(muted)))


async def _tell_events(socket: Socket, room: Room, first: int) -> None:
    if first > room.game.last:
        return
    rows = await room.house.store.events(room.row.id, first)
    events = [event for row in rows for event in decode_events(row.body)]
    skip = first - rows[0].number
    known = events[skip : skip + room.game.last + 1 - first]  # another process may be ahead of this room
    socket.post(Redacted(first, known, room.lobby.rules).message(socket.seat))


def _tell_rest(socket: Socket, room: Room) -> None:
    if socket.seat is not None:
        socket.asked = asked_turn(room, socket.seat)
        socket.post(encode(ask(room, socket.seat)))
    socket.post(encode(room.audience.presence()))
    if room.row.summary.phase == "finished":
        socket.post(encode(fairness(room)))


async def _start_if_ready(room: Room) -> None:
    seats, _ = room.audience.everywhere()
    if ready_to_start(room.row, seats):
        with contextlib.suppress(Denied):
            await start_game(room, _still_open)


def _still_open(row: TableRow) -> Lobby:
    refuse_phase(row, "open")
    return row.lobby
