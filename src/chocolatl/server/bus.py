"""How processes that serve the same table wake each other: a note says that there is something to read."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Literal, Protocol

import msgspec
import structlog

from chocolatl.rules.types import Value
from chocolatl.server.database_faults import describe

CHANNEL = "chocolatl/table/"
CLOCKS = "chocolatl/clocks/"
RETRY_SECONDS = 0.5
log = structlog.get_logger()


class TableNotice(Value, frozen=True, omit_defaults=True):
    """`events`, `lobby`, `chat`: look. `here`: seats with a page (bits), spectators. `hello`: who is here?

    `clock`: which seats' pages have reported when that they show the question of the turn `value`.
    `screen`: the newest screen of a process came at `since` and has shown `value` events (-1: it has none).
    `step`: somebody who has seen `value` events wants the next step of the screen that paces.
    """

    table: str
    origin: str
    kind: Literal["events", "lobby", "chat", "here", "hello", "screen", "step", "clock"]
    value: int = 0
    spectators: int = 0
    since: float = 0.0
    reports: tuple[tuple[int, float], ...] = ()

    @property
    def channel(self) -> str:
        """Of its table; clocks have one of their own, which processes of before do not hear."""
        return (CLOCKS if self.kind == "clock" else CHANNEL) + self.table


Listener = Callable[[TableNotice], None]


class Bus(Protocol):
    """Best effort: a lost note costs a second, because the processes also look for themselves."""

    shared: bool

    async def open(self, listener: Listener, lost: Callable[[], None]) -> None:
        """Start listening; `lost` is called when notes may have been missed."""

    async def close(self) -> None:
        """Stop."""

    def subscribe(self, table: str) -> None:
        """From now on the notes about this table are wanted."""

    def unsubscribe(self, table: str) -> None:
        """No longer."""

    def publish(self, note: TableNotice) -> None:
        """Send a note to all other processes, without waiting."""


class SingleProcessBus:
    """One process: nobody to tell."""

    shared = False

    async def open(self, listener: Listener, lost: Callable[[], None]) -> None:
        """Nothing to open."""

    async def close(self) -> None:
        """Nothing to close."""

    def subscribe(self, table: str) -> None:
        """Nobody else speaks."""

    def unsubscribe(self, table: str) -> None:
        """Nobody else speaks."""

    def publish(self, note: TableNotice) -> None:
        """Nobody else listens."""


class RedisBus:
    """Valkey or Redis, publish and subscribe, one channel per table."""

    shared = True

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, socket_keepalive=True)
        self._followed: set[str] = set()
        self._commands: asyncio.Queue[tuple[str, str, bytes]] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self._pubsub: Any = None
        self._decode = msgspec.json.Decoder(TableNotice).decode
        self._encode = msgspec.json.Encoder().encode

    async def open(self, listener: Listener, lost: Callable[[], None]) -> None:
        """Two tasks: one listens, one speaks."""
        self._tasks = [asyncio.create_task(self._listen(listener, lost)), asyncio.create_task(self._speak())]

    async def close(self) -> None:
        """Say what is left to say, then hang up."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._commands.join(), 1)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def subscribe(self, table: str) -> None:
        """Subscribe, in order with what is said."""
        self._followed.add(table)
        for channel in _channels(table):
            self._put("follow", channel, b"")

    def unsubscribe(self, table: str) -> None:
        """Unsubscribe."""
        self._followed.discard(table)
        for channel in _channels(table):
            self._put("forget", channel, b"")

    def publish(self, note: TableNotice) -> None:
        """Queue the note; with the bus away for long, notes are dropped: others look for themselves."""
        self._put("tell", note.channel, self._encode(note))

    def _put(self, verb: str, channel: str, body: bytes) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._commands.put_nowait((verb, channel, body))

    async def _speak(self) -> None:
        while True:
            verb, channel, body = await self._commands.get()
            try:
                await self._do(verb, channel, body)
            except Exception as error:
                log.warning("bus.publish_failed", error=describe(error))
                await asyncio.sleep(RETRY_SECONDS)
            finally:
                self._commands.task_done()

    async def _do(self, verb: str, channel: str, body: bytes) -> None:
        if verb == "tell":
            await self._redis.publish(channel, body)
        elif self._pubsub is not None:
            await (self._pubsub.subscribe if verb == "follow" else self._pubsub.unsubscribe)(channel)

    async def _listen(self, listener: Listener, lost: Callable[[], None]) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    followed = (channel for table in self._followed for channel in _channels(table))
                    await pubsub.subscribe(CHANNEL, *followed)
                    self._pubsub = pubsub
                    lost()  # whatever was said before we listened
                    await self._hear(pubsub, listener)
            except Exception as error:
                log.warning("bus.subscribe_failed", error=describe(error))
            self._pubsub = None
            await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self, pubsub: Any, listener: Listener) -> None:
        async for message in pubsub.listen():
            if message["type"] == "message" and (note := self._read(message["data"])) is not None:
                listener(note)

    def _read(self, data: bytes) -> TableNotice | None:
        """Of a newer process a note may be of another kind: whoever does not know it needs nothing of it."""
        try:
            return self._decode(data)
        except msgspec.MsgspecError as error:
            log.warning("bus.unknown_note", error=describe(error))
            return None


def _channels(table: str) -> tuple[str, str]:
    return CHANNEL + table, CLOCKS + table


def make_bus(url: str | None) -> Bus:
    """No address: one process."""
    return RedisBus(url) if url else SingleProcessBus()
