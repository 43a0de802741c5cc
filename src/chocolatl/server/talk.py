"""Chat at a table: bounded, cleaned, stored, and not delivered to those who do not want it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from chocolatl.rules.texts import CHAT_LINE, clean_text
from chocolatl.rules.words import Seat
from chocolatl.server.audience import Page
from chocolatl.server.bus import Note
from chocolatl.server.errors import Denied
from chocolatl.server.room import Room
from chocolatl.server.store.rows import ChatRow
from chocolatl.server.wire import Chat, ChatLine

encode = msgspec.json.Encoder().encode
LINES_ON_ARRIVAL = 50


def chat_message(rows: Sequence[ChatRow]) -> Chat:
    """Lines as the page gets them."""
    return Chat(tuple(ChatLine(row.number, row.seat, row.text, int(row.at)) for row in rows))


def muted_by(room: Room, page: Page) -> tuple[Seat, ...]:
    """Whose lines this page does not get."""
    return room.lobby.seats[page.seat].muted if page.seat is not None else ()


def post_lines(room: Room, rows: Sequence[ChatRow]) -> None:
    """New lines, to everyone who wants them."""
    messages: dict[tuple[Seat, ...], bytes] = {}
    for page in room.audience.pages:
        muted = muted_by(room, page)
        if muted not in messages:
            wanted = [row for row in rows if row.seat not in muted]
            messages[muted] = encode(chat_message(wanted)) if wanted else b""
        if messages[muted]:
            page.post(messages[muted])


async def say(room: Room, seat: Seat, message: str, text: str) -> None:
    """Store a line, then show it. Raises Denied."""
    cleaned = clean_text(text, CHAT_LINE.most)
    if not cleaned:
        raise Denied("bad_message", "nothing readable is left of the text", "some visible letters")
    house = room.house
    row = await house.store.say(room.row.id, seat, message, house.now(), cleaned)
    if row is None:
        raise Denied("no_such_table", "the table was removed", "another table")
    post_lines(room, [row])
    house.bus.tell(Note(room.row.id, house.origin, "chat", row.number))
