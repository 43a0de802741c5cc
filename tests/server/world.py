"""Server processes without a network: real registries over one SQLite file, a clock and a bus in our hand.

Bots answer when they are told to, pages are the server's own sockets with a list in place of the line, and a
process can die without a word.
"""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import itertools
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from chocolatl.bots.analysis import Analysis
from chocolatl.bots.fallback import default_answer
from chocolatl.rules import Action, Event, Question, State, fold
from chocolatl.rules.commit_reveal import nonce_commitment
from chocolatl.server import protocol
from chocolatl.server.bots.bot_seats import BotSeats
from chocolatl.server.bots.hints import Hints
from chocolatl.server.bus import Listener, TableNotice
from chocolatl.server.config import NO_LIMITS, Config
from chocolatl.server.errors import RequestError
from chocolatl.server.http import lobby_routes, seat_routes
from chocolatl.server.metrics import Metrics
from chocolatl.server.notify.dns_lookup import Lookups
from chocolatl.server.notify.notifications import notifications_for
from chocolatl.server.secret import ServerSecret
from chocolatl.server.sockets.connection import PlayConnection
from chocolatl.server.sockets.handshake import greet
from chocolatl.server.store import schema
from chocolatl.server.store.open_store import open_store
from chocolatl.server.store.rows import EventRow, TableRow, decode_events
from chocolatl.server.store.store import Store
from chocolatl.server.tables.chat import Announcements
from chocolatl.server.tables.clock import Clock
from chocolatl.server.tables.finished_games import FinishedGames
from chocolatl.server.tables.live_table import LiveTable, TableHooks
from chocolatl.server.tables.services import TableServices
from chocolatl.server.tables.table_registry import TableRegistry
from tests.server.table_model import OK

START = 1_000_000_000.0
TICK_SECONDS = 9.0
"""Less than half of the time for which a process vouches for its pages."""
decode_frame = msgspec.json.Decoder(list[protocol.ServerMessage]).decode
encode = msgspec.json.Encoder().encode


def visitor(browser: int) -> str:
    return hashlib.sha256(f"browser {browser}".encode()).hexdigest()


def nonce(browser: int, attempt: int) -> str:
    return hashlib.sha256(f"nonce {browser} {attempt}".encode()).hexdigest()


async def outcome(work: Awaitable[object]) -> str:
    """OK, or the code with which it is refused."""
    try:
        await work
    except RequestError as denied:
        return denied.problem.code
    return OK


class LooseBus:
    """Reaches all processes at once, or nobody while `world.bus_away`."""

    shared = True

    def __init__(self, world: World) -> None:
        self._world = world
        self.listener: Listener | None = None
        self.lost: Callable[[], None] | None = None

    async def open(self, listener: Listener, lost: Callable[[], None]) -> None:
        self.listener, self.lost = listener, lost

    async def close(self) -> None: ...

    def subscribe(self, table: str) -> None: ...

    def unsubscribe(self, table: str) -> None: ...

    def publish(self, note: TableNotice) -> None:
        if self._world.bus_away:
            return
        for process in self._world.processes:
            if process.bus is not self and process.bus.listener is not None:
                asyncio.get_running_loop().call_soon(process.bus.listener, note)


class PatientBots:
    """Think until they are told to answer, by default as the rules' default does."""

    def __init__(self) -> None:
        self.thinking: dict[asyncio.Task[Any], asyncio.Future[None]] = {}

    async def decide(self, _bot: str, _seed: int, _view: Any, question: Question, *_: Any) -> Action:
        task = asyncio.current_task()
        assert task is not None
        self.thinking[task] = asyncio.get_running_loop().create_future()
        try:
            await self.thinking[task]
        finally:
            del self.thinking[task]
        return default_answer(question)

    async def analyse(self, *thought: Any) -> Analysis:
        return Analysis(thought[3].turn, 0.5, ())

    def answer(self) -> int:
        for go in self.thinking.values():
            go.set_result(None)
        return len(self.thinking)


class Routes:
    """The route handlers of one process, called without HTTP: `join(table, visitor, body)`."""

    def __init__(self, registry: TableRegistry) -> None:
        self._given = {"registry": registry, "lookups": Lookups()}

    def __getattr__(self, name: str) -> Any:
        routes = vars(lobby_routes) | vars(seat_routes)
        handler = routes[name].fn

        def call(table: str, visitor: str, *rest: Any) -> Any:
            known = {**self._given, "table": table, "visitor": visitor}
            names = list(inspect.signature(handler).parameters)
            given = {one: known[one] for one in names if one in known}
            others = (one for one in names if one not in known)
            return handler(**given, **dict(zip(others, rest, strict=False)))

        return call


class Page:
    """A browser's tab: keeps everything it was sent."""

    ids = itertools.count()

    def __init__(self, process: Process, table: str, browser: int) -> None:
        self.process = process
        self.table = table
        self.browser = browser
        self.closed: int | None = None
        self.seat: int | None = None
        self.told: protocol.Table | None = None
        self.ask: protocol.Ask | None = None
        self.presence: tuple[str, ...] = ()
        self.events: list[tuple[int | None, Event]] = []
        """Each with the seat it was sent to."""
        self.lines: list[protocol.ChatLine] = []
        self.verdicts: dict[str, str] = {}
        self.deadlines: dict[int, list[float | None]] = {}
        self.socket = PlayConnection(
            process.registry, table, visitor(browser), f"10.0.0.{browser}", self._send
        )

    async def _send(self, event: Any) -> None:
        if event["type"] == "websocket.close":
            self.closed = event["code"]
            return
        for message in decode_frame(event["text"]):
            self._take(message)

    def _take(self, message: protocol.ServerMessage) -> None:
        match message:
            case protocol.Welcome() | protocol.TableChanged():
                self.told, self.seat = message.table, message.seat
            case protocol.Events():
                assert message.first == len(self.events), "a gap, or something twice"
                self.events += [(self.seat, event) for event in message.events]
            case protocol.Ask():
                self.ask = message
                if message.question is not None:
                    self.deadlines.setdefault(message.question.turn, []).append(message.deadline)
            case protocol.PresenceChanged():
                self.presence = message.seats
            case protocol.Chat():
                self.lines += message.lines
            case protocol.Accepted():
                self.verdicts[message.id] = OK
            case protocol.Refused():
                self.verdicts[message.id or ""] = message.code

    async def hello(self) -> str:
        found = await outcome(greet(self.socket, protocol.Hello()))
        if found != OK:
            self.closed = 4003
            self.socket.on_disconnect()
        return found

    async def send(self, message: protocol.ClientMessage) -> str:
        """The verdict: OK, or a code."""
        await self.socket.handle(encode(message))
        await self.process.world.settle()
        return self.verdicts.pop(getattr(message, "id", ""), "no verdict")

    def new_id(self) -> str:
        return f"m{next(self.ids)}"

    def commitment(self, attempt: int, seat: int) -> str:
        return nonce_commitment(self.table, attempt, seat, bytes.fromhex(nonce(self.browser, attempt)))

    async def close(self) -> None:
        self.closed = 1000
        self.socket.on_disconnect()


class Process:
    """One server process; after `die` another one takes its place."""

    def __init__(self, world: World, number: int, store: Store) -> None:
        self.world = world
        self.number = number
        self.store = store
        self.begin()

    def begin(self) -> None:
        self.bus = LooseBus(self.world)
        config = Config(data=Path(), rates=NO_LIMITS)
        secret = ServerSecret(b"s" * 32)
        self.bots = PatientBots()
        pool: Any = self.bots
        services = TableServices(config, self.store, self.bus, secret, Metrics(), lambda: self.world.now)
        said = Announcements(config.rates.notices).announce
        hooks = TableHooks(lambda live: BotSeats(live, pool), notifications_for, lambda: None, said)
        self.services = services
        self.registry = TableRegistry(services, hooks)
        self.hints = Hints(self.registry, pool, FinishedGames(self.registry))
        self.routes = Routes(self.registry)
        self.clock = Clock(self.registry)
        self.started = self.world.now
        self.behind = False
        """Something was written that no note has told of."""
        self.bus.listener, self.bus.lost = self.registry._on_notice, self.registry._on_bus_gap

    async def die(self) -> None:
        """Kill -9: nothing is said or written any more."""
        self.bus.listener = None
        for task in list(self.services.background.tasks):
            task.cancel()
        await asyncio.gather(*self.services.background.tasks, return_exceptions=True)
        for page in self.world.pages:
            if page.process is self and page.closed is None:
                page.closed = 1006
        self.begin()

    async def tick(self) -> None:
        """One look of the clock, at everything."""
        self.clock._last_tick = time.monotonic()  # the tests may be slow, the process has not slept
        self.clock._next_resync = 0.0
        await self.clock._check()
        await self.world.settle()
        row = await self.store.load(self.world.table)
        if self.live is not None and row is not None:
            known = (row.version, row.summary.last, row.summary.phase)
            assert self.live.known == known, "a look at the database misses nothing"
        self.behind = False

    def at_work(self) -> set[asyncio.Task[Any]]:
        queues = {live._task for live in self.registry.tables.values() if live.working}
        tasks = (self.services.background.tasks | queues) - self.bots.thinking.keys()
        return {task for task in tasks if task is not None and not task.done()}

    @property
    def live(self) -> LiveTable | None:
        return self.registry.tables.get(self.world.table)


class World:
    """Two processes and everything they share."""

    def __init__(self, stores: list[Store]) -> None:
        self.now = START
        self.bus_away = False
        self.table = ""
        self.pages: list[Page] = []
        self.processes: list[Process] = []
        for number, store in enumerate(stores):
            self.processes.append(Process(self, number, store))

    async def settle(self) -> None:
        """Until nobody works any more but bots that think."""
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0)
            working = set().union(*(process.at_work() for process in self.processes))
            quiet = 0 if working else quiet + 1
            if working:
                await asyncio.wait(working, timeout=0.001)  # one of them may begin to wait for its bot

    async def advance(self, seconds: float) -> None:
        """Time passes, and both processes look at their clocks."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + TICK_SECONDS)
            for process in self.processes:
                await process.tick()

    async def row(self) -> TableRow:
        found = await self.processes[0].store.load(self.table)
        assert found is not None
        return found

    async def rows(self) -> list[EventRow]:
        return await self.processes[0].store.events(self.table)

    def open_pages(self) -> list[Page]:
        return [page for page in self.pages if page.closed is None and page.table == self.table]


def game_of(rows: list[EventRow]) -> tuple[list[Event], State | None]:
    events = [event for row in rows for event in decode_events(row.body)]
    return events, fold(events) if events else None


async def two_stores(folder: Path) -> list[Store]:
    return [await open_store(f"sqlite:{folder / 'machine.db'}", "f") for _ in range(2)]


async def emptied(stores: list[Any]) -> None:
    """The next example finds no table of the one before."""
    await stores[0]._write(_empty)


def _empty(connection: sa.Connection) -> None:
    for table in (
        schema.mutes,
        schema.alerts,
        schema.chat,
        schema.leases,
        schema.holders,
        schema.events,
        schema.tables,
    ):
        connection.execute(sa.delete(table))
