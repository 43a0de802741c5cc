"""Calls to a web address when a seat is asked. Never with secret content, never to inner networks."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from chocolatl.rules.words import Seat
from chocolatl.server.addresses import Target, read_address, resolve
from chocolatl.server.errors import Denied
from chocolatl.server.metrics import Metrics

if TYPE_CHECKING:
    from chocolatl.server.room import Room

WAITS = (5.0, 30.0, 120.0)
"""Seconds before the second, third and fourth try."""
CALL_SECONDS = 10.0
AT_ONCE = 100
FORBIDDEN = str.maketrans("", "", "<>&@`*_|[]()")
"""Letters that Slack or Discord would read as markup or as a call to everybody."""
log = structlog.get_logger()

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Message(msgspec.Struct, frozen=True):
    """`content` is what Discord reads, `text` what Slack reads."""

    content: str
    text: str
    allowed_mentions: dict[str, tuple[str, ...]]


class Webhooks:
    """Delivers in the background, with retries; gives up quietly."""

    def __init__(
        self, spawn: Spawn, metrics: Metrics, private: bool = False, waits: tuple[float, ...] = WAITS
    ) -> None:
        self._spawn = spawn
        self._metrics = metrics
        self._private = private
        self._waits = waits
        self._running = 0

    def asked(self, room: Room) -> None:
        """A new question: call the people who are asked and have no page open."""
        self._call_absent(room, "it is your turn")

    def warn(self, room: Room, seconds: float) -> None:
        """A deadline is near."""
        left = f"{seconds / 3600:.0f} hours" if seconds > 5400 else f"{seconds / 60:.0f} minutes"
        self._call_absent(room, f"in {left} a bot takes over your seat")

    def _call_absent(self, room: Room, what: str) -> None:
        lobby, state = room.lobby, room.state
        if state is None or (lobby.webhook is None and not any(doc.webhook for doc in lobby.seats)):
            return
        presence = room.audience.presence().seats
        absent = [seat for seat in state.pending if presence[seat] == "away"]
        for seat in absent:
            self._send(lobby.seats[seat].webhook, _text(room, (seat,), what))
        if absent:
            self._send(lobby.webhook, _text(room, tuple(absent), what))

    def _send(self, url: str | None, text: str) -> None:
        if url is not None and self._running < AT_ONCE:
            self._spawn(self._deliver(url, Message(text, text, {"parse": ()})))

    async def _deliver(self, url: str, message: Message) -> None:
        self._running += 1
        try:
            outcome = await self._try_often(url, msgspec.json.encode(message))
        finally:
            self._running -= 1
        self._metrics.webhooks.labels(outcome).inc()

    async def _try_often(self, url: str, body: bytes) -> str:
        for wait in (0.0, *self._waits):
            await asyncio.sleep(wait)
            try:
                status = await call(url, body, self._private)
            except Denied:
                return "refused"
            except (OSError, TimeoutError, ValueError) as error:
                log.info("webhook.failed", error=type(error).__name__)  # not the address: it is a secret
                continue
            if status < 500 and status != 429:
                return "delivered" if status < 300 else "rejected"
        return "failed"


def _text(room: Room, seats: tuple[Seat, ...], what: str) -> str:
    names = ", ".join(room.lobby.seats[seat].name.translate(FORBIDDEN) for seat in seats)
    where = room.house.config.public_url
    link = f" {where.rstrip('/')}/table/{room.row.id}" if where else ""
    return f"Chocolatl, round {room.row.summary.round}: {names}, {what}.{link}"


async def check_address(url: str, private: bool) -> None:
    """Raises Denied for an address that may not be called."""
    await resolve(read_address(url), private)


async def call(url: str, body: bytes, private: bool) -> int:
    """POST some JSON; connects to the very address that was checked, follows nothing, reads one line."""
    target = read_address(url)
    async with asyncio.timeout(CALL_SECONDS):
        address = await resolve(target, private)
        tls = ssl.create_default_context() if target.tls else None
        name = target.host if target.tls else None
        reader, writer = await asyncio.open_connection(address, target.port, ssl=tls, server_hostname=name)
        try:
            writer.write(_request(target, body))
            await writer.drain()
            line = await reader.readline()
        finally:
            writer.close()
    return int(line.split()[1]) if line.startswith(b"HTTP/1.") else 599


def _request(target: Target, body: bytes) -> bytes:
    head = (
        f"POST {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nUser-Agent: chocolatl\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body
