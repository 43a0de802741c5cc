"""The clock of a process: wall time at its start, then the passing of time, which nobody can set.

A wall clock that is set back or forward while the server runs changes nothing. Processes that share a
PostgreSQL take its clock at their start, so that they agree.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

LARGEST_STEP_BACK = 86_400.0
"""A clock that was wrong by more than a day before is not followed any longer."""


class Times(Protocol):
    """What a store knows about time."""

    async def clock(self) -> float | None:
        """The clock of the database server, if it has one."""

    async def newest(self) -> float | None:
        """The latest change of any table."""


class SteadyClock:
    """Counts on from a moment."""

    def __init__(self, start: float, passing: Callable[[], float] = time.monotonic) -> None:
        self._passing = passing
        self._offset = start - passing()

    def now(self) -> float:
        """Seconds since 1970, never less than before."""
        return self._offset + self._passing()


def start_time(wall: float, newest: float | None) -> float:
    """Time does not run back over a restart: if the clock was set back, it goes on from the latest change."""
    if newest is None or not wall < newest <= wall + LARGEST_STEP_BACK:
        return wall
    return newest


async def clock_of(store: Times, wall: Callable[[], float] = time.time) -> SteadyClock:
    """The clock for a process that serves this store."""
    shared = await store.clock()
    return SteadyClock(start_time(wall() if shared is None else shared, await store.newest()))
