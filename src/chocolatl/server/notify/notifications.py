"""Who is called at a web address about a question, when, and with which words: never with secret content.

Calls are stored with their question; whether they are still needed is seen when they are due.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from chocolatl.rules import State
from chocolatl.rules.types import Seat
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import Notification
from chocolatl.server.tables.clocks.deadlines import warning_time
from chocolatl.server.tables.live_table import LiveTable
from chocolatl.server.tables.presence import presence

MARKUP_CHARACTERS = str.maketrans("", "", "<>&@`*_|[]()")
"""Letters that Slack or Discord would read as markup or as a call to everybody."""
encode = msgspec.json.Encoder().encode


class WebhookMessage(msgspec.Struct, frozen=True):
    """`content` is what Discord reads, `text` what Slack reads."""

    content: str
    text: str
    allowed_mentions: dict[str, tuple[str, ...]]


def notifications_for(live: LiveTable, state: State, deadline: float | None) -> tuple[Notification, ...]:
    """At once to those who are asked and away; before the deadline to whoever is by then."""
    lobby = live.lobby
    if lobby.webhook is None and not any(doc.webhook for doc in lobby.seats):
        return ()
    people = [seat for seat in state.pending if not lobby.seats[seat].played_by_bot]
    now = _alerts(lobby, _away(live, state), "turn", state.turn, live.services.now())
    if deadline is None:
        return now
    return now + _alerts(lobby, people, "hurry", state.turn, deadline - warning_time(lobby.pace))


def _alerts(
    lobby: Lobby, seats: Sequence[Seat], kind: Literal["turn", "hurry"], turn: int, due: float
) -> tuple[Notification, ...]:
    own = [
        Notification(url, kind, 1 << seat, turn, due) for seat in seats if (url := lobby.seats[seat].webhook)
    ]
    if seats and lobby.webhook is not None:
        own.append(Notification(lobby.webhook, kind, sum(1 << seat for seat in seats), turn, due))
    return tuple(own)


def _away(live: LiveTable, state: State) -> list[Seat]:
    here, _ = live.broadcast.presence_all_processes()
    seen = presence(live.lobby, state, here)
    return [seat for seat in state.pending if seen[seat] == "away"]


def new_due_time(live: LiveTable, alert: Notification, now: float) -> float | None:
    """When to call instead: the deadline has moved."""
    deadline = live.row.summary.deadline
    if alert.kind != "hurry" or deadline is None:
        return None
    due = deadline - warning_time(live.lobby.pace)
    return due if due > now else None


def webhook_body(live: LiveTable, alert: Notification, now: float) -> bytes | None:
    """The words of a call; none when it is not needed any more."""
    state = live.state
    if state is None or state.turn != alert.turn:
        return None
    seats = [seat for seat in _away(live, state) if alert.seats >> seat & 1]
    if not seats:
        return None
    names = ", ".join(live.lobby.seats[seat].name.translate(MARKUP_CHARACTERS) for seat in seats)
    where = live.services.config.public_url
    link = f" {where.rstrip('/')}/table/{live.row.id}" if where else ""
    text = f"Chocolatl, round {state.round}: {names}, {_what(live, alert, now)}.{link}"
    return encode(WebhookMessage(text, text, {"parse": ()}))


def _what(live: LiveTable, alert: Notification, now: float) -> str:
    deadline = live.row.summary.deadline
    if alert.kind == "turn" or deadline is None:
        return "it is your turn"
    seconds = max(0.0, deadline - now)
    left = f"{seconds / 3600:.0f} hours" if seconds > 5400 else f"{seconds / 60:.0f} minutes"
    return f"in {left} a bot takes over your seat"
