"""The load for `chocolatl bench server`: four people at each of many tables, in a process of its own.

Reads one job as a line of JSON, writes a line when all tables have begun, waits for a line, plays, and writes
what it saw.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import sys
import time
from random import Random
from typing import Any, Literal

import msgspec
from msgspec import Struct

from chocolatl.rules.any_answer import any_answer
from chocolatl.rules.types import Value
from chocolatl.server import protocol
from tools.load.draw_share import PREFIX, Share
from tools.load.endpoints import called_from
from tools.load.http_client import call
from tools.load.server_frames import RawEvents, decode_frame
from tools.load.server_process import raise_file_limit
from tools.load.setup_tables import AWAY, Person, create_full_table, socket_path
from tools.load.websocket_client import WebSocket, connect

SEATS = 4
AT_ONCE = 20
QUICK_BOTS = ("easy", "medium", "random")
NEWCOMER_SECONDS, NEWCOMER_PATIENCE = 0.25, 10.0
LIVE = {"pace": "live", "seconds": 3600}
NOTICED = 0.5
"""Seconds after which something that has not come yet counts as having taken so long."""
SampleKind = Literal["screen", "bot", "newcomer"]


class LoadJob(Value, frozen=True):
    """`think`: mean seconds before an answer (0: none). `seconds`: at most so long; 0: only sit there.

    `apart`: every table comes from an address of its own (127.0.1.1, …), refusals are counted, not fatal, and
    after a game the same people begin another.
    `bot_tables`: so many tables more with one person and three quick bots.
    `clocks`: tables have a limit per decision, and every screen reports each question as shown.
    """

    url: str
    tables: int
    seconds: float
    think: float
    seed: int
    apart: bool = False
    bot_tables: int = 0
    clocks: bool = False


class Played(Value, frozen=True):
    """`samples`: when (since the start of play) and how long, of each kind; `refused`: when, and why.

    A sample of kind `screen` is from sending an answer until the last of the other screens had it.
    """

    answers: int
    finished: list[tuple[str, str]]
    event_bytes: list[int]
    samples: dict[SampleKind, list[tuple[float, float]]]
    refused: list[tuple[float, str]]


class AnswerSeen(Struct, frozen=True):
    """As much of an event as is needed to know whose answer it shows."""

    event: str
    turn: int | None = None
    seat: int | None = None
    seats: tuple[int, ...] = ()


decode_event = msgspec.json.Decoder(AnswerSeen).decode
encode = msgspec.json.Encoder().encode


class Load:
    """All tables of one job."""

    def __init__(self, job: LoadJob) -> None:
        self.job = job
        self.random = Random(job.seed)
        self.answers = 0
        self.samples: dict[SampleKind, list[tuple[float, float]]] = {"screen": [], "bot": [], "newcomer": []}
        self.refused: list[tuple[float, str]] = []
        self.began = 0.0
        self.event_bytes: list[int] = []
        self.playing = False
        self.left = job.tables + job.bot_tables
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.tables: list[LoadTable] = []
        self.again: set[asyncio.Task[None]] = set()

    async def set_up(self) -> None:
        """Open every table, a few at a time."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with gate:
                table = LoadTable(self, number, () if number < self.job.tables else QUICK_BOTS)
                await table.open()
                self.tables.append(table)

        await asyncio.gather(*(one(number) for number in range(self.left)))

    def address(self, number: int) -> str:
        """The server, as this table's people call it."""
        return called_from(self.job.url, f"127.0.1.{number % 250 + 1}") if self.job.apart else self.job.url

    async def play(self) -> Played:
        """Let everybody answer until the games or the time are over."""
        self.playing = True
        self.began = time.perf_counter()
        for table in self.tables:
            for screen in table.screens:
                screen.consider()
        await asyncio.wait({self.over}, timeout=self.job.seconds)
        self.playing = False
        if self.over.done():
            self.over.result()
        finished = [(table.id, table.people[0].cookie) for table in self.tables if table.over]
        for table in self.tables:
            table.give_up()
        return Played(self.answers, finished, self.event_bytes, self.samples, self.refused)

    def ended(self, table: LoadTable) -> None:
        """A game is over."""
        if self.job.apart:
            self.again = {task for task in self.again if not task.done()}
            self.again.add(asyncio.get_running_loop().create_task(self._again(table)))
            return
        self.left -= 1
        if not self.left and not self.over.done():
            self.over.set_result(None)

    async def _again(self, table: LoadTable) -> None:
        if self.playing:
            try:
                self.tables.append(after := LoadTable(self, table.number, table.bots))
                await after.open()
            except AWAY as error:
                self.refuse(f"next game: {type(error).__name__}")

    def sample(self, kind: SampleKind, since: float) -> None:
        """What was waited for since then has come."""
        self.samples[kind].append((since - self.began, time.perf_counter() - since))

    def refuse(self, why: str) -> None:
        """An answer was refused, or a socket closed; fatal unless it is counted."""
        if not self.job.apart:
            raise AssertionError(f"the server refused: {why}")
        if self.playing:
            self.refused.append((time.perf_counter() - self.began, why))


class LoadTable:
    """Four screens, and when each answer was sent."""

    def __init__(self, load: Load, number: int, bots: tuple[str, ...] = ()) -> None:
        self.load = load
        self.number = number
        self.bots = bots
        self.asked: dict[tuple[int | None, int | None], float] = {}
        self.id = ""
        self.over = False
        self.sent: dict[tuple[int | None, int | None], tuple[float, int]] = {}
        names = ("Ana", "Bo", "Cem", "Dai")[: SEATS - len(bots)]
        self.people = [Person(name, lambda: load.address(number)) for name in names]
        self.screens = [Screen(self, seat) for seat in range(len(names))]

    async def open(self) -> None:
        """Sit down, open the screens, start."""
        bots = [None] * (len(self.people) - 1) + list(self.bots)
        pace = LIVE if self.load.job.clocks else {"pace": "relaxed"}
        self.id = await create_full_table(self.people, pace=pace, listed=False, bots=bots)
        for screen, person in zip(self.screens, self.people, strict=True):
            await screen.open(person)
        for screen in self.screens:
            await screen.committed.wait()
        await self.people[0].post(f"tables/{self.id}/start", {})

    def seen(self, turn: int | None, seat: int | None) -> None:
        """One more screen shows this answer."""
        if (found := self.sent.get((turn, seat))) is None:
            return  # a bid without a choice: the rules have answered
        when, screens = found
        if screens == 1:
            self.load.sample("screen", when)
        self.sent[turn, seat] = (when, screens - 1)

    def ask_bots(self, turn: int | None, seats: tuple[int, ...]) -> None:
        """A question was opened for these seats, some of them bots'."""
        self.asked |= {(turn, seat): time.perf_counter() for seat in seats if seat >= len(self.people)}

    def bot_answered(self, turn: int | None, seat: int | None) -> None:
        """A bot's answer is here."""
        if (when := self.asked.pop((turn, seat), None)) is not None:
            self.load.sample("bot", when)

    def give_up(self) -> None:
        """What was long waited for and never came counts as having come now."""
        late = time.perf_counter() - NOTICED
        for when, screens in self.sent.values():
            if screens > 0 and when < late:
                self.load.sample("screen", when)
        for when in self.asked.values():
            if when < late:
                self.load.sample("bot", when)

    def end(self) -> None:
        """The key has been published."""
        if not self.over:
            self.over = True
            self.load.ended(self)


class Screen:
    """One socket that answers whatever it is asked."""

    def __init__(self, table: LoadTable, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.ask: protocol.Ask | None = None
        self.answered = -1
        self.last = -1
        self.share = Share()
        self.committed = asyncio.Event()
        self.ids = (f"{seat}-{number}" for number in itertools.count())
        self.socket: WebSocket

    async def open(self, person: Person) -> None:
        """Connect and say hello."""
        path = socket_path(self.table.id)
        self.socket = await connect(person.address(), path, person.cookie, self.take, self._closed)
        self.socket.send(encode(protocol.Hello(-1)))

    def _closed(self, code: int) -> None:
        if self.table.load.job.apart:
            self.table.load.refuse(f"closed {code}")
        else:
            self._fail(ConnectionError(f"the server closed a socket with {code}"))

    def _fail(self, error: Exception) -> None:
        if not self.table.load.over.done():
            self.table.load.over.set_exception(error)

    def take(self, frame: bytes) -> None:
        """Everything that comes in; what goes wrong ends the whole job."""
        try:
            self._take(frame)
        except Exception as error:
            self._fail(error)

    def _take(self, frame: bytes) -> None:
        for message in decode_frame(frame):
            if isinstance(message, RawEvents):
                self.last = message.first + len(message.events) - 1
                self._look(message)
            elif isinstance(message, protocol.Ask):
                self.ask = message
                self.consider()
            elif isinstance(message, protocol.Welcome | protocol.TableChanged):
                self._take_part(message.table)
            elif isinstance(message, protocol.Accepted):
                self.table.load.answers += not message.id.startswith(PREFIX)
            elif isinstance(message, protocol.Fairness):
                self.table.end()
            elif isinstance(message, protocol.Refused):
                self.table.load.refuse(message.code)

    def _take_part(self, table: protocol.Table) -> None:
        reply = self.share.reply(table, self.seat)
        if reply is not None:
            self.socket.send(encode(reply))
        if self.share.committed:
            self.committed.set()

    def _look(self, message: RawEvents) -> None:
        load = self.table.load
        if not load.playing:
            return
        load.event_bytes.extend(map(len, message.events))
        for raw in message.events:
            event = decode_event(raw)
            if event.event == "asked" and self.table.bots:
                self.table.ask_bots(event.turn, event.seats)
            elif event.event == "answered" and event.seat != self.seat:
                self.table.seen(event.turn, event.seat)
                self.table.bot_answered(event.turn, event.seat)

    def consider(self) -> None:
        """Answer the open question, once, after a while."""
        question = self.ask.question if self.ask else None
        load = self.table.load
        if question is None or question.turn == self.answered or not load.playing:
            return
        self.answered = question.turn
        if load.job.clocks:
            self.socket.send(encode(protocol.EventsShown(self.last)))
        if load.job.think:
            wait = load.random.expovariate(1 / load.job.think)
            asyncio.get_running_loop().call_later(wait, self._answer, question)
        else:
            self._answer(question)

    def _answer(self, question: Any) -> None:
        load = self.table.load
        if load.playing:
            answer = protocol.Answer(next(self.ids), question.turn, any_answer(question, load.random))
            self.table.sent[question.turn, self.seat] = (time.perf_counter(), len(self.table.people) - 1)
            self.socket.send(encode(answer))


async def come_in(load: Load) -> None:
    """Every quarter of a second somebody new, each from another address, looks at a table."""
    for number in itertools.count():
        await asyncio.sleep(NEWCOMER_SECONDS)
        if load.playing:
            asyncio.get_running_loop().create_task(newcomer(load, number))


async def newcomer(load: Load, number: int) -> None:
    """From the first connection to the welcome."""
    url = called_from(load.job.url, f"127.0.{2 + number // 250 % 100}.{number % 250 + 1}")
    welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    began = time.perf_counter()

    def take(frame: bytes) -> None:
        if not welcome.done() and b'"type":"welcome"' in frame:
            welcome.set_result(None)

    try:
        await call(url, "/api/info")
        socket = await connect(url, socket_path(load.tables[0].id), "", take, lambda _: None)
        socket.send(encode(protocol.Hello()))
        async with asyncio.timeout(NEWCOMER_PATIENCE):
            await welcome
        socket.cut()
        load.sample("newcomer", began)
    except AWAY as error:
        load.refuse(f"newcomer: {type(error).__name__}")


async def work(job: LoadJob) -> None:
    """Set up, wait for the word, play, tell."""
    load = Load(job)
    await load.set_up()
    gc.freeze()  # a clock that stops to tidy its own memory would measure that
    _tell(len(load.tables))
    await asyncio.to_thread(sys.stdin.readline)
    if job.seconds:
        newcomers = asyncio.create_task(come_in(load)) if job.apart else None
        _tell(await load.play())
        del newcomers


def _tell(value: object) -> None:
    sys.stdout.write(encode(value).decode() + "\n")
    sys.stdout.flush()


def main() -> None:
    """Do the job that stands on standard input."""
    raise_file_limit()
    job = msgspec.json.decode(sys.stdin.readline(), type=LoadJob)
    try:
        import uvloop
    except ImportError:  # Windows
        asyncio.run(work(job))
    else:
        uvloop.run(work(job))


if __name__ == "__main__":
    main()
