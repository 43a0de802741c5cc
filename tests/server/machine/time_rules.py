"""What happens by itself: time passes, processes die, notes get lost."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import (
    precondition,
    rule,
)

from chocolatl.server.tables.clocks.game_times import LONGEST_REVEAL
from tests.server.machine.page_rules import PageRules
from tests.server.machine.parts import (
    ANY,
    PROCESSES,
    UNCERTAIN,
)
from tests.server.table_model import QUESTION_SECONDS

SHORTLY = 9.0
"""Seconds between two looks at the clocks."""


class TimeRules(PageRules):
    """Nobody asks for it."""

    @rule(seconds=st.sampled_from([1.0, 20.0, 61.0, 100.0, 190.0]))
    def pass_time(self, seconds: float) -> None:
        end = self.world.now + seconds
        while self.world.now < end:
            self._note_presence()
            self.run(self.world.advance(min(9.0, end - self.world.now)))
            self._time_has_passed()
        self._note_presence()

    @rule()
    @precondition(lambda self: self.model.live or self.model.phase == "drawing")
    def nobody_does_anything_for_long(self) -> None:
        """Then nobody is waited for any more, but for one more attempt that somebody may still join."""
        phase, attempt = self.model.phase, self.model.attempt
        self.pass_time(2 * QUESTION_SECONDS + LONGEST_REVEAL + 9)
        self.pass_time(UNCERTAIN + 18)
        if phase == "drawing":
            assert (self.model.phase, self.model.attempt) != (phase, attempt)
        if self.model.bank and self.truth is not None:
            rich = max((self.model.seconds(seat) for seat in self.truth.pending), default=0.0)
            self.pass_time(max(1.0, rich))
        if phase == "running" and self.truth is not None:
            assert all(self.model.seats[seat].by_bot for seat in self.truth.pending)

    @rule(pick=ANY, number=PROCESSES)
    @precondition(lambda self: self.model.live and self.model.phase == "running")
    def one_comes_back_late_and_only_the_others_time_is_up(self, pick: int, number: int) -> None:
        """Whoever has just come back has time again; only the seats of the others are handed over."""
        page = self.page(pick)
        seat = None if page is None else self.model.seat_of(page.browser)
        if page is None or seat is None or not self._owes(seat):
            return
        self.leave(page.browser, number)
        self.pass_time(max(1.0, self.model.usual(seat) - self.world.now - SHORTLY))
        self.take_back(page.browser, number)
        self.pass_time(2 * SHORTLY)

    @rule(number=PROCESSES)
    def die(self, number: int) -> None:
        self._note_presence()
        self.run(self.process(number).die())
        self.lost_notes[number] = False

    @rule()
    def bus_goes_away(self) -> None:
        self.world.bus_away = True

    @rule(noticed=st.booleans())
    def bus_comes_back(self, noticed: bool) -> None:
        async def back() -> None:
            self.world.bus_away = False
            for process in self.world.processes:
                if noticed and process.bus.lost is not None:
                    process.bus.lost()

        self.run(back())
        if noticed:
            self.lost_notes = [False, False]
