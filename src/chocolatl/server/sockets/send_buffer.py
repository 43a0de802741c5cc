"""What goes out to one page: bundled, bounded, and closed in order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from typing import Any

from chocolatl.server.protocol.close_codes import OVERFLOW

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Spawn = Callable[[Coroutine[Any, Any, None]], object]
WriteFrame = Callable[[bytes], bool]

WRITE_FRAME = "chocolatl.write_frame"
"""Extension of a socket's ASGI scope, a `WriteFrame`: sends a text frame now, or says that the page is not
ready for one. Nearly every frame goes this way; ASGI's own, with a task for each, costs 60 µs more."""

MAX_BUFFERED_BYTES = 1_000_000
"""Bytes that wait for a page that does not read. History does not pile up: it waits for `drained`."""


def never_ready(_: bytes) -> bool:
    """The `WriteFrame` of a web server that has none: everything goes ASGI's own way."""
    return False


class SendBuffer:
    """Everything posted until the event loop comes round goes out as one frame."""

    def __init__(self, send: Send, spawn: Spawn, write_frame: WriteFrame) -> None:
        self.closed = False
        self._send = send
        self._write_frame = write_frame
        self._spawn = spawn
        self._messages: list[bytes] = []
        self._size = 0
        self._flushing = False
        self._flushed = asyncio.Event()
        self._flushed.set()
        self._closing: int | None = None

    @property
    def leaving(self) -> bool:
        """Closed, or about to be: nothing more goes out."""
        return self.closed or self._closing is not None

    def post(self, message: bytes) -> None:
        """Queue a message; a page that does not read is shown out."""
        if self.closed or self._closing is not None:
            return
        self._messages.append(message)
        self._size += len(message)
        if self._size > MAX_BUFFERED_BYTES:
            self._messages.clear()
            self._size = 0
            self._closing = OVERFLOW
        self._flush_soon()

    def close_after_flush(self, code: int) -> None:
        """Close after what is queued."""
        if self._closing is None:
            self._closing = code
        self._flush_soon()

    async def drained(self) -> None:
        """Wait until the connection has taken everything posted; it takes more as the page reads."""
        await self._flushed.wait()

    def _flush_soon(self) -> None:
        if not self._flushing and not self.closed:
            self._flushing = True
            self._flushed.clear()
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        if self._closing is not None or not self._write_frame(b"[%b]" % b",".join(self._messages)):
            self._spawn(self._wait_and_flush())
            return
        self._messages.clear()
        self._size = 0
        self._flushing = False
        self._flushed.set()

    async def _wait_and_flush(self) -> None:
        try:
            while self._messages:
                frame = b"[%b]" % b",".join(self._messages)
                self._messages.clear()
                self._size = 0
                await self._send({"type": "websocket.send", "text": frame.decode()})
            if self._closing is not None and not self.closed:
                self.closed = True
                await self._send({"type": "websocket.close", "code": self._closing})
        except Exception:  # the page is gone; the reader notices and cleans up
            self.closed = True
        finally:
            self._flushing = False
            self._flushed.set()
