"""A hostile visitor with an address of its own: what it holds, what it has sent, and what it was told."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

import msgspec

from tools.load.endpoints import place_of
from tools.load.http_client import HttpResponse, call
from tools.load.setup_tables import AWAY, Addresses, socket_path
from tools.load.websocket_client import WebSocket, connect

PREPARING_SECONDS = 30.0
BREATH = 0.01
decode = msgspec.json.decode


class Intruder:
    """`pace`: seconds between two steps of an attack (0: none); `tables`: so many may be opened."""

    def __init__(self, address: Addresses, seed: int, pace: float = 0.0, tables: float = math.inf) -> None:
        self.address = address
        self.pace = pace
        self.tables_left = tables
        self.random = Random(seed)
        self.cookie = ""
        self.counts: Counter[str] = Counter()
        self.half_sent: list[asyncio.StreamWriter] = []
        self.turn = 1
        self._ids = itertools.count()
        self._tabs: dict[int, WebSocket] = {}
        self._finished = ""
        self._running = ""
        self._open = ""
        self._lock = asyncio.Lock()

    async def repeat(self, name: str, step: Callable[[Intruder], Awaitable[None]]) -> None:
        """Again and again; being refused or thrown out is no reason to stop."""
        while True:
            try:
                await step(self)
                self.counts[name] += 1
            except AWAY:
                self.counts[f"{name}: turned away"] += 1
            await asyncio.sleep(self.pace or BREATH / 10)

    async def breathe(self) -> None:
        """Let what was sent go out."""
        await asyncio.sleep(BREATH)

    def new_id(self) -> str:
        """For a message."""
        return f"h{next(self._ids)}"

    # ---- HTTP ----

    async def ask(self, path: str, body: Any = None) -> HttpResponse | None:
        """A request; nothing when it was cut off. Statuses are counted."""
        if path == "/api/tables" and body is not None:
            if self.tables_left < 1:
                return None
            self.tables_left -= 1
        try:
            if not self.cookie:
                self.cookie = (await call(self.address(), "/api/info")).cookie
            answer = await call(self.address(), path, body, self.cookie)
        except (*AWAY, ValueError, IndexError):
            self.counts["requests cut off"] += 1
            return None
        self.counts[f"status {answer.status}"] += 1
        return answer

    @property
    def server_errors(self) -> int:
        """Answers with a status from 500 on; 503 is `busy`, which is meant."""
        return sum(
            count
            for what, count in self.counts.items()
            if what.startswith("status 5") and what != "status 503"
        )

    async def connection(self) -> asyncio.StreamWriter:
        """A plain connection."""
        place = place_of(self.address())
        _, writer = await asyncio.open_connection(place.host, place.port, local_addr=place.source)
        return writer

    # ---- tables of its own ----

    async def leave_to_bots(self, table: str) -> None:
        """Start, and let a bot play my seat."""
        await self.ask(f"/api/tables/{table}/start", {"fill": "random"})
        await self.ask(f"/api/tables/{table}/leave", {})

    async def finished(self) -> str:
        """A finished game, played by bots; the same one every time."""
        async with self._lock:
            if not self._finished:
                table = await self._new_table()
                await self.leave_to_bots(table)
                await self._wait_for(table, "finished")
                self._finished = table
            return self._finished

    async def running(self) -> str:
        """A game that waits for me; the same one every time."""
        async with self._lock:
            if not self._running:
                table = await self._new_table()
                await self.ask(f"/api/tables/{table}/start", {"fill": "random"})
                await self._wait_for(table, "running")
                self._running = table
            return self._running

    async def open(self) -> str:
        """A table that has not begun; the same one every time."""
        async with self._lock:
            if not self._open:
                self._open = await self._new_table(["random", None])
            return self._open

    async def _new_table(self, bots: Sequence[str | None] = ("random", "random")) -> str:
        answer = await self.ask("/api/tables", {"name": "X", "players": 3, "bots": bots})
        if answer is None or answer.status != 201:
            raise ConnectionError("no table for the intruder")
        table: str = answer.json()["table"]["id"]
        return table

    async def _wait_for(self, table: str, phase: str) -> None:
        async with asyncio.timeout(PREPARING_SECONDS):
            while True:
                answer = await self.ask(f"/api/tables/{table}")
                if answer is not None and answer.status == 200 and answer.json()["table"]["phase"] == phase:
                    return
                await asyncio.sleep(0.1)

    # ---- sockets ----

    async def socket(self, table: str) -> WebSocket:
        """A new tab that has said hello."""
        socket = await connect(self.address(), socket_path(table), self.cookie, self._heard, self._closed)
        socket.send(b'{"type":"hello"}')
        return socket

    async def seat(self, tab: int = -1) -> tuple[WebSocket, int]:
        """A tab at the running game, and the turn of its question; opened anew when it was closed."""
        tab = self.random.randrange(8) if tab < 0 else tab
        found = self._tabs.get(tab)
        if found is None or found.gone:
            found = self._tabs[tab] = await self.socket(await self.running())
            await self.breathe()
        return found, self.turn

    def _heard(self, frame: bytes) -> None:
        for message in decode(frame):
            if message["type"] == "ask" and message.get("question"):
                self.turn = message["question"]["turn"]
            elif message["type"] == "refused":
                self.counts[f"refused {message['code']}"] += 1

    def _closed(self, code: int) -> None:
        self.counts[f"closed {code}"] += 1
