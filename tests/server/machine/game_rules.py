"""What players and bots do in a game, and after it."""

from __future__ import annotations

import asyncio

from hypothesis import strategies as st
from hypothesis.stateful import (
    precondition,
    rule,
)

from chocolatl.bots.fallback import default_answer
from chocolatl.rules import Action, Refusal, question, step
from chocolatl.rules.actions import Sacrifice
from chocolatl.rules.events import Answered
from chocolatl.rules.questions import ChooseSacrifice
from chocolatl.server import protocol
from chocolatl.server.protocol import AskHint
from chocolatl.server.store.rows import decode_events
from chocolatl.server.tables.clocks.game_times import GameTimes
from tests.server.machine.parts import (
    ANY,
    BROWSERS,
    CHANCE,
    CHANGES,
    PROCESSES,
)
from tests.server.machine.time_rules import TimeRules
from tests.server.table_model import OK, Model, Seat
from tests.server.world import Page, visitor


class GameRules(TimeRules):
    """Answers, hints, the end and a rematch."""

    @rule(pick=ANY, how=st.sampled_from(["default", "other", "wrong", "late", "early", "again", "reused"]))
    def answer(self, pick: int, how: str) -> None:
        page = self.page(pick)
        if page is None:
            return
        turn = self.truth.turn if self.truth is not None else 0
        seat = self.model.seat_of(page.browser)
        asked = question(self.truth, seat) if self.truth is not None and seat is not None else None
        action: Action = Sacrifice(3) if asked is None else default_answer(asked)
        if isinstance(asked, ChooseSacrifice) and how == "other":
            action = Sacrifice(asked.cards[pick % len(asked.cards)])
        name, turn = page.new_id(), turn + {"late": -1, "early": 1}.get(how, 0)
        mine = [(name, sent) for (sender, name), sent in self.sent.items() if sender == seat]
        if how in ("again", "reused") and mine:
            name, (turn, action) = mine[pick % len(mine)]
            turn += how == "reused"
        if how == "wrong":
            action = Sacrifice(99) if isinstance(asked, ChooseSacrifice) else Sacrifice(1)
        self._answer(page, name, max(0, turn), action)

    def _answer(self, page: Page, name: str, turn: int, action: Action) -> None:
        seat = self.model.seat_of(page.browser)
        if seat is not None:
            self.model.take_back(page.browser, self.world.now, self._owes(seat))
        expected = "not_seated" if seat is None else self._verdict(seat, name, turn, action)
        assert self.run(page.send(protocol.Answer(name, turn, action))) == expected
        self._read()

    def _verdict(self, seat: int, name: str, turn: int, action: Action) -> str:
        if self.truth is None:
            return "wrong_phase"
        before = self.sent.get((seat, name))
        if before is not None:
            return OK if before == (turn, action) else "id_reused"
        given = [event for event in self._answers() if (event.turn, event.seat) == (turn, seat)]
        if given and given[-1].action == action:
            return OK
        play = step(self.truth, seat, action, CHANCE, turn)
        if isinstance(play, Refusal):
            return play.code
        return "too_many_changes" if len(given) > CHANGES else OK

    def _answers(self) -> list[Answered]:
        events = [decode_events(row.body)[0] for row in self.rows]
        return [event for event in events if isinstance(event, Answered)]

    @rule(pick=ANY, behind=st.sampled_from([0, 0, 0, 1]))
    @precondition(lambda self: self.model.phase == "running")
    def reveal_is_over(self, pick: int, behind: int) -> None:
        """A page says so, or that it is an event short of it; nobody answers."""
        page = self.page(pick)
        if page is None or self.truth is None:
            return
        if not behind:
            self.model.shown(page.browser, self.world.now)
        message = protocol.EventsShown(self.times.asked - behind)
        assert self.run(page.send(message)) == "no verdict"

    @rule(pick=ANY, number=PROCESSES)
    @precondition(lambda self: self.model.phase == "running")
    def one_leaves_and_answers_all_the_same(self, pick: int, number: int) -> None:
        """Whoever answers is back."""
        page = self.page(pick)
        if page is not None and self.model.seat_of(page.browser) is not None:
            self.leave(page.browser, number)
            self._note_lost()
            self.answer(pick, "default")

    @rule()
    @precondition(lambda self: self.model.phase == "running")
    def every_page_answers(self) -> None:
        for pick in range(len(self.world.open_pages())):
            self.answer(pick, "default")

    @rule(pick=ANY)
    @precondition(lambda self: self.model.phase == "running")
    def one_changes_and_changes(self, pick: int) -> None:
        page = self.page(pick)
        seat = None if page is None else self.model.seat_of(page.browser)
        asked = question(self.truth, seat) if self.truth is not None and seat is not None else None
        if page is None or not isinstance(asked, ChooseSacrifice):
            return
        for time in range(CHANGES + 3):
            self._answer(page, page.new_id(), asked.turn, Sacrifice(asked.cards[time % 2]))

    @rule()
    def bots_answer(self) -> None:
        """Each of them once; whatever a bot is asked it answers in the end, whoever died meanwhile."""

        async def answered() -> None:
            for process in self.world.processes:
                process.bots.answer()

        self.run(answered())
        self._read()

    @rule()
    @precondition(lambda self: self.model.phase == "running")
    def somebody_comes_back_while_the_bot_answers(self) -> None:
        """Nobody has told the process where the bot thinks."""
        held = [seat for seat in self.model.seats if seat.held]
        if not held or self.truth is None:
            return
        away, self.world.bus_away = self.world.bus_away, True
        thinking = [process.number for process in self.world.processes if process.bots.thinking]
        self.take_back(held[0].holders[0], 1 - thinking[0] if thinking else 0)
        self.bots_answer()
        self._note_lost()
        self.world.bus_away = away

    @rule(browser=BROWSERS, number=PROCESSES, off=st.sampled_from([0, 0, 1]))
    def hint(self, browser: int, number: int, off: int) -> None:
        process = self.process(number)
        if process.behind:
            self.run(process.tick())
            self._time_has_passed()
        turn = (self.truth.turn if self.truth is not None else 0) + off
        seat = self.model.seat_of(browser)
        if seat is None:
            expected = "not_seated"
        elif self.model.phase != "running":
            expected = "wrong_phase"
        elif not self.model.hints_allowed(seat):
            expected = "hints_off"
        elif off:
            expected = "too_late"
        else:
            asked = self.truth is not None and question(self.truth, seat) is not None
            expected = OK if asked else "not_asked"
        wish = AskHint(turn)
        hints = process.hints
        self.ask(
            number,
            self._wish(
                lambda _: hints.hint(self.world.table, visitor(browser), "", wish), lambda _: expected
            ),
        )

    @rule(number=PROCESSES)
    @precondition(lambda self: self.model.phase == "running")
    def everybody_leaves_and_bots_end_the_game(self, number: int) -> None:
        for seat in self.model.seats:
            if seat.kind == "person":
                self.leave(seat.holders[0], number)
        for _ in range(60):
            self.bots_answer()
            if self.truth is not None and self.truth.result is not None:
                break
            if not any(process.bots.thinking for process in self.world.processes):
                self.pass_time(20.0)
        assert self.truth is not None
        assert self.truth.result is not None, "a game goes on, whatever happens"

    @rule(one=BROWSERS, other=BROWSERS)
    def rematch(self, one: int, other: int) -> None:
        """Asked for at both processes at once: one table, and everybody plays on there."""
        table = self.world.table
        wishes = [
            self._wish(
                lambda process, browser=browser: process.routes.rematch(table, visitor(browser)),  # type: ignore[misc]
                lambda model, browser=browser: model.rematch(browser),  # type: ignore[misc]
            )
            for browser in (one, other)
        ]

        async def both() -> list[str]:
            return await asyncio.gather(*(wish.ask(self.process(n)) for n, wish in enumerate(wishes)))

        found = self.run(both())
        assert found == [wish.expect(self.model) for wish in wishes]
        if OK in found:
            hosts = [self.model.seat_of(b) for b, code in zip((one, other), found, strict=True) if code == OK]
            self._move_on(self.run(self.world.row()).lobby.rematch, hosts)

    def _move_on(self, table: str | None, hosts: list[int | None]) -> None:
        assert table is not None
        for page in self.world.open_pages():
            self.run(page.close())
        self.world.table = table
        old, row = self.model, self.run(self.world.row())
        assert row.lobby.host in hosts
        self.model = Model(old.players, old.live, old.bank, host=row.lobby.host, autostart=True)
        self.model.spectators, self.model.hints, self.model.listed = old.spectators, old.hints, old.listed
        self.model.removed, self.model.muted_people = old.removed, old.muted_people
        for number, seat in enumerate(old.seats):
            sits = seat.kind != "person" or number in hosts
            kind, kept = (seat.kind, []) if sits else ("empty", list(seat.holders))
            holders = list(seat.holders) if sits else []
            self.model.seats.append(Seat(kind, holders, muted=seat.muted, kept=kept))
        self.truth, self.rows, self.lines = None, [], 0
        self.seen, self.sent, self.renewed = {}, {}, set()
        self.times, self.paid = GameTimes(), set()
