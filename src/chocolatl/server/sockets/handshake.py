"""A page arrives: it hears what it missed, and takes its place."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable

import msgspec

from chocolatl.rules.types import Seat
from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import Hello, Muted, Phase, TableChanged, Welcome
from chocolatl.server.sockets.connection import PlayConnection
from chocolatl.server.tables.broadcast import ask, asked_turn, fairness
from chocolatl.server.tables.chat import CHAT_HISTORY_LINES, chat_message, muted_by, wanted
from chocolatl.server.tables.event_history import PART_EVENTS
from chocolatl.server.tables.live_table import LiveTable
from chocolatl.server.tables.permissions import require_may_watch
from chocolatl.server.tables.public_info import public_table

Told = tuple[int, Phase]
encode = msgspec.json.Encoder().encode


async def greet(socket: PlayConnection, hello: Hello) -> None:
    """Find the table and take a place at it, in turn with all that happens there. Raises RequestError."""
    await join_table(socket, await socket.registry.open_table(socket.table), hello)


async def join_table(socket: PlayConnection, live: LiveTable, hello: Hello) -> None:
    """Greeting and place come within the table's queue, so that nothing is missed between two messages.

    History goes out in between, as fast as the page reads: nobody else waits for it.
    """
    with live.arrival():
        first, told = await live.run(lambda: _greet(socket, live, hello))
        first = await _tell_history(socket, live, first)
        if not socket.leaving:
            await live.run(lambda: _take_place(socket, live, first, told))


async def _greet(socket: PlayConnection, live: LiveTable, hello: Hello) -> tuple[int, Told]:
    """Gives the number of the first event that is to be sent, and which state of the table was told."""
    if hello.last > live.game.last:  # it comes from a process that is ahead of this one
        await live.catch_up()
    _recognise_screen(socket, hello.screen)
    await _find_seat(socket, live, hello.seat)
    _refuse_crowd(socket, live)
    first = hello.last + 1 if hello.last <= live.game.last else 0
    socket.post(encode(Welcome(public_table(live.row), socket.seat, first, live.game.last, _now(live))))
    return first, _told(live)


async def _find_seat(socket: PlayConnection, live: LiveTable, wanted: Seat | None) -> None:
    """Somebody who seems to have none may have sat down at another process: look again before refusing."""

    socket.looks_through = wanted
    socket.seat = socket.seat_in(live.lobby)
    if socket.seat is None:
        await live.catch_up_if_behind()
        socket.seat = socket.seat_in(live.lobby)
    _refuse_stranger(socket, live)
    if live.lobby.device and socket.seat != wanted:
        raise RequestError("not_seated", f"seat {wanted} is not passed around here", "the seat of a person")


def _recognise_screen(socket: PlayConnection, code: str | None) -> None:
    """A screen never gets a seat; with the right code it is one of the table's own. Raises RequestError."""
    if code is None:
        return
    socket.screen = True
    if code:
        expected = socket.registry.services.secret.screen_code(socket.table)
        if not hmac.compare_digest(expected.encode(), code.encode()):
            raise RequestError(
                "bad_token", "this code opens no screen here", "the code that a player is shown"
            )
        socket.has_code = True


def _refuse_stranger(socket: PlayConnection, live: LiveTable) -> None:
    if not socket.is_own_screen(live.lobby) and not socket.is_device(live.lobby):
        require_may_watch(live.row, socket.seat)


def _refuse_crowd(socket: PlayConnection, live: LiveTable) -> None:
    """Every event goes to everyone who watches; players always have a place."""
    if socket.is_own_screen(live.lobby):
        live.screens.refuse_crowd()
        return
    limit = live.services.config.rates.spectators_per_table
    if socket.seat is None and not socket.is_device(live.lobby) and live.broadcast.here()[1] >= limit:
        raise RequestError("busy", f"{limit} people watch this table", "to connect again later")


async def _take_place(socket: PlayConnection, live: LiveTable, first: int, told: Told) -> None:
    """What happened since, what is asked; from now on the page hears everything."""
    await _tell_events(socket, live, first)
    socket.seat = socket.seat_in(live.lobby)
    _refuse_stranger(socket, live)
    if _told(live) != told:
        socket.post(encode(TableChanged(public_table(live.row), socket.seat)))
    _tell_rest(socket, live)
    live.broadcast.connections.add(socket)
    if socket.is_own_screen(live.lobby):
        live.screens.arrive(socket)
    socket.live = live
    await socket.registry.vouch(live.broadcast.to_vouch_for(live.services.now()))
    await _tell_chat(socket, live)  # it has its place already: a line said meanwhile may come twice
    live.broadcast.post_presence()
    live.broadcast.publish_presence()


def _told(live: LiveTable) -> Told:
    return live.row.version, live.row.summary.phase


def _now(live: LiveTable) -> int:
    return int(live.services.now())


async def _tell_chat(socket: PlayConnection, live: LiveTable) -> None:
    lines = await live.services.store.chat(live.row.id, 0, CHAT_HISTORY_LINES)
    muted = muted_by(live, socket)
    socket.post(encode(chat_message(wanted(lines, muted))))
    if muted:
        socket.post(encode(Muted(muted)))


async def _tell_history(socket: PlayConnection, live: LiveTable, first: int) -> int:
    """All but the newest few events, each part when the page has taken the one before."""
    while live.game.last - first >= PART_EVENTS and not socket.leaving:
        first = await _tell_events(socket, live, first, socket.drained)
    return first


async def _tell_events(
    socket: PlayConnection, live: LiveTable, first: int, drained: Callable[[], Awaitable[None]] | None = None
) -> int:
    """Up to the newest event; gives the number after it. `drained`: wait for the page after every part."""
    last = live.game.last
    if first > last:
        return first
    async for part in socket.registry.history.parts(live.row.id, live.lobby.rules, first, last):
        if socket.leaving:
            break
        socket.post(part.message(socket.seat, first, last))  # a part that is kept may go further
        if drained is not None:
            await drained()
    return last + 1


def _tell_rest(socket: PlayConnection, live: LiveTable) -> None:
    if live.broadcast.asks(socket):
        seat = live.broadcast.asked_seat(socket)
        socket.asked = asked_turn(live, seat)
        socket.post(encode(ask(live, seat)))
    socket.post(encode(live.broadcast.presence()))
    live.screens.tell(socket)
    if (clocks := live.clocks.message()) is not None:
        socket.post(encode(clocks))
    if live.row.summary.phase == "finished":
        socket.post(encode(fairness(live)))
