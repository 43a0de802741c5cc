"""A real server on a free port, and clients that keep every byte they were sent."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from chocolatl.bots.fallback import default_answer
from chocolatl.rules import Action, Event, Question
from chocolatl.server import protocol
from chocolatl.server.config import NO_LIMITS, Config
from chocolatl.server.ops.app import Server, open_server
from chocolatl.server.ops.serve import Uvicorn, bind
from tools.load.draw_share import Share

decode_frame = msgspec.json.Decoder(list[protocol.ServerMessage]).decode
ANYBODY = ssl.create_default_context()
ANYBODY.check_hostname = False  # the proxy of the tests has a certificate of its own making
ANYBODY.verify_mode = ssl.CERT_NONE
PATIENCE = 60.0
Decider = Callable[[Question], Action]


@asynccontextmanager
async def served(data: Path, **settings: Any) -> AsyncIterator[tuple[str, Server]]:
    """A server in this event loop; gives its address and its insides."""
    listener = bind("127.0.0.1", 0)
    port = listener.getsockname()[1]
    config = replace(Config(data=data, rates=NO_LIMITS), port=port, **settings)
    async with open_server(config) as server:
        ready = asyncio.Event()
        uvicorn = Uvicorn(server, lambda _: ready.set())
        uvicorn.capture_signals = _no_signals  # type: ignore[method-assign]  # pytest keeps its own
        task = asyncio.create_task(uvicorn.serve([listener]))
        await ready.wait()
        try:
            yield f"http://127.0.0.1:{port}", server
        finally:
            uvicorn.should_exit = True
            await task


def _no_signals() -> Any:
    import contextlib

    return contextlib.nullcontext()


class Visitor:
    """One browser: a cookie, and any number of sockets."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=ANYBODY)
        self.received: list[str] = []
        self.shares: dict[str, Share] = {}
        """A browser remembers its nonces."""

    async def get(self, path: str, status: int = 200) -> Any:
        return self._checked(await self.http.get(f"/api/{path}"), status)

    async def post(self, path: str, body: Any = None, status: int = 201) -> Any:
        return self._checked(await self._send(path, body), status)

    async def refused(self, path: str, body: Any = None) -> str:
        """The code with which this is refused."""
        answer = await self._send(path, body)
        assert answer.status_code >= 400, answer.text
        self.received.append(answer.text)
        return msgspec.json.decode(answer.content, type=protocol.Problem).code

    async def _send(self, path: str, body: Any) -> httpx.Response:
        if not self.cookie:  # a page has asked for something before it sends anything
            await self.http.get("/api/info")
        return await self.http.post(f"/api/{path}", json={} if body is None else body)

    def _checked(self, response: httpx.Response, status: int) -> Any:
        self.received.append(response.text)
        assert response.status_code == status, response.text
        return response.json() if response.content else None

    @property
    def cookie(self) -> str:
        return next((cookie.value or "" for cookie in self.http.cookies.jar), "")

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    async def create(self, **wish: Any) -> str:
        body = {"name": "Ana", "pace": {"pace": "relaxed"}} | wish
        found: str = (await self.post("tables", body))["table"]["id"]
        return found

    async def sit(
        self,
        table: str,
        last: int = -1,
        draws: bool = True,
        screen: str | None = None,
        seat: int | None = None,
    ) -> Client:
        """Open a socket and say hello; `draws`: this page takes part in the draw; `screen`: it is one.

        `seat`: through whose eyes it looks, on a device that is passed around.
        """
        client = Client(self, table, draws)
        await client.open(last, screen, seat)
        return client


class Client:
    """One open page that folds nothing: it keeps the events and the newest of everything else.

    It reads all the time and takes part in the draw, as a page does; `read` gives one frame after the other.
    """

    def __init__(self, visitor: Visitor, table: str, draws: bool = True) -> None:
        self.visitor = visitor
        self.table = table
        self.raw: list[str] = []
        self.first = 0
        self.events: list[Event] = []
        self.messages: list[protocol.ServerMessage] = []
        self.ask: protocol.Ask | None = None
        self.answered = -1
        self.ids = (f"m{n}-{secrets.token_hex(4)}" for n in itertools.count())
        self.share = visitor.shares.setdefault(table, Share())
        self.draws = draws
        self.socket: ClientConnection
        self._frames: asyncio.Queue[str | Exception] = asyncio.Queue()
        self._reader: asyncio.Task[None] | None = None

    async def open(self, last: int, screen: str | None = None, seat: int | None = None) -> None:
        headers = {"cookie": self.visitor.cookie_header} if self.visitor.cookie else {}
        url = f"{self.visitor.url.replace('http', 'ws')}/api/tables/{self.table}/socket"
        tls = ANYBODY if url.startswith("wss") else None
        self.socket = await connect(url, ssl=tls, additional_headers=headers, compression=None, max_size=None)
        self.share.connected()
        await self.send(protocol.Hello(last, screen=screen, seat=seat))
        self._reader = asyncio.create_task(self._read_on())

    async def _read_on(self) -> None:
        try:
            while True:
                raw = await self.socket.recv()
                assert isinstance(raw, str)
                self._frames.put_nowait(raw)
                await self._take_part(raw)
        except Exception as error:
            self._frames.put_nowait(error)

    async def _take_part(self, raw: str) -> None:
        if not self.draws or '"draw":{' not in raw:
            return
        for message in self.decode(raw):
            if isinstance(message, protocol.Welcome | protocol.TableChanged):
                seat = message.table.host if message.table.one_device else message.seat
                reply = self.share.reply(message.table, seat)
                if reply is not None:
                    await self.send(reply)

    async def committed(self) -> None:
        """Until the table shows our commitment."""
        while not self.share.committed:
            await self.read()

    async def send(self, message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def close(self) -> None:
        await self.socket.close()

    def decode(self, raw: str) -> list[protocol.ServerMessage]:
        """The messages of a frame."""
        return decode_frame(raw)

    async def read(self, patience: float = PATIENCE) -> list[protocol.ServerMessage]:
        """The next frame."""
        async with asyncio.timeout(patience):
            raw = await self._frames.get()
        if isinstance(raw, Exception):
            self._frames.put_nowait(raw)
            raise raw
        self.raw.append(raw)
        self.visitor.received.append(raw)
        frame = self.decode(raw)
        for message in frame:
            self._take(message)
        return frame

    def _take(self, message: protocol.ServerMessage) -> None:
        self.messages.append(message)
        match message:
            case protocol.Events():
                if not self.events:
                    self.first = message.first
                assert message.first == self.first + len(self.events), "a gap, or something twice"
                self.events.extend(message.events)
            case protocol.Ask():
                self.ask = message

    async def until(self, wanted: Callable[[protocol.ServerMessage], bool]) -> protocol.ServerMessage:
        """Read on until such a message comes."""
        while True:
            for message in await self.read():
                if wanted(message):
                    return message

    async def quiet(self, seconds: float = 0.15) -> None:
        """Read until nothing comes for a moment."""
        while True:
            try:
                await self.read(seconds)
            except TimeoutError:
                return

    async def until_type(self, kind: type) -> Any:
        return await self.until(lambda message: isinstance(message, kind))

    async def answer(self, action: Action, turn: int | None = None, name: str | None = None) -> Any:
        """Answer and wait for the verdict."""
        if turn is None:
            assert self.ask is not None
            assert self.ask.question is not None
            turn = self.ask.question.turn
        message = protocol.Answer(name or next(self.ids), turn, action)
        await self.send(message)
        return await self.verdict(message.id)

    async def answer_default(self) -> Any:
        assert self.ask is not None
        assert self.ask.question is not None
        return await self.answer(default_answer(self.ask.question))

    async def verdict(self, name: str) -> Any:
        return await self.until(
            lambda m: isinstance(m, protocol.Accepted | protocol.Refused | protocol.Pong) and m.id == name
        )

    async def play(self, decide: Decider = default_answer) -> protocol.Fairness:
        """Answer everything until the game is over."""
        while True:
            ended = [m for m in self.messages if isinstance(m, protocol.Fairness)]
            if ended:
                return ended[0]
            question = self.ask.question if self.ask else None
            if question is not None and question.turn != self.answered:
                self.answered = question.turn
                await self.send(protocol.Answer(next(self.ids), question.turn, decide(question)))
            await self.read()


async def table_of(url: str, people: int = 4, **wish: Any) -> tuple[str, list[Visitor]]:
    """A full table, not started; the host first."""
    visitors = [Visitor(url) for _ in range(people)]
    table = await visitors[0].create(**({"name": "Ana", "players": people} | wish))
    for visitor, name in zip(visitors[1:], ("Bo", "Cleo", "Dirk", "Eva"), strict=False):
        await visitor.post(f"tables/{table}/join", {"name": name})
    return table, visitors


async def started(url: str, people: int = 4, **wish: Any) -> tuple[str, list[Visitor], list[Client]]:
    """A running game with a page open for everybody."""
    table, visitors = await table_of(url, people, **wish)
    pages = [await visitor.sit(table) for visitor in visitors]
    for page in pages:
        await page.committed()
    await visitors[0].post(f"tables/{table}/start")
    for page in pages:
        while page.ask is None or page.ask.question is None:
            await page.read()
    return table, visitors, pages


def set_clock(server: Server, now: Callable[[], float]) -> None:
    """From now on the tables of this server live by another clock."""
    object.__setattr__(server.services, "now", now)  # else nothing changes it
