"""Who is called at a web address about a question, when, and with which words: never with secret content.

Calls are stored with their question; whether they are still needed is seen when they are due.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from chocolatl.rules import State
from chocolatl.rules.words import Seat
from chocolatl.server.deadlines import warning_time
from chocolatl.server.lobby import Lobby
from chocolatl.server.presence import presence
from chocolatl.server.store.rows import Alert

if TYPE_CHECKING:
    from chocolatl.server.room import Room

FORBIDDEN = str.maketrans("", "", "<>&@`*_|[]()")
"""Letters that Slack or Discord would read as markup or as a call to everybody."""
encode = msgspec.json.Encoder().encode


class Message(msgspec.Struct, frozen=True):
    """`content` is what Discord reads, `text` what Slack reads."""

    content: str
    text: str
    allowed_mentions: dict[str, tuple[str, ...]]


def alerts_about(room: Room, state: State, deadline: float | None) -> tuple[Alert, ...]:
    """At once to those who are asked and away; before the deadline to whoever is by then."""
    lobby = room.lobby
    if lobby.webhook is None and not any(doc.webhook for doc in lobby.seats):
        return ()
    people = [seat for seat in state.pending if not lobby.seats[seat].played_by_bot]
    now = _alerts(lobby, _away(room, state), "turn", state.turn, room.house.now())
    if deadline is None:
        return now
    return now + _alerts(lobby, people, "hurry", state.turn, deadline - warning_time(lobby.pace))


def _alerts(
    lobby: Lobby, seats: Sequence[Seat], kind: Literal["turn", "hurry"], turn: int, due: float
) -> tuple[Alert, ...]:
    own = [Alert(url, kind, 1 << seat, turn, due) for seat in seats if (url := lobby.seats[seat].webhook)]
    if seats and lobby.webhook is not None:
        own.append(Alert(lobby.webhook, kind, sum(1 << seat for seat in seats), turn, due))
    return tuple(own)


def _away(room: Room, state: State) -> list[Seat]:
    here, _ = room.audience.everywhere()
    seen = presence(room.lobby, state, here)
    return [seat for seat in state.pending if seen[seat] == "away"]


def too_early(room: Room, alert: Alert, now: float) -> float | None:
    """When to call instead: the deadline has moved."""
    deadline = room.row.summary.deadline
    if alert.kind != "hurry" or deadline is None:
        return None
    due = deadline - warning_time(room.lobby.pace)
    return due if due > now else None


def message(room: Room, alert: Alert, now: float) -> bytes | None:
    """The words of a call; none when it is not needed any more."""
    state = room.state
    if state is None or state.turn != alert.turn:
        return None
    seats = [seat for seat in _away(room, state) if alert.seats >> seat & 1]
    if not seats:
        return None
    names = ", ".join(room.lobby.seats[seat].name.translate(FORBIDDEN) for seat in seats)
    where = room.house.config.public_url
    link = f" {where.rstrip('/')}/table/{room.row.id}" if where else ""
    text = f"Chocolatl, round {state.round}: {names}, {_what(room, alert, now)}.{link}"
    return encode(Message(text, text, {"parse": ()}))


def _what(room: Room, alert: Alert, now: float) -> str:
    deadline = room.row.summary.deadline
    if alert.kind == "turn" or deadline is None:
        return "it is your turn"
    seconds = max(0.0, deadline - now)
    left = f"{seconds / 3600:.0f} hours" if seconds > 5400 else f"{seconds / 60:.0f} minutes"
    return f"in {left} a bot takes over your seat"
