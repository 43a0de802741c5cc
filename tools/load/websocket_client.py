"""A WebSocket client of few lines: as cheap as can be for load, and able to break off in mid-message."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable
from typing import cast

from tools.load.endpoints import place_of

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASK = bytes(4)  # frames of a client carry a mask; this one changes nothing and costs nothing
OnText = Callable[[bytes], None]
OnClosed = Callable[[int], None]
LOST = 1006


class HandshakeRefused(Exception):  # noqa: N818  reads better where it is raised
    """The server did not open a socket; the message is its status line."""


class WebSocket(asyncio.Protocol):
    """Calls `on_text` for every text frame, and `on_closed` once with the close code (1006: just gone)."""

    def __init__(self, on_text: OnText, on_closed: OnClosed) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.opened.add_done_callback(_looked_at)  # who gave up waiting does not want to hear of it
        self.received = 0
        self._on_text = on_text
        self._on_closed = on_closed
        self._buffer = bytearray()
        self._code = LOST
        self._transport: asyncio.Transport | None = None

    @property
    def gone(self) -> bool:
        """Is the connection closed, or closing?"""
        return self._transport is None or self._transport.is_closing()

    # ---- out ----

    def send(self, text: bytes) -> None:
        """One text frame."""
        self._write(frame(text))

    def close(self, code: int = 1000) -> None:
        """Say goodbye."""
        self._write(frame(code.to_bytes(2), CLOSE))

    def cut(self, unfinished: bytes = b"") -> None:
        """Break off; with `unfinished`, in the middle of sending it."""
        if unfinished:
            whole = frame(unfinished)
            self._write(whole[: len(whole) // 2])
        if self._transport is not None:
            self._transport.close() if unfinished else self._transport.abort()

    def raw(self, data: bytes) -> None:
        """Bytes as they are, also when they are no frame."""
        self._write(data)

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    # ---- in ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Connected; the handshake was written by `connect`."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by birth

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncio calls it by name
        """Gone, by whoever's doing."""
        if not self.opened.done():
            self.opened.set_exception(HandshakeRefused("connection lost during the handshake"))
        self._on_closed(self._code)

    def data_received(self, data: bytes) -> None:
        """Take what is complete."""
        self.received += len(data)
        self._buffer += data
        if not self.opened.done() and not self._handshake():
            return
        while (found := unframe(self._buffer)) is not None:
            kind, body = found
            if kind == TEXT:
                self._on_text(body)
            else:
                self._control(kind, body)

    def _control(self, kind: int, body: bytes) -> None:
        if kind == PING:
            self._write(frame(body, PONG))
        elif kind == CLOSE:
            self._code = int.from_bytes(body[:2]) if body else 1005
            self._write(frame(body[:2], CLOSE))
            if self._transport is not None:
                self._transport.close()

    def _handshake(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        self._buffer = bytearray(rest)
        status = head.partition(b"\r\n")[0].decode("latin-1")
        if " 101 " in status:
            self.opened.set_result(None)
            return True
        self.opened.set_exception(HandshakeRefused(status))
        self.cut()
        return False


def _looked_at(opened: asyncio.Future[None]) -> None:
    if not opened.cancelled():
        opened.exception()


def frame(body: bytes, kind: int = TEXT) -> bytes:
    """One whole frame from a client."""
    size = len(body)
    if size < 126:
        head = bytes((0x80 | kind, 0x80 | size))
    elif size < 65_536:
        head = bytes((0x80 | kind, 0xFE)) + size.to_bytes(2)
    else:
        head = bytes((0x80 | kind, 0xFF)) + size.to_bytes(8)
    return head + MASK + body


def unframe(buffer: bytearray) -> tuple[int, bytes] | None:
    """Take one whole frame off the buffer, if there is one; our server sends none in pieces."""
    if len(buffer) < 2:
        return None
    start, size = 2, buffer[1] & 127
    if size > 125:
        start = 4 if size == 126 else 10
        if len(buffer) < start:
            return None
        size = int.from_bytes(buffer[2:start])
    if len(buffer) < start + size:
        return None
    kind, body = buffer[0] & 15, bytes(buffer[start : start + size])
    del buffer[: start + size]
    return kind, body


async def connect(
    url: str, path: str, cookie: str, on_text: OnText, on_closed: OnClosed, headers: tuple[str, ...] = ()
) -> WebSocket:
    """Open a socket. Raises Refusal or OSError."""
    place = place_of(url)
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: WebSocket(on_text, on_closed), place.host, place.port, local_addr=place.source
    )
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: {place.authority}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *((f"Cookie: chocolatl={cookie}",) if cookie else ()),
        *headers,
    )
    socket.raw("\r\n".join((*lines, "", "")).encode())
    await socket.opened
    return socket
