"""The play socket: one page, one table. Every message passes here, is checked, and is answered."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
import structlog

from chocolatl.rules.words import Seat
from chocolatl.server import lobby as lobbies
from chocolatl.server.arrival import arrive
from chocolatl.server.config import LIMITS
from chocolatl.server.drawing import commit, open_nonce, take_away
from chocolatl.server.errors import Denied, StorageDown, denied_by_storage, verdict
from chocolatl.server.house import House
from chocolatl.server.lobby import Lobby
from chocolatl.server.outbox import POLICY, Outbox, Send
from chocolatl.server.permissions import refuse_moved
from chocolatl.server.room import Room
from chocolatl.server.seating import take_back
from chocolatl.server.store.rows import TableRow
from chocolatl.server.talk import say
from chocolatl.server.traffic import Kind, person_key
from chocolatl.server.wire import (
    Answer,
    ClientMessage,
    Commit,
    Hello,
    Mute,
    Open,
    Ping,
    Pong,
    Refused,
    Say,
)
from chocolatl.server.workqueue import Given

REFUSALS_IN_A_ROW = 300
TOO_FAST_SECONDS = 0.05
"""So long nothing is read from a socket that was too fast: whoever floods waits, not everybody else."""
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(ClientMessage).decode
decode_id = msgspec.json.Decoder(dict[str, Any]).decode
log = structlog.get_logger()


class Socket(Outbox):
    """One open page. `asked`: the turn of the question it was last told about."""

    def __init__(self, house: House, table: str, visitor: str | None, address: str, send: Send) -> None:
        super().__init__(send, house.spawn)
        self.house = house
        self.table = table
        self.visitor = visitor
        self.address = address
        self.seat: Seat | None = None
        self.asked: int | None = None
        self.room: Room | None = None
        self.commitment = ""
        self._refusals = 0

    async def greet(self, hello: Hello) -> None:
        """Find the table and take a place at it, in turn with everything else that happens there."""
        room = await self.house.room(self.table)
        await arrive(self, room, hello)

    def gone(self) -> None:
        """The page has closed."""
        self.closed = True
        if self.room is not None:
            self.room.audience.leave(self)
            if self.commitment and not self.house.draining:
                self.house.spawn(self._take_commitment_away(self.room))

    async def _take_commitment_away(self, room: Room) -> None:
        """Unless another page of this seat has committed to the same."""
        seat, commitment = self.seat, self.commitment
        same = (page.commitment for page in room.audience.pages if page.seat == seat)
        if seat is not None and commitment not in same:
            with contextlib.suppress(StorageDown, Denied):
                await room.run(lambda: take_away(room, seat, commitment))

    def refuse(self, message: str | None, denied: Denied) -> None:
        """Tell why nothing was done; whoever never stops is shown out."""
        problem = denied.problem
        self.house.metrics.refusals.labels(problem.code).inc()
        self.post(encode(Refused(message, problem.code, problem.reason, problem.expected)))
        self._refusals += 1
        if self._refusals > REFUSALS_IN_A_ROW:
            self.leave(POLICY)

    async def handle(self, raw: str | bytes) -> None:
        """One message from the page; each is answered."""
        message_id: str | None = None
        try:
            self._refuse_haste("messages", "messages")
            message = self._read(raw)
            message_id = getattr(message, "id", None)
            await self._do(message)
        except Denied as denied:
            self.refuse(message_id or _some_id(raw), denied)
            if denied.problem.code == "too_fast":
                await asyncio.sleep(TOO_FAST_SECONDS)
        except StorageDown as error:
            log.warning("storage.down", error=str(error))
            self.refuse(message_id, denied_by_storage(error))

    def _refuse_haste(self, kind: Kind, what: str) -> None:
        person = person_key(self.table, self.seat, self.visitor, self.address)
        self.house.traffic.refuse(kind, what, person, self.address)

    def _read(self, raw: str | bytes) -> Any:
        if len(raw) > LIMITS.message_bytes:
            raise Denied("too_long", f"{len(raw)} bytes", f"at most {LIMITS.message_bytes} bytes")
        try:
            return decode(raw)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Denied("bad_message", str(error), "a message as in docs/PROTOCOL.md") from None

    async def _do(self, message: Any) -> None:
        room = self.room
        if room is None:
            raise Denied("hello_first", f"{type(message).__name__} came first", "hello as the first message")
        match message:
            case Answer():
                await self._answer(room, message)
            case Ping():
                self.post(encode(Pong(message.id, self.house.now())))
            case Say():
                await self._say(room, message)
            case Mute():
                await self._mute(room, message)
            case Commit():
                await self._commit(room, message)
            case Open():
                await self._open(room, message)
            case _:
                raise Denied("hello_first", "hello was said already", "hello once, as the first message")

    def _my_seat(self) -> Seat:
        if self.seat is None:
            raise Denied("not_seated", "you watch this table", "a seat")
        return self.seat

    async def _answer(self, room: Room, message: Answer) -> None:
        seat = self._my_seat()
        self._refuse_haste("answers", "answers")
        arrived = self.house.now()
        if room.lobby.seats[seat].held:  # who answers is back
            await room.run(lambda: take_back(room, seat))
        self._refusals = 0
        room.give(Given(self, seat, message.id, message.turn, message.action, arrived))

    async def _say(self, room: Room, message: Say) -> None:
        seat = self._my_seat()
        self._refuse_haste("chat", "lines of chat")
        await say(room, seat, message.id, message.text)
        self.post(encode(verdict(message.id, None)))

    async def _mute(self, room: Room, message: Mute) -> None:
        seat = self._my_seat()
        if message.seat >= len(room.lobby.seats):
            raise Denied("no_such_seat", f"there is no seat {message.seat}", "a seat of this table")
        self._refuse_haste("mutes", "changes of whom to mute")

        def change(row: TableRow) -> Lobby:
            refuse_moved(row, self.visitor, seat)
            return lobbies.mute(row.lobby, seat, message.seat, message.muted)

        await room.run(lambda: room.change(change))
        self.post(encode(verdict(message.id, None)))

    async def _commit(self, room: Room, message: Commit) -> None:
        seat = self._my_seat()
        self._refuse_haste("commits", "commitments")
        await room.run(lambda: commit(room, self.visitor, seat, message))
        self.commitment = message.commitment
        self.post(encode(verdict(message.id, None)))

    async def _open(self, room: Room, message: Open) -> None:
        seat = self._my_seat()
        await room.run(lambda: open_nonce(room, seat, message))
        self.post(encode(verdict(message.id, None)))


def _some_id(raw: str | bytes) -> str | None:
    """The id of a message that is otherwise unreadable, so that its sender knows which one it was."""
    try:
        found = decode_id(raw).get("id") if len(raw) <= LIMITS.message_bytes else None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found if isinstance(found, str) and len(found) <= 40 else None
