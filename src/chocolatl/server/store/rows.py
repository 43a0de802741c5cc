"""What goes in and out of the store."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from chocolatl.rules.events import GameEnded
from chocolatl.rules.types import Seat
from chocolatl.server.protocol import Phase
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.row_decoding import decode_events as decode_events  # noqa: PLC0414  used from here

encode = msgspec.json.Encoder().encode


class Summary(NamedTuple):
    """What a game's events add up to, for lists and clocks. `pending`: seats that must answer, as bits."""

    phase: Phase
    last: int
    pending: int
    round: int
    deadline: float | None
    result: GameEnded | None
    changed: float


class TableRow(NamedTuple):
    """A table as stored. `version` counts the changes of the lobby."""

    version: int
    lobby: Lobby
    created: float
    summary: Summary

    @property
    def id(self) -> str:
        """The table's id."""
        return self.lobby.id


class Mark(NamedTuple):
    """Where a table stands: enough to see whether somebody knows its latest state."""

    id: str
    version: int
    last: int
    phase: Phase


class EventRow(NamedTuple):
    """The events of one decision. `seat`, `message`: whose answer under which id (none: a bot, the start).

    `used`: the seconds that the seat's time bank is charged with; none: no bank, or charged before.
    """

    number: int
    seat: Seat | None
    message: str | None
    at: float
    body: bytes
    used: float | None = None


class Notification(NamedTuple):
    """Somebody to call about the question `turn`, if these seats (bits) still owe an answer by then."""

    url: str
    kind: Literal["turn", "hurry"]
    seats: int
    turn: int
    due: float


class OutboxRow(NamedTuple):
    """A call as stored. `tries` counts those that were begun."""

    id: int
    table: str
    tries: int
    alert: Notification


class Append(NamedTuple):
    """New decisions of one game, to be stored if its last event still is `previous` and it is running.

    With a `version`, only if the lobby still is of this version: the first ones, which end the draw and make
    the phase `running`, and a bot's answers, which do not count when its person has come back elsewhere.
    """

    table: str
    previous: int
    rows: tuple[EventRow, ...]
    summary: Summary
    alerts: tuple[Notification, ...] = ()
    version: int | None = None


SPECTATOR = -1


class Line(NamedTuple):
    """What is said. `seat`: SPECTATOR for whoever watches, with a `name`. `code`: of a phrase or a notice.

    `after`: of a notice, how many events had happened.
    """

    seat: Seat
    text: str
    code: str = ""
    name: str = ""
    after: int | None = None


class ChatRow(NamedTuple):
    """A line of chat as stored."""

    number: int
    seat: Seat
    message: str
    at: float
    text: str
    code: str = ""
    name: str = ""
    after: int | None = None
