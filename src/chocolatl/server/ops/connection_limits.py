"""Connections before the application sees them: how many, how large a head, how much time for everything.

Uvicorn hands a request over when its head has come, however long that takes and however large it is. What it
has not, stands here: bounds on the head and on what follows a refusal, deadlines for head, body and silence,
an end for peers that do not read, and connections counted per address and in all.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Literal, Protocol

import structlog
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from chocolatl.server.client_address import address_key
from chocolatl.server.config import ConnectionLimits
from chocolatl.server.rate_limit import Bucket, Buckets, OpenCount

LOG_SECONDS = 10.0
LARGEST_PIPELINE = 8
REFUSED_HEAD = 20.0
"""A head that is too large or no HTTP counts for so many new connections: no browser sends one."""
DRAINED_BYTES = 10_000
"""A peer reads if so much less waits for it than before, or nothing."""
log = structlog.get_logger()

Phase = Literal["head", "body", "answer", "idle"]


class Guard:
    """The connections of one process. Proxies we trust carry many people: they count only in all."""

    def __init__(self, limits: ConnectionLimits, places: int) -> None:
        self.limits = limits
        self.places = places
        self._addresses = OpenCount(limits.per_address)
        self._new = Buckets(limits.new_per_address)
        self._open: dict[object, str | None] = {}
        self._refused = 0
        self._logged = 0.0

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, transport: object, host: str | None, trusted: bool) -> bool:
        """A place for this connection, if there is one."""
        address = None if trusted or not host else address_key(host)
        if len(self._open) >= self.places:
            self._tell("all places are taken")
            return False
        if address is not None and not self._new.take(address):
            self._tell("too many new ones from one address")
            return False
        if address is not None and not self._addresses.enter(address):
            self._tell("too many from one address")
            return False
        self._open[transport] = address
        return True

    def charge(self, transport: object) -> None:
        """What came was refused before it was read: so many connections less may follow from this address."""
        address = self._open.get(transport)
        if address is not None:
            self._new.take(address, REFUSED_HEAD)

    def leave(self, transport: object) -> None:
        """It is over; once more does no harm."""
        address = self._open.pop(transport, None)
        if address is not None:
            self._addresses.leave(address)

    def _tell(self, why: str) -> None:
        """One line now and then, however many are refused."""
        self._refused += 1
        now = time.monotonic()
        if now - self._logged >= LOG_SECONDS or not self._logged:
            log.warning("connections.refused", why=why, refused=self._refused, open=len(self._open))
            self._logged, self._refused = now, 0


class Reads:
    """Whether a peer takes what is written to it, from the bytes that wait now and then."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._mark = 0
        self._since: float | None = None

    def stalled(self, now: float, waiting: int) -> bool:
        """Has it read next to nothing for so long, though something waits?"""
        if waiting == 0:
            self._since = None
        elif self._since is None or waiting <= self._mark - DRAINED_BYTES:
            self._since, self._mark = now, waiting
        self._mark = max(self._mark, waiting)
        return self._since is not None and now - self._since > self._seconds


class TooMuch(Exception):  # noqa: N818  raised within the parser, which then stops
    """More than the limits allow; the status to answer with."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")
        self.status = status


class GuardedHttp(HttpToolsProtocol):
    """One connection from its first byte, until it ends or becomes a socket."""

    def __init__(self, guard: Guard, **settings: Any) -> None:
        super().__init__(**settings)
        self._guard = guard
        self._limits = guard.limits
        self._phase: Phase = "head"
        self._deadline = 0.0
        self._head = self._body = 0
        self._status = 400
        self._reads = Reads(self._limits.stalled_seconds)
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as above
        super().connection_made(transport)
        host = self.client[0] if self.client else None
        if not self._guard.enter(transport, host, _trusts(self.app, host)):
            self._refuse(503)
            return
        self._begin("head")
        self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        self._guard.leave(self.transport)
        self._stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._stop()
        super().handle_websocket_upgrade()

    # ---- what comes in ----

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._phase == "idle":
            self._begin("head")
        self._head += len(data)
        super().data_received(data)
        if self._phase == "head" and self._head > self._limits.head_bytes and not self.transport.is_closing():
            self._refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begin("head")

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self._limits.url_bytes:
            self._stop_parsing(414)

    def on_headers_complete(self) -> None:
        if sum(len(name) + len(value) + 4 for name, value in self.headers) > self._limits.head_bytes:
            self._stop_parsing(431)
        if len(self.pipeline) >= LARGEST_PIPELINE:
            self._stop_parsing(429)
        self._begin("body")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        if self._body > self._limits.body_bytes:
            self._stop_parsing(413)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._phase = "answer"
        super().on_message_complete()
        if self.cycle is not None and self.cycle.response_complete:
            self._begin("idle")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._phase == "answer":
            self._begin("idle")

    def _begin(self, phase: Phase) -> None:
        seconds = {
            "head": self._limits.head_seconds,
            "body": self._limits.body_seconds,
            "idle": self._limits.idle_seconds,
        }
        if phase == "head" and self._phase != "head":
            self._head = 0
        self._body = 0
        self._phase = phase
        self._deadline = self.loop.time() + seconds[phase]

    # ---- the end ----

    def _stop_parsing(self, status: int) -> None:
        self._status = status
        raise TooMuch(status)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  uvicorn's signature
        """The parser has stopped: because it does not understand, or because we told it to."""
        self._refuse(self._status)

    def _refuse(self, status: int) -> None:
        if self.transport.is_closing():
            return
        self._guard.charge(self.transport)
        if self.cycle is None or self.cycle.response_complete:
            answer = (STATUS_LINE[status], b"content-length: 0\r\n", b"connection: close\r\n\r\n")
            self.transport.write(b"".join(answer))
        self.transport.close()

    def _look_again(self) -> None:
        self._timer = self.loop.call_later(self._limits.look_seconds, self._look)

    def _look(self) -> None:
        now = self.loop.time()
        if self._reads.stalled(now, self.transport.get_write_buffer_size()):
            self.transport.abort()
            return
        if self._phase != "answer" and now > self._deadline:
            if self._phase == "idle":
                self.transport.close()
            else:
                self._refuse(408)
        self._look_again()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Proxies(Protocol):
    def __contains__(self, host: str | None) -> bool: ...


def _trusts(app: object, host: str | None) -> bool:
    """Is this one of the proxies whose X-Forwarded-For we believe? Uvicorn's middleware knows them."""
    trusted: _Proxies = getattr(app, "trusted_hosts", ())
    return host in trusted


class FewerWarnings(logging.Filter):
    """Anybody can cause a warning of the web server: a few a minute are enough."""

    def __init__(self) -> None:
        super().__init__()
        self._bucket = Bucket((0.1, 5))

    def filter(self, record: logging.LogRecord) -> bool:
        """Errors always pass."""
        return record.levelno != logging.WARNING or self._bucket.take()
