"""The play socket: one page, one table. Every message passes here, is checked, and is answered."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
import structlog

from chocolatl.rules.types import Seat
from chocolatl.server.errors import RequestError, StorageUnavailableError, denied_by_storage
from chocolatl.server.protocol import (
    Accepted,
    Answer,
    ClientMessage,
    Commit,
    EventsShown,
    Mute,
    NextStep,
    Open,
    Ping,
    Pong,
    Refused,
    Say,
    Showing,
)
from chocolatl.server.protocol.close_codes import POLICY
from chocolatl.server.protocol.limits import LIMITS
from chocolatl.server.sockets.send_buffer import Send, SendBuffer, WriteFrame, never_ready
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.chat import post_chat_line
from chocolatl.server.tables.draw_steps import commit, open_nonce, take_away
from chocolatl.server.tables.live_table import LiveTable, Submission
from chocolatl.server.tables.permissions import answering_seat, refuse_moved, refuse_one_device
from chocolatl.server.tables.seat_changes import resume_seat
from chocolatl.server.tables.table_registry import TableRegistry
from chocolatl.server.traffic_limits import Kind, person_key

MAX_CONSECUTIVE_REFUSALS = 300
TOO_FAST_SECONDS = 0.05
"""So long nothing is read from a socket that was too fast: whoever floods waits, not everybody else."""
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(ClientMessage).decode
decode_id = msgspec.json.Decoder(dict[str, Any]).decode
log = structlog.get_logger()


class PlayConnection(SendBuffer):
    """One open page. `asked`: the turn of the question it was last told about."""

    def __init__(
        self,
        registry: TableRegistry,
        table: str,
        visitor: str | None,
        address: str,
        send: Send,
        write_frame: WriteFrame = never_ready,
    ) -> None:
        super().__init__(send, registry.services.background.spawn, write_frame)
        self.registry = registry
        self._services = registry.services
        self.table = table
        self.visitor = visitor
        self.address = address
        self.seat: Seat | None = None
        self.looks_through: Seat | None = None
        self.asked: int | None = None
        self.live: LiveTable | None = None
        self.commitment = ""
        self.screen = False
        self.has_code = False
        self._refusals = 0

    def seat_in(self, lobby: Lobby) -> Seat | None:
        """Whose eyes it has now; a screen has nobody's, whoever has opened it."""
        return None if self.screen else lobby.eyes_of(self.visitor, self.looks_through)

    def is_device(self, lobby: Lobby) -> bool:
        """A page of the browser that the people of this table pass around."""
        return not self.screen and lobby.is_device(self.visitor)

    def is_own_screen(self, lobby: Lobby) -> bool:
        """A screen with the table's code, or in the browser of somebody who sits here."""
        seated = self.visitor is not None and lobby.seat_of(self.visitor) is not None
        return self.screen and (self.has_code or seated)

    def on_disconnect(self) -> None:
        """The page has closed."""
        self.closed = True
        if self.live is not None:
            self.live.broadcast.leave(self)
            self.live.screens.leave(self)
            if self.commitment and not self._services.background.draining:
                self._services.background.spawn(self._take_commitment_away(self.live))

    async def _take_commitment_away(self, live: LiveTable) -> None:
        """Unless another page of this seat has committed to the same."""
        seat = live.lobby.host if self.is_device(live.lobby) else self.seat
        commitment = self.commitment
        same = (page.commitment for page in live.broadcast.connections if page.seat == self.seat)
        if seat is not None and commitment not in same:
            with contextlib.suppress(StorageUnavailableError, RequestError):
                await live.run(lambda: take_away(live, seat, commitment))

    def refuse(self, message: str | None, denied: RequestError) -> None:
        """Tell why nothing was done; whoever never stops is shown out."""
        problem = denied.problem
        self._services.metrics.refusals.labels(problem.code).inc()
        self.post(encode(Refused(message, problem.code, problem.reason, problem.expected)))
        self._refusals += 1
        if self._refusals > MAX_CONSECUTIVE_REFUSALS:
            self.close_after_flush(POLICY)

    async def handle(self, raw: str | bytes) -> None:
        """One message from the page; each is answered."""
        message_id: str | None = None
        try:
            self._refuse_haste("messages", "messages")
            message = self._read(raw)
            message_id = getattr(message, "id", None)
            await self._do(message)
        except RequestError as denied:
            self.refuse(message_id or _some_id(raw), denied)
            if denied.problem.code == "too_fast":
                await asyncio.sleep(TOO_FAST_SECONDS)
        except StorageUnavailableError as error:
            log.warning("storage.unavailable", error=str(error))
            self.refuse(message_id, denied_by_storage(error))

    def _refuse_haste(self, kind: Kind, what: str) -> None:
        person = person_key(self.table, self.seat, self.visitor, self.address)
        self.registry.traffic.refuse(kind, what, person, self.address)

    def _read(self, raw: str | bytes) -> Any:
        if len(raw) > LIMITS.message_bytes:
            raise RequestError("too_long", f"{len(raw)} bytes", f"at most {LIMITS.message_bytes} bytes")
        try:
            return decode(raw)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise RequestError("bad_message", str(error), "a message as in docs/PROTOCOL.md") from None

    async def _do(self, message: Any) -> None:
        live = self.live
        if live is None:
            raise RequestError(
                "hello_first", f"{type(message).__name__} came first", "hello as the first message"
            )
        match message:
            case Answer():
                await self._answer(live, message)
            case EventsShown():
                live.clocks.shown(self.seat, message.last)
            case Ping():
                self.post(encode(Pong(message.id, self._services.now())))
            case Say():
                await self._say(live, message)
            case Mute():
                await self._mute(live, message)
            case Showing():
                self._show(live, message)
            case NextStep():
                self._next_step(live, message)
            case Commit():
                await self._commit(live, message)
            case Open():
                await self._open(live, message)
            case _:
                raise RequestError(
                    "hello_first", "hello was said already", "hello once, as the first message"
                )

    def _my_seat(self) -> Seat:
        if self.seat is None:
            raise RequestError("not_seated", "you watch this table", "a seat")
        return self.seat

    def _seat_in_draw(self, live: LiveTable) -> Seat:
        """For whom this page takes part in the draw: a passed device does so once, for its host."""
        return live.lobby.host if self.is_device(live.lobby) else self._my_seat()

    async def _answer(self, live: LiveTable, message: Answer) -> None:
        seat = answering_seat(live.lobby, self.is_device(live.lobby), self.seat, message.seat)
        self._refuse_haste("answers", "answers")
        arrived = self._services.now()
        if live.lobby.seats[seat].held:  # who answers is back
            await live.run(lambda: resume_seat(live, seat))
        self._refusals = 0
        live.submit(Submission(seat, message.id, message.turn, message.action, arrived, self._reply))

    def _reply(self, submission: Submission, denied: RequestError | None) -> None:
        assert submission.message is not None
        self.post(encode(reply_to(submission.message, denied)))
        if denied is not None:
            self._services.metrics.refusals.labels(denied.problem.code).inc()

    async def _say(self, live: LiveTable, message: Say) -> None:
        self._refuse_haste("chat", "lines of chat")
        await post_chat_line(live, self.seat, message)
        self.post(encode(reply_to(message.id, None)))

    async def _mute(self, live: LiveTable, message: Mute) -> None:
        seat = self._my_seat()
        refuse_one_device(live.lobby)
        if message.seat >= len(live.lobby.seats):
            raise RequestError("no_such_seat", f"there is no seat {message.seat}", "a seat of this table")
        self._refuse_haste("mutes", "changes of whom to mute")

        def change(row: TableRow) -> Lobby:
            refuse_moved(row, self.visitor, seat)
            return lobbies.mute(row.lobby, seat, message.seat, message.muted)

        await live.run(lambda: live.update_lobby(change))
        mine, others = live.lobby.seats[seat].holders[0], live.lobby.seats[message.seat].holders
        if others:
            await self.registry.services.store.mute(mine, others[0], message.muted)
        self.post(encode(reply_to(message.id, None)))

    def _show(self, live: LiveTable, message: Showing) -> None:
        self._refuse_haste("steps", "steps of a reveal")
        live.screens.show(self, message.events, live.game.last)
        self.post(encode(reply_to(message.id, None)))

    def _next_step(self, live: LiveTable, message: NextStep) -> None:
        self._my_seat()
        self._refuse_haste("steps", "steps of a reveal")
        live.screens.want_step(message.events)
        self.post(encode(reply_to(message.id, None)))

    async def _commit(self, live: LiveTable, message: Commit) -> None:
        seat = self._seat_in_draw(live)
        self._refuse_haste("commits", "commitments")
        await live.run(lambda: commit(live, self.visitor, seat, message))
        self.commitment = message.commitment
        self.post(encode(reply_to(message.id, None)))

    async def _open(self, live: LiveTable, message: Open) -> None:
        seat = self._seat_in_draw(live)
        await live.run(lambda: open_nonce(live, seat, message))
        self.post(encode(reply_to(message.id, None)))


def _some_id(raw: str | bytes) -> str | None:
    """The id of a message that is otherwise unreadable, so that its sender knows which one it was."""
    try:
        found = decode_id(raw).get("id") if len(raw) <= LIMITS.message_bytes else None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found if isinstance(found, str) and len(found) <= 40 else None


def reply_to(message: str, denied: RequestError | None) -> Accepted | Refused:
    """The reply to a message of a page."""
    if denied is None:
        return Accepted(message)
    problem = denied.problem
    return Refused(message, problem.code, problem.reason, problem.expected)
