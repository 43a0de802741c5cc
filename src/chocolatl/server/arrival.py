"""A page arrives: it hears what it missed, and takes its place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from chocolatl.rules.words import Seat
from chocolatl.server.audience import ask, asked_turn, fairness
from chocolatl.server.errors import Denied
from chocolatl.server.history import PART_EVENTS
from chocolatl.server.permissions import refuse_spectator
from chocolatl.server.public import public_table
from chocolatl.server.room import Room
from chocolatl.server.talk import LINES_ON_ARRIVAL, chat_message, muted_by
from chocolatl.server.wire import Hello, Muted, Phase, TableChanged, Welcome

if TYPE_CHECKING:
    from chocolatl.server.sockets import Socket

Told = tuple[int, Phase]
encode = msgspec.json.Encoder().encode


async def arrive(socket: Socket, room: Room, hello: Hello) -> None:
    """Greeting and place come within the room's queue, so that nothing is missed between what is sent now and
    what is sent next. History goes out in between, as fast as the page reads: nobody else waits for it.
    """
    with room.arrival():
        first, told = await room.run(lambda: _greet(socket, room, hello))
        first = await _tell_history(socket, room, first)
        if not socket.leaving:
            await room.run(lambda: _take_place(socket, room, first, told))


async def _greet(socket: Socket, room: Room, hello: Hello) -> tuple[int, Told]:
    """Gives the number of the first event that is to be sent, and which state of the table was told."""
    if hello.last > room.game.last:  # it comes from a process that is ahead of this one
        await room.catch_up()
    await _find_seat(socket, room)
    _refuse_crowd(socket, room)
    first = hello.last + 1 if hello.last <= room.game.last else 0
    socket.post(encode(Welcome(public_table(room.row), socket.seat, first, room.game.last, _now(room))))
    return first, _told(room)


async def _find_seat(socket: Socket, room: Room) -> None:
    """Somebody who seems to have none may have sat down at another process: look again before refusing."""

    def found() -> Seat | None:
        return room.lobby.seat_of(socket.visitor) if socket.visitor else None

    socket.seat = found()
    if socket.seat is None:
        await room.catch_up_if_behind()
        socket.seat = found()
    refuse_spectator(room.row, socket.seat)


def _refuse_crowd(socket: Socket, room: Room) -> None:
    """Every event goes to everyone who watches; players always have a place."""
    limit = room.house.config.rates.spectators_per_table
    if socket.seat is None and room.audience.here()[1] >= limit:
        raise Denied("busy", f"{limit} people watch this table", "to connect again later")


async def _take_place(socket: Socket, room: Room, first: int, told: Told) -> None:
    """What happened since, what is asked; from now on the page hears everything."""
    await _tell_events(socket, room, first)
    socket.seat = room.lobby.seat_of(socket.visitor) if socket.visitor else None
    refuse_spectator(room.row, socket.seat)
    if _told(room) != told:
        socket.post(encode(TableChanged(public_table(room.row), socket.seat)))
    _tell_rest(socket, room)
    room.audience.pages.add(socket)
    socket.room = room
    await room.house.vouch(room.audience.to_vouch_for(room.house.now()))
    await _tell_chat(socket, room)  # it has its place already: a line said meanwhile may come twice
    room.audience.post_presence()
    room.audience.tell_presence()


def _told(room: Room) -> Told:
    return room.row.version, room.row.summary.phase


def _now(room: Room) -> int:
    return int(room.house.now())


async def _tell_chat(socket: Socket, room: Room) -> None:
    lines = await room.house.store.chat(room.row.id, 0, LINES_ON_ARRIVAL)
    muted = muted_by(room, socket)
    socket.post(encode(chat_message([line for line in lines if line.seat not in muted])))
    if muted:
        socket.post(encode(Muted(muted)))


async def _tell_history(socket: Socket, room: Room, first: int) -> int:
    """All but the newest few events, each part when the page has taken the one before."""
    while room.game.last - first >= PART_EVENTS and not socket.leaving:
        first = await _tell_events(socket, room, first, socket.drained)
    return first


async def _tell_events(
    socket: Socket, room: Room, first: int, drained: Callable[[], Awaitable[None]] | None = None
) -> int:
    """Up to the newest event; gives the number after it. `drained`: wait for the page after every part."""
    last = room.game.last
    if first > last:
        return first
    async for part in room.house.history.parts(room.row.id, room.lobby.rules, first, last):
        if socket.leaving:
            break
        socket.post(part.message(socket.seat, first, last))  # a part that is kept may go further
        if drained is not None:
            await drained()
    return last + 1


def _tell_rest(socket: Socket, room: Room) -> None:
    if socket.seat is not None:
        socket.asked = asked_turn(room, socket.seat)
        socket.post(encode(ask(room, socket.seat)))
    socket.post(encode(room.audience.presence()))
    if room.row.summary.phase == "finished":
        socket.post(encode(fairness(room)))
