"""Chat at a table: bounded, cleaned, stored, and not delivered to those who do not want it."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from typing import cast, get_args

import msgspec

from chocolatl.rules.texts import CHAT_LINE, clean_text
from chocolatl.rules.types import Seat
from chocolatl.server.bus import TableNotice
from chocolatl.server.errors import RequestError, StorageUnavailableError
from chocolatl.server.protocol import Chat, ChatLine, Notice, Phrase, Say
from chocolatl.server.rate_limit import Buckets, Limit
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import SPECTATOR, ChatRow, Line
from chocolatl.server.tables.broadcast import Connection
from chocolatl.server.tables.live_table import LiveTable
from chocolatl.server.tables.notices import notices
from chocolatl.server.tables.text_safety import unique_name

encode = msgspec.json.Encoder().encode
CHAT_HISTORY_LINES = 50
PHRASES: dict[Phrase, str] = {
    "hello": "Hello!",
    "luck": "Good luck!",
    "well_played": "Well played!",
    "thanks": "Thank you!",
    "moment": "One moment, please.",
    "ouch": "Ouch!",
    "hurry": "Your turn!",
    "again": "Shall we play again?",
    "smile": "🙂",
    "laugh": "😄",
    "wow": "😮",
    "think": "🤔",
    "sad": "🙁",
    "heart": "❤",
}
"""For pages that know no phrases; others say it in the reader's language, or draw it."""


def chat_message(rows: Sequence[ChatRow]) -> Chat:
    """Lines as the connection gets them."""
    return Chat(tuple(map(_line, rows)))


def _line(row: ChatRow) -> ChatLine:
    phrase = cast("Phrase", row.code) if row.code in get_args(Phrase) else None
    notice = cast("Notice", row.code) if row.code in get_args(Notice) else None
    seat = None if row.seat == SPECTATOR else row.seat
    return ChatLine(row.number, seat, row.text, int(row.at), phrase, notice, row.name, row.after)


def muted_by(live: LiveTable, connection: Connection) -> tuple[Seat, ...]:
    """Whose lines this connection does not get."""
    return live.lobby.seats[connection.seat].muted if connection.seat is not None else ()


def wanted(rows: Sequence[ChatRow], muted: tuple[Seat, ...]) -> list[ChatRow]:
    """Without what muted seats say; what the table says about them stays."""
    return [row for row in rows if row.seat not in muted or row.code in get_args(Notice)]


def broadcast_chat(live: LiveTable, rows: Sequence[ChatRow]) -> None:
    """New lines, to everyone who wants them."""
    messages: dict[tuple[Seat, ...], bytes] = {}
    for connection in live.broadcast.connections:
        muted = muted_by(live, connection)
        if muted not in messages:
            lines = wanted(rows, muted)
            messages[muted] = encode(chat_message(lines)) if lines else b""
        if messages[muted]:
            connection.post(messages[muted])


async def post_chat_line(live: LiveTable, seat: Seat | None, said: Say) -> None:
    """Store a line, then show it. Raises RequestError."""
    await _add(live, said.id, _checked(live, seat, said))


def _checked(live: LiveTable, seat: Seat | None, said: Say) -> Line:
    if seat is None and not live.lobby.spectator_chat:
        raise RequestError("chat_closed", "spectators do not write here", "a seat, or a table where they may")
    text = clean_text(PHRASES[said.phrase] if said.phrase else said.text, CHAT_LINE.most)
    if not text:
        raise RequestError("bad_message", "nothing readable is left of the text", "some visible letters")
    if seat is not None:
        return Line(seat, text, said.phrase or "")
    name = unique_name(said.name or "", [doc.name for doc in live.lobby.seats])
    return Line(SPECTATOR, text, said.phrase or "", name)


class Announcements:
    """Says who came, went, or is played for by a bot now; nobody waits for it, and nothing depends on it.

    Limited for each seat of a table: whoever joins and leaves again and again does not fill the chat.
    """

    def __init__(self, limit: Limit) -> None:
        self._limits = Buckets(limit)

    def announce(self, live: LiveTable, before: Lobby, after: Lobby) -> None:
        """After a change of who sits where."""
        happened = live.game.last + 1
        lines = [
            line._replace(after=happened)
            for line in notices(before, after)
            if self._limits.take(f"{live.row.id}/{line.seat}")
        ]
        if lines:
            live.services.background.spawn(_announce(live, lines))


async def _announce(live: LiveTable, lines: Sequence[Line]) -> None:
    with contextlib.suppress(StorageUnavailableError, RequestError):
        for line in lines:
            await _add(live, secrets.token_hex(8), line)


async def _add(live: LiveTable, message: str, line: Line) -> None:
    services = live.services
    row = await services.store.add_chat_line(live.row.id, message, services.now(), line)
    if row is None:
        raise RequestError("no_such_table", "the table was removed", "another table")
    broadcast_chat(live, [row])
    services.bus.publish(TableNotice(live.row.id, services.origin, "chat", row.number))
