"""A WebSocket as uvicorn speaks it, with bounds on what the application does not see, and quicker frames."""

from __future__ import annotations

import asyncio
from struct import pack
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from chocolatl.server.ops.connection_limits import Guard, Reads
from chocolatl.server.rate_limit import Bucket
from chocolatl.server.sockets.send_buffer import WRITE_FRAME

LARGEST_QUEUE = 1_000
READ_AHEAD = 4
"""Messages of one socket that may wait before no more are read from it."""
CONTROL_FRAMES = (10.0, 100.0)
"""Pings, pongs and fragments of one socket, per second and at once."""


class GuardedSocket(WebSocketsSansIOProtocol):
    """A socket: its place is the one of the connection it began as."""

    def __init__(self, guard: Guard, **settings: Any) -> None:
        super().__init__(**settings)
        self._guard = guard
        self.close_timeout = min(self.close_timeout, guard.limits.stalled_seconds)
        self._frames = Bucket(CONTROL_FRAMES)
        self._reads = Reads(guard.limits.stalled_seconds)
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._look()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = {**(self.scope["extensions"] or {}), WRITE_FRAME: self._write_frame}
            self.scope["extensions"] = extensions

    def _write_frame(self, text: bytes) -> bool:
        if self.disconnected or not self.writable.is_set() or self.conn.state is not State.OPEN:
            return False
        self.transport.write(_frame_head(len(text)) + text)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._guard.leave(self.transport)
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        if self._allowed():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        if self._allowed():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Uvicorn stops reading after every message until it is taken: two system calls for each."""
        waiting = self.queue.qsize()
        if waiting >= LARGEST_QUEUE:
            self.transport.abort()
            return
        read_on = waiting < READ_AHEAD and not self.read_paused
        self.read_paused |= read_on
        super().send_receive_event_to_app()
        self.read_paused ^= read_on

    def _allowed(self) -> bool:
        """The application does not see these frames, so its limits do not count them."""
        if self._frames.take():
            return True
        self.transport.abort()
        return False

    def _look(self) -> None:
        if self._reads.stalled(self.loop.time(), self.transport.get_write_buffer_size()):
            self.transport.abort()
            return
        self._timer = self.loop.call_later(self._guard.limits.look_seconds, self._look)


def _frame_head(size: int) -> bytes:
    """Of a whole text message from a server (RFC 6455, 5.2)."""
    if size < 126:
        return pack("!BB", 0x81, size)
    return pack("!BBH", 0x81, 126, size) if size < 1 << 16 else pack("!BBQ", 0x81, 127, size)
