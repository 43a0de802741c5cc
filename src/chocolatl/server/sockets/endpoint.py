"""Accepts sockets, reads them, and closes them all when the process drains."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec

from chocolatl.server.errors import RequestError, StorageUnavailableError, denied_by_storage
from chocolatl.server.protocol import PROTOCOL, Code, Hello, Leaving
from chocolatl.server.protocol.close_codes import CLOSED, GONE, OLD, OVERFLOW, POLICY, RESTART
from chocolatl.server.protocol.limits import LIMITS
from chocolatl.server.sockets.connection import PlayConnection, decode
from chocolatl.server.sockets.handshake import greet
from chocolatl.server.sockets.send_buffer import WRITE_FRAME, Receive, Scope, Send, never_ready
from chocolatl.server.tables.table_registry import TableRegistry

HELLO_SECONDS = 15.0
CLOSE_CODES: dict[Code, int] = {
    "spectators_closed": CLOSED,
    "busy": OVERFLOW,
    "too_new": OVERFLOW,
    "old_page": OLD,
}
encode = msgspec.json.Encoder().encode


class SocketEndpoint:
    """All sockets of one process."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.open: set[PlayConnection] = set()

    async def serve(
        self, table: str, visitor: str | None, address: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """A socket from its handshake to its end."""
        await receive()
        traffic = self.registry.traffic
        with traffic.socket(address, visitor, table) as place:
            if not place or not traffic.take("sockets", visitor or address, address):
                self.registry.services.metrics.refusals.labels("too_fast").inc()
                await asyncio.sleep(traffic.rates.late_seconds)
                await _turn_away(send)
                return
            await send({"type": "websocket.accept"})
            write_frame = scope["extensions"].get(WRITE_FRAME, never_ready)
            socket = PlayConnection(self.registry, table, visitor, address, send, write_frame)
            await self._serve(socket, receive)

    async def _serve(self, socket: PlayConnection, receive: Receive) -> None:
        self.open.add(socket)
        self.registry.services.metrics.sockets.set(len(self.open))
        try:
            await self._read_loop(socket, receive)
        finally:
            self.open.discard(socket)
            self.registry.services.metrics.sockets.set(len(self.open))
            socket.on_disconnect()

    async def _read_loop(self, socket: PlayConnection, receive: Receive) -> None:
        if self.registry.services.background.draining:
            socket.post(encode(Leaving()))
            socket.close_after_flush(RESTART)
        elif not (welcome := await self._hello(socket, receive)):
            if welcome is not None:
                await _until_gone(receive)
            return
        while (raw := await _next(receive)) is not None:
            if not socket.leaving:  # what comes after the last refusal is read and dropped
                await socket.handle(raw)

    async def _hello(self, socket: PlayConnection, receive: Receive) -> bool | None:
        """Wait for hello; what else comes before it is refused. How long we take to greet does not count.

        True: it has its place at the table; False: it was refused; none: it has gone.
        """
        deadline = asyncio.get_running_loop().time() + HELLO_SECONDS
        try:
            while socket.live is None:
                async with asyncio.timeout_at(deadline):
                    raw = await _next(receive)
                if raw is None:
                    return None
                await self._maybe_hello(socket, raw)
        except TimeoutError:
            socket.refuse(None, RequestError("hello_first", "no hello came", "hello as the first message"))
            socket.close_after_flush(POLICY)
            return False
        except RequestError as denied:
            socket.refuse(None, denied)
            socket.close_after_flush(CLOSE_CODES.get(denied.problem.code, GONE))
            return False
        except StorageUnavailableError as error:
            socket.refuse(None, denied_by_storage(error))
            socket.close_after_flush(OVERFLOW)
            return False
        return True

    @staticmethod
    async def _maybe_hello(socket: PlayConnection, raw: str | bytes) -> None:
        hello: Any = None
        with contextlib.suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
            hello = decode(raw) if len(raw) <= LIMITS.message_bytes else None
        if _of_another_protocol(raw):
            raise RequestError(
                "old_page", "this page speaks another protocol", f"protocol {PROTOCOL}: load it again"
            )
        if isinstance(hello, Hello):
            await greet(socket, hello)
        else:
            await socket.handle(raw)

    async def drain(self) -> None:
        """Ask every page to connect again elsewhere, and wait for what is queued to go out."""
        for socket in list(self.open):
            socket.post(encode(Leaving()))
            socket.close_after_flush(RESTART)
        for _ in range(100):
            if all(socket.closed for socket in self.open):
                return
            await asyncio.sleep(0.02)


async def _turn_away(send: Send) -> None:
    """Before the handshake: the client sees the status 429."""
    await send({"type": "websocket.http.response.start", "status": 429, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b"too many sockets"})


class AnyHello(msgspec.Struct, tag_field="type", tag="hello"):
    """As much of a hello as tells which protocol it is of; in protocol 1 it carried a nonce."""

    protocol: int = PROTOCOL
    nonce: Any = None


_any_hello = msgspec.json.Decoder(AnyHello).decode


def _of_another_protocol(raw: str | bytes) -> bool:
    try:
        hello = _any_hello(raw) if len(raw) <= LIMITS.message_bytes else AnyHello()
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return hello.protocol != PROTOCOL or hello.nonce is not None


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
