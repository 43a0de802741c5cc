"""What the clocks of a game are made of, folded from its stored rows: the same at every process, for ever."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from chocolatl.rules import Event
from chocolatl.rules.events import Answered, Asked
from chocolatl.rules.types import Seat
from chocolatl.server.protocol.reveal_times import reveal_seconds
from chocolatl.server.store.rows import EventRow

LONGEST_REVEAL = 60.0
"""Seconds after a question at which everybody's clock runs, whatever pages say or do not say."""
SLOWER = 1.25
LATE = 3.0
"""So many times slower than normal, and so many seconds behind, a page may be before its clock starts."""


class Spent(NamedTuple):
    """Of a time bank: how many decisions it was charged for, and with how many seconds."""

    decisions: int = 0
    seconds: float = 0.0


class GameTimes(NamedTuple):
    """`asked`: the number of the newest question's event, and `asked_at` its moment.

    A page at normal speed shows events until `plays_until`: what bots answer meanwhile comes after it.
    `shown_by`: then even a slow page has shown what led to the newest question.
    """

    asked: int = -1
    asked_at: float = 0.0
    plays_until: float = 0.0
    shown_by: float = 0.0
    spent: Mapping[Seat, Spent] = MappingProxyType({})

    def after(self, row: EventRow, events: Sequence[Event]) -> GameTimes:
        """One decision later. Most are answers that nobody sees yet: these take no time."""
        if len(events) == 1 and row.used is None and isinstance(events[0], Answered):
            return self
        seconds = reveal_seconds(events)
        until = self.plays_until
        if seconds:
            until = min(max(until, row.at) + seconds, row.at + LONGEST_REVEAL)
        times = self._replace(plays_until=until, spent=self._charged(row))
        if not isinstance(events[-1], Asked):
            return times
        shown = _shown_by(row.at, until)
        return times._replace(asked=row.number + len(events) - 1, asked_at=row.at, shown_by=shown)

    def _charged(self, row: EventRow) -> Mapping[Seat, Spent]:
        if row.used is None or row.seat is None:
            return self.spent
        decisions, seconds = self.spent.get(row.seat, Spent())
        return {**self.spent, row.seat: Spent(decisions + 1, seconds + row.used)}


def _shown_by(asked_at: float, plays_until: float) -> float:
    left = plays_until - asked_at
    return asked_at + min(left * SLOWER + LATE, LONGEST_REVEAL) if left > 0 else asked_at
