"""The play socket: one page, one table. Plain ASGI, because every message passes here."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec
import structlog

from chocolatl.rules.words import Seat
from chocolatl.server import lobby as lobbies
from chocolatl.server.audience import ask, asked_turn, fairness
from chocolatl.server.config import LIMITS
from chocolatl.server.desk import ready_to_start, refuse_phase, refuse_spectator, start_game, take_back
from chocolatl.server.errors import Denied, StorageDown
from chocolatl.server.house import House
from chocolatl.server.lobby import Lobby
from chocolatl.server.public import public_table
from chocolatl.server.rates import Bucket
from chocolatl.server.redacted import Redacted
from chocolatl.server.room import Given, Room, verdict
from chocolatl.server.store.rows import TableRow, decode_events
from chocolatl.server.talk import LINES_ON_ARRIVAL, chat_message, muted_by, say
from chocolatl.server.wire import (
    Answer,
    ClientMessage,
    Hello,
    Leaving,
    Mute,
    Muted,
    Ping,
    Pong,
    Refused,
    Say,
    Welcome,
)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

HELLO_SECONDS = 15.0
LARGEST_OUTBOX = 4_000_000
REFUSALS_IN_A_ROW = 300
RESTART, OVERFLOW, POLICY, GONE, CLOSED = 1012, 1013, 1008, 4004, 4003

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(ClientMessage).decode
decode_id = msgspec.json.Decoder(dict[str, Any]).decode
log = structlog.get_logger()


class Socket:
    """One open page: what it sends is checked and passed on, what it is sent goes out in bundles."""

    def __init__(self, house: House, visitor: str | None, send: Send) -> None:
        self.house = house
        self.visitor = visitor
        self.seat: Seat | None = None
        self.asked: int | None = None
        self.room: Room | None = None
        self._send = send
        self._outbox: list[bytes] = []
        self._size = 0
        self._flushing = False
        self._closing: int | None = None
        self.closed = False
        rates = house.config.rates
        self._messages = Bucket(rates.messages)
        self._lines = Bucket(rates.chat)
        self._refusals = 0

    # ---- out ----

    def post(self, message: bytes) -> None:
        """Queue a message; everything queued until the loop comes round is one frame."""
        if self.closed:
            return
        self._outbox.append(message)
        self._size += len(message)
        if self._size > LARGEST_OUTBOX:
            self._outbox.clear()
            self._size = 0
            self._closing = OVERFLOW
        self._flush_soon()

    def leave(self, code: int) -> None:
        """Close after what is queued."""
        if self._closing is None:
            self._closing = code
        self._flush_soon()

    def _flush_soon(self) -> None:
        if not self._flushing and not self.closed:
            self._flushing = True
            self.house.spawn(self._flush())

    async def _flush(self) -> None:
        try:
            while self._outbox:
                frame = b"[" + b",".join(self._outbox) + b"]"
                self._outbox.clear()
                self._size = 0
                await self._send({"type": "websocket.send", "text": frame.decode()})
            if self._closing is not None and not self.closed:
                self.closed = True
                await self._send({"type": "websocket.close", "code": self._closing})
        except Exception:  # the page is gone; the reader notices and cleans up
            self.closed = True
        finally:
            self._flushing = False

    def refuse(self, message: str | None, denied: Denied) -> None:
        """Tell why nothing was done; whoever never stops is shown out."""
        problem = denied.problem
        self.house.metrics.refusals.labels(problem.code).inc()
        self.post(encode(Refused(message, problem.code, problem.reason, problem.expected)))
        self._refusals += 1
        if self._refusals > REFUSALS_IN_A_ROW:
            self.leave(POLICY)

    # ---- in ----

    async def handle(self, raw: str | bytes) -> None:
        """One message from the page; each is answered."""
        message_id: str | None = None
        try:
            message = self._read(raw)
            message_id = getattr(message, "id", None)
            if not self._messages.take():
                raise Denied("too_fast", "too many messages", f"at most {self._rate()} a second")
            await self._do(message)
        except Denied as denied:
            self.refuse(message_id or _some_id(raw), denied)
        except StorageDown as error:
            log.warning("storage.down", error=str(error))
            self.refuse(message_id, Denied("busy", "storage does not answer", "the same message later"))

    def _rate(self) -> float:
        return self.house.config.rates.messages[0]

    def _read(self, raw: str | bytes) -> Any:
        if len(raw) > LIMITS.message_bytes:
            raise Denied("too_long", f"{len(raw)} bytes", f"at most {LIMITS.message_bytes} bytes")
        try:
            return decode(raw)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise Denied("bad_message", str(error), "a message as in docs/PROTOCOL.md") from None

    async def _do(self, message: Any) -> None:
        room = self.room
        if room is None:
            raise Denied("hello_first", f"{type(message).__name__} came first", "hello as the first message")
        match message:
            case Answer():
                await self._answer(room, message)
            case Ping():
                self.post(encode(Pong(message.id, self.house.now())))
            case Say():
                await self._say(room, message)
            case Mute():
                await self._mute(room, message)
            case _:
                raise Denied("hello_first", "hello was said already", "hello once, as the first message")

    def _my_seat(self) -> Seat:
        if self.seat is None:
            raise Denied("not_seated", "you watch this table", "a seat")
        return self.seat

    async def _answer(self, room: Room, message: Answer) -> None:
        seat = self._my_seat()
        arrived = self.house.now()
        if room.lobby.seats[seat].held:  # who answers is back
            await room.run(lambda: take_back(room, seat))
        self._refusals = 0
        room.give(Given(self, seat, message.id, message.turn, message.action, arrived))

    async def _say(self, room: Room, message: Say) -> None:
        seat = self._my_seat()
        if not self._lines.take():
            raise Denied("too_fast", "too many lines of chat", "a little patience")
        await say(room, seat, message.id, message.text)
        self.post(encode(verdict(message.id, None)))

    async def _mute(self, room: Room, message: Mute) -> None:
        seat = self._my_seat()
        if message.seat >= len(room.lobby.seats):
            raise Denied("no_such_seat", f"there is no seat {message.seat}", "a seat of this table")
        await room.run(
            lambda: room.change(lambda row: lobbies.mute(row.lobby, seat, message.seat, message.muted))
        )
        self.post(encode(verdict(message.id, None)))
        self.post(encode(Muted(muted_by(room, self))))

    # ---- hello ----

    async def greet(self, table: str, hello: Hello) -> None:
        """Find the table and take a place at it, in turn with everything else that happens there."""
        room = await self.house.room(table)
        await room.run(lambda: self._enter(room, hello))

    async def _enter(self, room: Room, hello: Hello) -> None:
        self.seat = room.lobby.seat_of(self.visitor) if self.visitor else None
        refuse_spectator(room.row, self.seat)
        await self._bring_nonce(room, hello)
        first = hello.last + 1 if hello.last <= room.game.last else 0
        rows = await self.house.store.events(room.row.id, first) if first <= room.game.last else []
        lines = await self.house.store.chat(room.row.id, 0, LINES_ON_ARRIVAL)
        table = public_table(room.row)
        now = int(self.house.now())
        self.post(encode(Welcome(table, self.seat, first, room.game.last, now)))
        muted = muted_by(room, self)
        self.post(encode(chat_message([line for line in lines if line.seat not in muted])))
        if muted:
            self.post(encode(Muted(muted)))
        if rows:
            skip = first - rows[0].number
            events = [event for row in rows for event in decode_events(row.body)]
            known = events[
                skip : skip + room.game.last + 1 - first
            ]  # another process may be ahead of this room
            self.post(Redacted(first, known, room.lobby.rules).message(self.seat))
        self._tell_more(room)
        room.audience.pages.add(self)
        self.room = room
        room.audience.post_presence()
        room.audience.tell_presence()
        await _start_if_ready(room)

    def _tell_more(self, room: Room) -> None:
        if self.seat is not None:
            self.asked = asked_turn(room, self.seat)
            self.post(encode(ask(room, self.seat)))
        self.post(encode(room.audience.presence()))
        if room.row.summary.phase == "finished":
            self.post(encode(fairness(room)))

    async def _bring_nonce(self, room: Room, hello: Hello) -> None:
        seat, nonce = self.seat, hello.nonce

        def change(row: TableRow) -> Lobby:  # asked again when another process was first: it may have started
            if seat is None or nonce is None or row.summary.phase != "open":
                return row.lobby
            return lobbies.add_nonce(row.lobby, seat, nonce)

        await room.change(change)

    def gone(self) -> None:
        """The page has closed."""
        self.closed = True
        if self.room is not None:
            self.room.audience.pages.discard(self)
            self.room.audience.post_presence()
            self.room.audience.tell_presence()


async def _start_if_ready(room: Room) -> None:
    seats, _ = room.audience.everywhere()
    if ready_to_start(room.row, seats):
        with contextlib.suppress(Denied):
            await start_game(room, _still_open)


def _still_open(row: TableRow) -> Lobby:
    refuse_phase(row, "open")
    return row.lobby


def _some_id(raw: str | bytes) -> str | None:
    """The id of a message that is otherwise unreadable, so that its sender knows which one it was."""
    try:
        found = decode_id(raw).get("id") if len(raw) <= LIMITS.message_bytes else None
    except (msgspec.MsgspecError, UnicodeError):
        return None
    return found if isinstance(found, str) and len(found) <= 40 else None


class SocketServer:
    """Accepts sockets, reads them, and closes them all when the process drains."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.open: set[Socket] = set()
        self._by_address: dict[str, int] = {}

    async def serve(
        self, table: str, visitor: str | None, address: str, receive: Receive, send: Send
    ) -> None:
        """A socket from its handshake to its end."""
        await receive()
        if self._by_address.get(address, 0) >= self.house.config.rates.sockets_per_address:
            await send({"type": "websocket.close", "code": POLICY})
            return
        await send({"type": "websocket.accept"})
        socket = Socket(self.house, visitor, send)
        self._count(address, 1)
        self.open.add(socket)
        self.house.metrics.sockets.set(len(self.open))
        try:
            await self._converse(socket, table, receive)
        finally:
            self._count(address, -1)
            self.open.discard(socket)
            self.house.metrics.sockets.set(len(self.open))
            socket.gone()

    def _count(self, address: str, change: int) -> None:
        count = self._by_address.get(address, 0) + change
        if count:
            self._by_address[address] = count
        else:
            self._by_address.pop(address, None)

    async def _converse(self, socket: Socket, table: str, receive: Receive) -> None:
        if self.house.draining:
            socket.post(encode(Leaving()))
            socket.leave(RESTART)
        elif not await self._hello(socket, table, receive):
            await _until_gone(receive)
            return
        while (raw := await _next(receive)) is not None:
            await socket.handle(raw)

    async def _hello(self, socket: Socket, table: str, receive: Receive) -> bool:
        """Wait for hello; what else comes before it is refused."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                while socket.room is None:
                    raw = await _next(receive)
                    if raw is None:
                        return False
                    await self._maybe_hello(socket, table, raw)
        except TimeoutError:
            socket.refuse(None, Denied("hello_first", "no hello came", "hello as the first message"))
            socket.leave(POLICY)
            return False
        except Denied as denied:
            socket.refuse(None, denied)
            socket.leave(CLOSED if denied.problem.code == "spectators_closed" else GONE)
            return False
        except StorageDown:
            socket.refuse(None, Denied("busy", "storage does not answer", "to connect again a little later"))
            socket.leave(OVERFLOW)
            return False
        return True

    @staticmethod
    async def _maybe_hello(socket: Socket, table: str, raw: str | bytes) -> None:
        hello: Any = None
        with contextlib.suppress(msgspec.MsgspecError, UnicodeError):
            hello = decode(raw) if len(raw) <= LIMITS.message_bytes else None
        if isinstance(hello, Hello):
            await socket.greet(table, hello)
        else:
            await socket.handle(raw)

    async def drain(self) -> None:
        """Ask every page to connect again elsewhere, and wait for what is queued to go out."""
        for socket in list(self.open):
            socket.post(encode(Leaving()))
            socket.leave(RESTART)
        for _ in range(100):
            if all(socket.closed for socket in self.open):
                return
            await asyncio.sleep(0.02)


async def _next(receive: Receive) -> str | bytes | None:
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text: str | None = event.get("text")
    if text is not None:
        return text
    data: bytes = event.get("bytes") or b""
    return data


async def _until_gone(receive: Receive) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(10):
            while await _next(receive) is not None:
                pass
