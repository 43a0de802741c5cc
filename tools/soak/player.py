"""A stubborn player: whatever breaks, it comes back and says again what was not acknowledged."""

from __future__ import annotations

import asyncio
import itertools
from random import Random
from typing import Any

import msgspec

from chocolatl.rules import Question
from chocolatl.rules.any_answer import any_answer
from chocolatl.rules.types import Seat
from chocolatl.server import protocol
from tools.load.draw_share import PREFIX, Share
from tools.load.server_frames import RawEvents, decode_frame
from tools.load.setup_tables import AWAY, Person, socket_path
from tools.load.websocket_client import WebSocket, connect
from tools.soak.ledger import Ledger

SILENCE = 20.0
CUT, CUT_MIDWAY, TWICE, CHANGE = 0.02, 0.02, 0.03, 0.1
TOO_LATE = ("too_late", "not_asked", "game_over")
OVERTAKEN = ("wrong_phase", "wrong_attempt", "not_in_draw", "not_seated")
"""The draw went on while a message about it was on its way."""
AGAIN = ("busy", "too_fast")
encode = msgspec.json.Encoder().encode


class SoakPlayer:
    """One seat of one table, from the first hello to the published key."""

    def __init__(self, person: Person, table: str, seat: Seat, ledger: Ledger, random: Random) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.here = asyncio.Event()
        self.over = False
        self._ledger = ledger
        self._random = random
        self._next = 0
        self._answered = -1
        self._pending: protocol.Answer | None = None
        self._question: Question | None = None
        self._share = Share()
        self._shown: protocol.Welcome | protocol.TableChanged | None = None
        self._ids = (f"{seat}-{number}" for number in itertools.count())
        self._socket: WebSocket

    async def play(self) -> None:
        """Connect, and connect again, until the game has ended."""
        while not self.over:
            try:
                await self._session()
            except AWAY:
                self._ledger.counts["no_server"] += 1
            await asyncio.sleep(self._random.random() * 0.2)

    async def _session(self) -> None:
        frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._socket = await connect(
            self.person.address(),
            socket_path(self.table),
            self.person.cookie,
            frames.put_nowait,
            lambda _: frames.put_nowait(None),
        )
        self._ledger.counts["sessions"] += 1
        self._share.connected()
        self._socket.send(encode(protocol.Hello(self._next - 1)))
        if self._pending is not None:
            self._socket.send(encode(self._pending))
        try:
            while not self.over and (frame := await self._heard(frames)) is not None:
                for message in decode_frame(frame):
                    await self._take(message)
        finally:
            self._socket.cut()

    async def _heard(self, frames: asyncio.Queue[bytes | None]) -> bytes | None:
        """The next frame, or nothing when the line is cut; a long silence is told in the report."""
        try:
            return await asyncio.wait_for(frames.get(), SILENCE)
        except TimeoutError:
            self._ledger.counts["silent"] += 1
            raise

    async def _take(self, message: Any) -> None:
        match message:
            case protocol.Welcome():
                self._check_number(message.first)
                self._take_part(message)
            case protocol.TableChanged():
                self._take_part(message)
            case RawEvents():
                self._check_number(message.first)
                self._next = message.first + len(message.events)
            case protocol.Ask():
                await self._asked(message)
            case protocol.Accepted() if message.id.startswith(PREFIX):
                self._ledger.counts["draw_accepted"] += 1
            case protocol.Accepted():
                self._ledger.accept(self.table, self.seat, message.id)
                self._done(message.id)
            case protocol.Refused():
                await self._refused(message)
            case protocol.Fairness():
                self.over = True

    def _take_part(self, shown: protocol.Welcome | protocol.TableChanged) -> None:
        """As the server shows the table, and our seat: another process may not know of it yet."""
        self._shown = shown
        reply = self._share.reply(shown.table, shown.seat)
        if reply is not None:
            self._socket.send(encode(reply))
        if self._share.committed or shown.table.phase != "open":
            self.here.set()

    def _check_number(self, first: int) -> None:
        """Durable before visible: no server may know less than we have seen, none may leave a gap."""
        if first != self._next:
            self._ledger.problem(
                f"table {self.table}, seat {self.seat}: events from {first} on, we have seen {self._next}"
            )

    async def _asked(self, message: protocol.Ask) -> None:
        self._question = question = message.question
        if question is not None and question.turn != self._answered and self._pending is None:
            await asyncio.sleep(self._random.expovariate(100))
            self._answer(question)

    def _answer(self, question: Question) -> None:
        self._answered = question.turn
        answer = protocol.Answer(next(self._ids), question.turn, any_answer(question, self._random))
        self._ledger.send(self.table, self.seat, answer)
        self._pending = answer
        self._send(encode(answer))

    def _send(self, message: bytes) -> None:
        """Usually that; sometimes the line breaks, before, after or in the middle, or stutters."""
        luck = self._random.random()
        if luck < CUT_MIDWAY:
            self._ledger.counts["cut_midway"] += 1
            self._socket.cut(message)
            return
        self._socket.send(message)
        if luck < CUT_MIDWAY + TWICE:
            self._ledger.counts["sent_twice"] += 1
            self._socket.send(message)
        elif luck < CUT_MIDWAY + TWICE + CUT:
            self._ledger.counts["cut_after"] += 1
            self._socket.close()

    def _done(self, name: str) -> None:
        """Acknowledged; now and then we change our mind while others still think."""
        if self._pending is None or self._pending.id != name:
            return
        turn, self._pending = self._pending.turn, None
        question = self._question
        if question is not None and question.turn == turn and self._random.random() < CHANGE:
            self._ledger.counts["changed_mind"] += 1
            self._answer(question)
        else:
            self._go_on()

    async def _refused(self, message: protocol.Refused) -> None:
        self._ledger.counts[f"refused_{message.code}"] += 1
        if message.code in AGAIN:
            await asyncio.sleep(0.1 + self._random.random() * 0.2)
            if self._pending is not None:
                self._socket.send(encode(self._pending))
            if self._shown is not None and (message.id or "").startswith(PREFIX):
                self._share.connected()
                self._take_part(self._shown)
        elif message.code in OVERTAKEN and (message.id or "").startswith(PREFIX):
            pass
        elif message.code in TOO_LATE:
            if self._pending is not None and self._pending.id == message.id:
                self._pending = None
                self._go_on()
        else:
            self._ledger.problem(f"table {self.table}, seat {self.seat}: {message}")

    def _go_on(self) -> None:
        """A question may have come while we still insisted on an old answer."""
        question = self._question
        if question is not None and question.turn != self._answered:
            self._answer(question)
