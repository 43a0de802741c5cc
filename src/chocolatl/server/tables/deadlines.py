"""How long a question stays open: pure functions over a pace and moments of the server's clock.

A deadline is stored as a moment. What a process makes of a stored one is bounded, because the clock may have
been set since, or nobody may have been serving: see `believed`.
"""

from __future__ import annotations

from chocolatl.rules import State
from chocolatl.server.protocol import Live, Pace, Slow
from chocolatl.server.store.documents import Lobby

DAY = 86_400
GRACE_SECONDS = 30.0
"""What is left at least of a question that a process sees for the first time. After a restart pages need half
of it at most to connect again."""
LONGEST = 2
"""So many times its usual time a question can last, however often people leave and take their seats back."""


def seconds_to_answer(pace: Pace) -> float | None:
    """The time for one question; none: no limit."""
    match pace:
        case Live():
            return pace.seconds
        case Slow():
            return pace.days * DAY
        case _:
            return None


def warning_time(pace: Pace) -> float:
    """How long before a deadline the player is warned: a quarter of the time, at most six hours."""
    return min((seconds_to_answer(pace) or 0.0) / 4, 6 * 3600)


def people_asked(state: State, lobby: Lobby) -> bool:
    """Does anybody but bots owe an answer?"""
    return any(not lobby.seats[seat].played_by_bot for seat in state.pending)


def new_deadline(state: State, lobby: Lobby, now: float) -> float | None:
    """When a bot takes over; never, when nobody but bots is asked."""
    seconds = seconds_to_answer(lobby.pace)
    return now + seconds if seconds is not None and people_asked(state, lobby) else None


def next_deadline(
    before: State | None, deadline: float | None, after: State, lobby: Lobby, now: float
) -> float | None:
    """After some answers: a new question has a deadline of its own, an open one keeps what it has."""
    if before is not None and before.turn == after.turn:
        return deadline
    return new_deadline(after, lobby, now)


def renewed(deadline: float | None, asked_at: float, seconds: float, now: float) -> float:
    """For somebody who is back and owes an answer: the full time again, within what a question may last."""
    longest = asked_at + LONGEST * seconds
    return max(deadline or 0.0, min(now + seconds, longest))


def believed(deadline: float | None, seconds: float, now: float) -> float:
    """What a process makes of a deadline that it sees for the first time.

    Never further away than the pace allows (the clock was set back), never passed already (it was set
    forward, or nobody was serving); a question without any gets its full time.
    """
    left = seconds if deadline is None else deadline - now
    return now + min(max(left, min(GRACE_SECONDS, seconds)), seconds)
