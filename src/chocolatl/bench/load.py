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
from typing import Any

import msgspec
from msgspec import Raw, Struct

from chocolatl.bots.random_bot import any_answer
from chocolatl.rules.words import Value
from chocolatl.server import wire
from chocolatl.soak.people import Person, seat_people, socket_path
from chocolatl.soak.served import raise_file_limit
from chocolatl.soak.share import PREFIX, Share
from chocolatl.soak.websocket import WebSocket, connect

SEATS = 4
AT_ONCE = 20


class Job(Value, frozen=True):
    """`think`: mean seconds before an answer (0: none). `seconds`: at most so long; 0: only sit there."""

    url: str
    tables: int
    seconds: float
    think: float
    seed: int


class Played(Value, frozen=True):
    """`delays`: seconds from sending an answer until the last of the other screens had it."""

    answers: int
    finished: list[tuple[str, str]]
    delays: list[float]
    event_bytes: list[int]


class Events(Struct, frozen=True, tag_field="type", tag="events"):
    """The events message, its events unread: their sizes count."""

    first: int
    events: list[Raw]


class Seen(Struct, frozen=True):
    """As much of an event as is needed to know whose answer it shows."""

    event: str
    turn: int | None = None
    seat: int | None = None


Message = (
    Events
    | wire.Welcome
    | wire.Ask
    | wire.Accepted
    | wire.Refused
    | wire.PresenceChanged
    | wire.Chat
    | wire.Muted
    | wire.TableChanged
    | wire.Warned
    | wire.Fairness
    | wire.Pong
    | wire.Leaving
)
decode_frame = msgspec.json.Decoder(list[Message]).decode
decode_event = msgspec.json.Decoder(Seen).decode
encode = msgspec.json.Encoder().encode


class Load:
    """All tables of one job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.random = Random(job.seed)
        self.answers = 0
        self.delays: list[float] = []
        self.event_bytes: list[int] = []
        self.playing = False
        self.left = job.tables
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.tables: list[Table] = []

    async def set_up(self) -> None:
        """Open every table, a few at a time."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one() -> None:
            async with gate:
                table = Table(self)
                await table.open()
                self.tables.append(table)

        await asyncio.gather(*(one() for _ in range(self.job.tables)))

    async def play(self) -> Played:
        """Let everybody answer until the games or the time are over."""
        self.playing = True
        for table in self.tables:
            for screen in table.screens:
                screen.consider()
        await asyncio.wait({self.over}, timeout=self.job.seconds)
        self.playing = False
        if self.over.done():
            self.over.result()
        finished = [(table.id, table.people[0].cookie) for table in self.tables if table.over]
        return Played(self.answers, finished, self.delays, self.event_bytes)


class Table:
    """Four screens, and when each answer was sent."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.id = ""
        self.over = False
        self.sent: dict[tuple[int | None, int | None], tuple[float, int]] = {}
        self.people = [Person(name, lambda: load.job.url) for name in ("Ana", "Bo", "Cem", "Dai")]
        self.screens = [Screen(self, seat) for seat in range(SEATS)]

    async def open(self) -> None:
        """Sit down, open the screens, start."""
        self.id = await seat_people(self.people, pace={"pace": "relaxed"}, listed=False)
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
            self.load.delays.append(time.perf_counter() - when)
        self.sent[turn, seat] = (when, screens - 1)

    def end(self) -> None:
        """The key has been published."""
        if not self.over:
            self.over = True
            self.load.left -= 1
            if not self.load.left and not self.load.over.done():
                self.load.over.set_result(None)


class Screen:
    """One socket that answers whatever it is asked."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.ask: wire.Ask | None = None
        self.answered = -1
        self.share = Share()
        self.committed = asyncio.Event()
        self.ids = (f"{seat}-{number}" for number in itertools.count())
        self.socket: WebSocket

    async def open(self, person: Person) -> None:
        """Connect and say hello."""
        path = socket_path(self.table.id)
        self.socket = await connect(person.address(), path, person.cookie, self.take, self._closed)
        self.socket.send(encode(wire.Hello(-1)))

    def _closed(self, code: int) -> None:
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
            if isinstance(message, Events):
                self._look(message)
            elif isinstance(message, wire.Ask):
                self.ask = message
                self.consider()
            elif isinstance(message, wire.Welcome | wire.TableChanged):
                self._take_part(message.table)
            elif isinstance(message, wire.Accepted):
                self.table.load.answers += not message.id.startswith(PREFIX)
            elif isinstance(message, wire.Fairness):
                self.table.end()
            elif isinstance(message, wire.Refused):
                raise AssertionError(f"the server refused: {message}")

    def _take_part(self, table: wire.Table) -> None:
        reply = self.share.reply(table, self.seat)
        if reply is not None:
            self.socket.send(encode(reply))
        if self.share.committed:
            self.committed.set()

    def _look(self, message: Events) -> None:
        load = self.table.load
        if not load.playing:
            return
        load.event_bytes.extend(map(len, message.events))
        for raw in message.events:
            event = decode_event(raw)
            if event.event == "answered" and event.seat != self.seat:
                self.table.seen(event.turn, event.seat)

    def consider(self) -> None:
        """Answer the open question, once, after a while."""
        question = self.ask.question if self.ask else None
        load = self.table.load
        if question is None or question.turn == self.answered or not load.playing:
            return
        self.answered = question.turn
        if load.job.think:
            wait = load.random.expovariate(1 / load.job.think)
            asyncio.get_running_loop().call_later(wait, self._answer, question)
        else:
            self._answer(question)

    def _answer(self, question: Any) -> None:
        load = self.table.load
        if load.playing:
            answer = wire.Answer(next(self.ids), question.turn, any_answer(question, load.random))
            self.table.sent[question.turn, self.seat] = (time.perf_counter(), SEATS - 1)
            self.socket.send(encode(answer))


async def work(job: Job) -> None:
    """Set up, wait for the word, play, tell."""
    load = Load(job)
    await load.set_up()
    gc.freeze()  # a clock that stops to tidy its own memory would measure that
    _tell(len(load.tables))
    await asyncio.to_thread(sys.stdin.readline)
    if job.seconds:
        _tell(await load.play())


def _tell(value: object) -> None:
    sys.stdout.write(encode(value).decode() + "\n")
    sys.stdout.flush()


def main() -> None:
    """Do the job that stands on standard input."""
    raise_file_limit()
    job = msgspec.json.decode(sys.stdin.readline(), type=Job)
    try:
        import uvloop
    except ImportError:  # Windows
        asyncio.run(work(job))
    else:
        uvloop.run(work(job))


if __name__ == "__main__":
    main()
