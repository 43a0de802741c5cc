"""How long a question stays open: pure functions over a pace and moments of the server's clock.

Every seat has a deadline of its own. It follows from what is stored: when the question was asked, how long
the reveal before it takes, what the seat has spent of its time bank, whether its person has just come back.
What a process makes of it is bounded, because the clock may have been set since, or nobody may have been
serving: see `believed`. Reports of pages that the reveal is over (`seat_clocks.py`) only make it earlier.
"""

from __future__ import annotations

from chocolatl.rules import State
from chocolatl.rules.types import Seat
from chocolatl.server.protocol import Bank, Live, Pace, Relaxed, Slow
from chocolatl.server.store.documents import Lobby
from chocolatl.server.tables.clocks.game_times import GameTimes, Spent

DAY = 86_400
GRACE_SECONDS = 30.0
"""What is left at least of a question that a process sees for the first time. After a restart pages need half
of it at most to connect again."""
BACK_SECONDS = 15.0
"""What somebody has at least who takes a seat back and whose time bank is empty."""
BANK_WARNING = 15.0


def has_clock(pace: Pace) -> bool:
    """Does a bot take over some day, without anybody calling it?"""
    return not isinstance(pace, Relaxed)


def bank_left(pace: Bank, spent: Spent) -> float:
    """What is in a seat's bank between two questions."""
    return max(0.0, pace.seconds + spent.decisions * pace.increment - spent.seconds)


def seconds_to_answer(pace: Pace, spent: Spent = Spent()) -> float | None:  # noqa: B008  immutable
    """The time for one question; none: no limit."""
    match pace:
        case Live():
            return pace.seconds
        case Bank():
            return bank_left(pace, spent) + pace.increment
        case Slow():
            return pace.days * DAY
        case _:
            return None


def seconds_again(pace: Pace) -> float:
    """The time for somebody who comes back to an open question."""
    return max(BACK_SECONDS, pace.increment) if isinstance(pace, Bank) else seconds_to_answer(pace) or 0.0


def warning_time(pace: Pace) -> float:
    """How long before a deadline the player is warned: a quarter of the time, at most six hours."""
    return BANK_WARNING if isinstance(pace, Bank) else min((seconds_to_answer(pace) or 0.0) / 4, 6 * 3600)


def reveal_time(pace: Pace, times: GameTimes) -> float:
    """How long after the newest question its clocks start at the latest; days need no such care."""
    return 0.0 if isinstance(pace, Slow) else times.shown_by - times.asked_at


def people_asked(state: State, lobby: Lobby) -> tuple[Seat, ...]:
    """Those who owe an answer, but for bots."""
    return tuple(seat for seat in state.pending if not lobby.seats[seat].played_by_bot)


def usual_deadline(lobby: Lobby, times: GameTimes, seat: Seat) -> float | None:
    """When this seat's time for the newest question is up, if its page reports nothing."""
    seconds = seconds_to_answer(lobby.pace, times.spent.get(seat, Spent()))
    return None if seconds is None else times.asked_at + reveal_time(lobby.pace, times) + seconds


def deadline_of(state: State, lobby: Lobby, times: GameTimes, seat: Seat) -> float | None:
    """The same, with the time that was given to somebody who has come back."""
    usual, back = usual_deadline(lobby, times, seat), lobby.seats[seat].back
    if usual is None or back is None or back.turn != state.turn:
        return usual
    return max(usual, back.until)


def next_deadline(state: State, lobby: Lobby, times: GameTimes) -> float | None:
    """When the first bot takes over; never, when nobody but bots is asked."""
    found = (deadline_of(state, lobby, times, seat) for seat in people_asked(state, lobby))
    return min((deadline for deadline in found if deadline is not None), default=None)


def renewed(usual: float, again: float, now: float) -> float:
    """For somebody who is back and owes an answer: time again, once per question in all."""
    return max(usual, min(now + again, usual + again))


def believed(deadline: float | None, seconds: float, longest: float, seen_at: float) -> float:
    """What a process makes of a deadline that it saw first at this moment.

    Never further away than the pace allows (the clock was set back), never passed already (it was set
    forward, or nobody was serving); a question without any gets its full time.
    """
    at_least = seen_at + min(GRACE_SECONDS, seconds)
    return min(max(seen_at + seconds if deadline is None else deadline, at_least), seen_at + longest)
