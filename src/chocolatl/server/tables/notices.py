"""What a table says in its chat by itself: who came, went, is played for by a bot, is the host now."""

from __future__ import annotations

from collections.abc import Iterator

from chocolatl.rules.types import Seat
from chocolatl.server.protocol import Notice
from chocolatl.server.store.documents import Lobby, SeatDoc
from chocolatl.server.store.rows import Line

WORDS: dict[Notice, str] = {
    "joined": "sat down",
    "left": "left the table",
    "bot_plays": "is away, a bot plays",
    "back": "is back",
    "host": "is the host now",
}
"""For pages that know no notices; others say it in the reader's language."""


def notices(before: Lobby, after: Lobby) -> tuple[Line, ...]:
    """The lines for one change of who sits where."""
    return tuple(_changes(before, after))


def _changes(before: Lobby, after: Lobby) -> Iterator[Line]:
    for seat, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        if was.kind == "person" and (now.kind != "person" or was.holders[:1] != now.holders[:1]):
            yield _line(seat, was, "left")
        if now.kind == "person" and (was.kind != "person" or was.holders[:1] != now.holders[:1]):
            yield _line(seat, now, "joined")
        elif now.held != was.held and now.kind == was.kind == "person":
            yield _line(seat, now, "bot_plays" if now.held else "back")
    heir = after.seats[after.host]
    if after.host != before.host and before.seats[after.host].kind == heir.kind == "person":
        yield _line(after.host, heir, "host")


def _line(seat: Seat, doc: SeatDoc, notice: Notice) -> Line:
    return Line(seat, WORDS[notice], notice, doc.name)
