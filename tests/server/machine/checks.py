"""What is expected, and what must hold after every step."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
)

from chocolatl.rules import Action, State, question, redact
from chocolatl.rules.events import Answered, Asked, Event
from chocolatl.server.store.rows import EventRow, TableRow, decode_events
from chocolatl.server.tables.clocks.game_times import GameTimes
from tests.server.machine.parts import (
    SHARED,
    UNCERTAIN,
    T,
    Wish,
    differences,
)
from tests.server.table_model import AWAY_SECONDS, HOST_AWAY_SECONDS, Model
from tests.server.world import Page, Process, World, emptied, game_of


class Checks(RuleBasedStateMachine):
    """Knows what is expected of the server, and looks at everything after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.shared = SHARED[0]
        self.world = World(self.shared.stores)
        self.model = Model(0, False)
        self.truth: State | None = None
        self.rows: list[EventRow] = []
        self.tokens: list[str] = ["t" * 43]
        self.seen: dict[int, float] = {}
        self.sent: dict[tuple[int, str], tuple[int, Action]] = {}
        """The answer that is stored under each id; the id of a repeated answer is stored nowhere."""
        self.renewed: set[int] = set()
        self.times = GameTimes()
        self.paid: set[tuple[int, int]] = set()
        self.lost_notes = [False, False]
        self.lines = 0
        self.certain = True

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        async def settled() -> T:
            done = await asyncio.wait_for(work, 60)
            await self.world.settle()
            return done

        return self.shared.loop.run_until_complete(settled())

    def teardown(self) -> None:
        async def stop() -> None:
            for process in self.world.processes:
                await process.die()
            await emptied(self.shared.stores)

        self.shared.loop.run_until_complete(stop())

    # ---- what is expected ----

    def process(self, number: int) -> Process:
        return self.world.processes[number]

    def in_step(self, page: Page) -> Page:
        """A page whose process knows everything: what a page does is judged by what its process knows."""
        if page.process.behind:
            self.run(page.process.tick())
            self._time_has_passed()
        return page

    def page(self, pick: int) -> Page | None:
        pages = self.world.open_pages()
        page = self.in_step(pages[pick % len(pages)]) if pages else None
        return page if page is not None and page.closed is None else None

    def ask(self, number: int, wish: Wish) -> str:
        """The server's verdict, which must be the model's."""
        found = self.run(self._asked(number, wish))
        assert found == wish.expect(self.model)
        return found

    async def _asked(self, number: int, wish: Wish) -> str:
        return await wish.ask(self.process(number))

    def _note_presence(self) -> None:
        for page in self.world.open_pages():
            for seat in (page.seat, self.model.seat_of(page.browser)):
                if seat is not None:
                    self.seen[seat] = self.world.now

    def _away(self, seat: int, process: Process) -> bool | None:
        """Is this seat away for long enough? None: by now or soon."""
        pages = self.world.open_pages()
        here = [page for page in pages if seat == page.seat == self.model.seat_of(page.browser)]
        if here:
            return False
        since = self.world.now - max(self.seen.get(seat, 0.0), self.model.began_at, process.started)
        return since >= AWAY_SECONDS if not AWAY_SECONDS <= since < AWAY_SECONDS + UNCERTAIN else None

    def _time_has_passed(self) -> None:
        """What the clock has done, if the model allows it."""
        row = self.run(self.world.row())
        if self.model.phase == "drawing" and row.lobby.draw and row.lobby.draw.attempt > self.model.attempt:
            assert self.world.now >= self.model.until, "voided too early"
            self.model.void(self.world.now)
        if self.model.phase == "open" and row.lobby.host != self.model.host:
            since = self.world.now - self.seen.get(self.model.host, 0.0)
            assert since >= HOST_AWAY_SECONDS, "the host was here a moment ago"
            assert self.model.seats[row.lobby.host].kind == "person"
            self.model.host = row.lobby.host
        for seat, doc in enumerate(row.lobby.seats):
            if doc.held and not self.model.seats[seat].held:
                assert self.model.may_be_handed_over(seat, self.world.now)
                assert self.truth is not None
                assert seat in self.truth.pending
                self.model.seats[seat].held = True
        self._read()

    # ---- what must hold after every step ----

    def _read(self) -> None:
        """What was stored since, and what it says to the model."""
        rows = self.run(self.world.rows())
        known = len(self.rows)
        self.rows = rows
        for row in rows[known:]:
            events = decode_events(row.body)
            if row.number == 0:
                self.model.began_at = row.at
            if row.seat is not None and row.message is None:
                assert self.model.seats[row.seat].by_bot, "a bot's answer, and its person was back"
            self._charge(row, events)
            times = self.times = self.times.after(row, events)
            for event in events:
                if isinstance(event, Asked):
                    self.model.asked(times.shown_by, list(event.seats))
        if len(rows) > known:
            self.certain = not any(self.lost_notes)
            _, self.truth = game_of(rows)
            if self.truth is not None and self.truth.result is not None:
                self.model.phase = "finished"

    def _charge(self, row: EventRow, events: Sequence[Event]) -> None:
        """Every answer has its id. The first one to a question is paid for, and no other."""
        answer = events[0]
        if isinstance(answer, Answered):
            if row.message is not None and answer.action is not None:
                self.sent[answer.seat, row.message] = (answer.turn, answer.action)
            if (answer.turn, answer.seat) in self.paid:
                assert row.used is None
            else:
                self.model.charged(answer.seat, row.used, row.at, row.message is None)
            self.paid.add((answer.turn, answer.seat))

    def _note_lost(self) -> None:
        row, rows = self.run(self.world.row()), self.rows
        last = sum(len(decode_events(one.body)) for one in rows) - 1
        for process in self.world.processes:
            live = process.live
            known = None if live is None else (live.row.version, live.game.last, live.row.summary.phase)
            process.behind = known is not None and known != (row.version, last, row.summary.phase)
            self.lost_notes[process.number] |= self.world.bus_away
            assert not process.behind or self.lost_notes[process.number], "told, and does not know"
            if not process.behind and not self.world.bus_away:
                self.lost_notes[process.number] = False

    @invariant()
    def everything_agrees(self) -> None:
        if not self.world.table:
            return
        self._read()
        row = self.run(self.world.row())
        found = differences(self.model, row)
        assert not found, found
        if self.certain and not any(self.lost_notes):
            self._check_deadline(row)
        self._note_lost()
        events, _ = game_of(self.rows)
        for page in self.world.pages:
            if page.table == self.world.table:
                self._check_page(page, events)
        self._note_presence()

    def _check_deadline(self, row: TableRow) -> None:
        """As stored, and as every process that knows the game has folded it."""
        if row.summary.phase == "drawing":
            assert row.summary.deadline == self.model.until
        elif self.truth is not None and self.model.phase == "running" and row.summary.deadline is not None:
            latest = self.model.stored_deadline(list(self.truth.pending))
            assert latest is None or row.summary.deadline <= latest + 1e-6
        for process in self.world.processes:
            if process.live is not None and not process.behind:
                assert process.live.times == self.times

    def _check_page(self, page: Page, events: list[Event]) -> None:
        rules = self.run(self.world.row()).lobby.rules
        for (seat, event), true in zip(page.events, events, strict=False):
            assert event == redact(true, seat, rules)
            if isinstance(event, Answered) and event.seat != seat:
                assert event.action is None or redact(true, None, rules) == event
        for turn, told in page.deadlines.items():
            asked = [deadline for deadline in told if deadline is not None]
            later = any(deadline > asked[0] + 1e-3 for deadline in asked)
            assert turn in self.renewed or not later or not self.certain, "a deadline has moved"
        seat = self.model.seat_of(page.browser)
        if page.closed == 4003:
            page.closed = 4004  # looked at
            assert seat is None
            assert not self.model.spectators
        if page.closed is not None or page.process.behind:
            return
        assert self.model.may_look(page.browser), "a closed table shows nobody in"
        assert page.seat == seat
        assert page.told is not None
        assert (page.told.phase, page.told.host) == (self.model.phase, self.model.host)
        assert [one.held for one in page.told.seats] == [one.held for one in self.model.seats]
        assert [one.kind for one in page.told.seats] == [one.kind for one in self.model.seats]
        assert len(page.events) == len(events)
        self._check_question(page, seat)
        self._check_presence(page)

    def _check_question(self, page: Page, seat: int | None) -> None:
        running = self.model.phase == "running" and self.truth is not None and seat is not None
        asked = (
            question(self.truth, seat) if running and self.truth is not None and seat is not None else None
        )
        if asked is None:
            assert page.ask is None or page.ask.question is None or seat is None
            return
        assert page.ask is not None
        assert page.ask.question == asked
        assert page.ask.hint == self.model.hints_allowed(seat or 0)
        assert (page.ask.deadline is None) or self.model.live

    def _check_presence(self, page: Page) -> None:
        here = {p.seat for p in self.world.open_pages() if p.process is page.process}
        for seat, shown in enumerate(page.presence):
            assert (shown == "bot") == self.model.seats[seat].by_bot
            if seat in here:
                assert shown != "away"
