"""Random people, hosts, bots, spectators, clocks and two processes, against a model of who may do what.

The processes are the server's own registries over one SQLite file (`world.py`), the model is plain data
(`table_model.py`). docs/TESTING.md has the command for a long run.
"""

from __future__ import annotations

import asyncio
import copy
import os
import tempfile
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from chocolatl.rules import Action, Refusal, SealedChance, State, key_from_seed, question, redact, step
from chocolatl.rules.actions import Sacrifice
from chocolatl.rules.events import Answered, Asked, Event
from chocolatl.rules.questions import ChooseSacrifice
from chocolatl.server import wire
from chocolatl.server.defaults import default_answer
from chocolatl.server.founding import found_table
from chocolatl.server.store.rows import EventRow, TableRow, decode_events
from chocolatl.server.store.store import Store
from chocolatl.server.wire import AskHint, CreateTable, Join, RenewLink, SetSeat, Settings, Start
from tests.server.table_model import AWAY_SECONDS, OK, QUESTION_SECONDS, Model, Seat
from tests.server.world import Page, Process, World, emptied, game_of, nonce, two_stores, visitor

EXAMPLES, STEPS = int(os.environ.get("MACHINE_EXAMPLES", "25")), int(os.environ.get("MACHINE_STEPS", "40"))
NAMES = ("Ana", "Bo", "Cleo", "Dirk", "Eva", "Femke")
BROWSERS = st.integers(0, len(NAMES) - 1)
PROCESSES = st.integers(0, 1)
SEATS = st.integers(0, 4)
ANY = st.integers(0, 100)
CHANCE = SealedChance(key_from_seed(1))
CHANGES = 20
UNCERTAIN = 30.0
"""So long after somebody has gone, processes may still believe that they are there."""
SHORT_BOARD = (
    files("chocolatl.rules").joinpath("boards/default.toml").read_text().replace("rounds = 7", "rounds = 1")
)
T = TypeVar("T")


class Shared(NamedTuple):
    """What all examples use: opening a database takes longer than a game."""

    loop: asyncio.AbstractEventLoop
    stores: list[Store]


class Wish(NamedTuple):
    """The same wish for the server and for the model."""

    ask: Callable[[Process], Awaitable[str]]
    expect: Callable[[Model], str]


SHARED: list[Shared] = []


class Tables(RuleBasedStateMachine):
    """One table after the other; every rule is one thing that somebody does, or that happens."""

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
        self.renewed: set[int] = set()
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

    # ---- tables ----

    @initialize(
        players=st.integers(3, 4),
        live=st.booleans(),
        bots=st.lists(st.booleans(), max_size=3),
        spectators=st.booleans(),
        people=st.integers(1, 4),
        begun=st.sampled_from(["no", "drawing", "yes", "yes"]),
    )
    def a_table(
        self, players: int, live: bool, bots: list[bool], spectators: bool, people: int, begun: str
    ) -> None:
        pace = wire.Live(int(QUESTION_SECONDS)) if live else wire.Relaxed()
        wish = CreateTable(
            "Ana",
            players,
            board=SHORT_BOARD,
            pace=pace,
            spectators=spectators,
            bots=tuple("easy" if bot else None for bot in bots),
        )
        made = self.run(found_table(self.process(0).house, visitor(0), "", wish))
        self.world.table = made.table.id
        self.model = Model(players, live, spectators=spectators)
        self.model.seats = [Seat("person", [0])] + [Seat() for _ in range(players - 1)]
        for seat, bot in enumerate(bots[: players - 1], 1):
            self.model.seats[seat] = Seat("bot" if bot else "empty")
        for browser in range(1, people):
            self.join(browser, browser % 2, None)
        if begun == "no":
            return
        for browser in range(people):
            self.arrive(browser, browser % 2)
        self.every_page_takes_part()
        self.start(0, 0, fill=True)
        if begun == "yes":
            self.every_page_takes_part()

    @rule(browser=BROWSERS, number=PROCESSES, seat=st.none() | SEATS)
    def join(self, browser: int, number: int, seat: int | None) -> None:
        self.ask(number, self._join(browser, seat))

    def _join(self, browser: int, seat: int | None) -> Wish:
        wish = Join(NAMES[browser], seat)
        return self._wish(
            lambda process: process.desk.join(self.world.table, visitor(browser), wish),
            lambda model: model.join(browser, seat),
        )

    def _wish(self, ask: Callable[[Process], Awaitable[object]], expect: Callable[[Model], str]) -> Wish:
        from tests.server.world import outcome

        return Wish(lambda process: outcome(ask(process)), expect)

    @rule(browser=BROWSERS, number=PROCESSES)
    def leave(self, browser: int, number: int) -> None:
        self.ask(number, self._leave(browser))

    def _leave(self, browser: int) -> Wish:
        return self._wish(
            lambda process: process.desk.leave(self.world.table, visitor(browser)),
            lambda model: model.leave(browser),
        )

    @rule(browser=BROWSERS, number=PROCESSES, seat=SEATS, bot=st.booleans())
    def set_seat(self, browser: int, number: int, seat: int, bot: bool) -> None:
        """The host's bots and kicks; in a running game a bot for somebody who is away."""
        before = self.model.seats[seat].holders if seat < self.model.players else []
        watching = [page for page in self.world.open_pages() if page.browser in before]
        away = self._away(seat, self.process(number))
        wish = self._set_seat(browser, seat, bot)
        found = self.run(self._asked(number, wish))
        allowed = found == OK if away is None else away
        assert found == self.model.set_seat(browser, seat, bot, allowed)
        self._are_out(watching)

    def _set_seat(self, browser: int, seat: int, bot: bool) -> Wish:
        wish = SetSeat("easy" if bot else None)
        return self._wish(
            lambda process: process.desk.set_seat(self.world.table, visitor(browser), seat, wish),
            lambda model: model.set_seat(browser, seat, bot, False),
        )

    def _are_out(self, pages: list[Page]) -> None:
        """Those of them without a seat, where nobody may watch."""
        for page in pages:
            heard = not (page.process.behind or self.world.bus_away or any(self.lost_notes))
            if heard and not self.model.spectators and self.model.seat_of(page.browser) is None:
                assert page.closed == 4003

    @rule(
        browser=BROWSERS,
        number=PROCESSES,
        name=st.sampled_from(["spectators", "hints", "listed"]),
        value=st.booleans(),
    )
    def change_settings(self, browser: int, number: int, name: str, value: bool) -> None:
        pages, before = self.world.open_pages(), self.model.spectators
        self.ask(number, self._settings(browser, name, value))
        if before and not self.model.spectators:
            self._are_out(pages)

    def _settings(self, browser: int, name: str, value: bool) -> Wish:
        wish = Settings(**{name: value})  # type: ignore[arg-type]
        return self._wish(
            lambda process: process.desk.settings(self.world.table, visitor(browser), wish),
            lambda model: model.settings(browser, name, value),
        )

    @rule(browser=BROWSERS, number=PROCESSES, fill=st.booleans())
    def start(self, browser: int, number: int, fill: bool) -> None:
        self.ask(number, self._start(browser, fill))

    def _start(self, browser: int, fill: bool) -> Wish:
        wish = Start("easy" if fill else None)
        return self._wish(
            lambda process: process.desk.start(self.world.table, visitor(browser), wish),
            lambda model: model.start(browser, fill, self.world.now),
        )

    @rule(browser=BROWSERS, number=PROCESSES)
    def take_back(self, browser: int, number: int) -> None:
        self.ask(number, self._take_back(browser))

    def _take_back(self, browser: int) -> Wish:
        def expect(model: Model) -> str:
            seat = model.seat_of(browser)
            return model.take_back(browser, self.world.now, self._owes(seat))

        return self._wish(lambda process: process.desk.take_back(self.world.table, visitor(browser)), expect)

    def _owes(self, seat: int | None) -> bool:
        owes = self.truth is not None and seat in self.truth.pending
        if owes and seat is not None and self.truth is not None and self.model.seats[seat].held:
            self.renewed.add(self.truth.turn)
        return owes

    @rule(browser=BROWSERS, number=PROCESSES, end_others=st.booleans())
    def link(self, browser: int, number: int, end_others: bool) -> None:
        token = None

        async def linked(process: Process) -> None:
            nonlocal token
            wish = RenewLink(end_others)
            token = await process.desk.link(self.world.table, visitor(browser), wish)

        self.ask(number, self._wish(linked, lambda model: model.link(browser, token, end_others)))
        self.tokens += [token] if token else []

    @rule(browser=BROWSERS, number=PROCESSES, pick=ANY)
    def claim(self, browser: int, number: int, pick: int) -> None:
        token = self.tokens[-1 - pick % min(3, len(self.tokens))]
        self.ask(
            number,
            self._wish(
                lambda process: process.desk.claim(self.world.table, visitor(browser), token),
                lambda model: model.claim(browser, token),
            ),
        )

    @rule(browser=BROWSERS, number=PROCESSES)
    def look(self, browser: int, number: int) -> None:
        self.ask(
            number,
            self._wish(
                lambda process: process.desk.look(self.world.table, visitor(browser)),
                lambda model: model.look(browser),
            ),
        )

    @rule(which=st.sampled_from(["open", "live", "finished"]))
    def lists(self, which: wire.ListName) -> None:
        found = self.run(self.shared.stores[0].listing(which, 1e12, 50))
        assert (self.world.table in [row.id for row in found]) == (self.model.in_list() == which)

    @rule(one=BROWSERS, other=BROWSERS, kinds=st.tuples(ANY, ANY), seat=SEATS)
    def two_at_once(self, one: int, other: int, kinds: tuple[int, int], seat: int) -> None:
        """At two processes in the same moment: as if one had come after the other."""
        wishes = [
            self._any_wish(browser, kind, seat) for browser, kind in zip((one, other), kinds, strict=True)
        ]

        async def both() -> list[str]:
            return await asyncio.gather(*(wish.ask(self.process(n)) for n, wish in enumerate(wishes)))

        found = self.run(both())
        row = self.run(self.world.row())
        for order in ((0, 1), (1, 0)):
            model = copy.deepcopy(self.model)
            codes = {n: wishes[n].expect(model) for n in order}
            if [codes[0], codes[1]] == found and not _differences(model, row):
                self.model = model
                return
        raise AssertionError(f"{found} fits neither order")

    def _any_wish(self, browser: int, kind: int, seat: int) -> Wish:
        if self.model.phase == "running":
            return [self._leave(browser), self._take_back(browser)][kind % 2]
        wishes = [
            self._join(browser, seat), self._join(browser, None), self._leave(browser),
            self._set_seat(browser, seat, True), self._start(browser, True),
            self._settings(browser, "listed", bool(kind % 2)),
        ]  # fmt: skip
        return wishes[kind % len(wishes)]

    # ---- pages ----

    @rule(browser=BROWSERS, number=PROCESSES)
    def arrive(self, browser: int, number: int) -> None:
        process = self.process(number)
        if process.behind:
            self.run(process.tick())
            self._time_has_passed()
        page = Page(process, self.world.table, browser)
        assert self.run(page.hello()) == self.model.look(browser)
        self.world.pages.append(page)

    @rule(pick=ANY)
    def close(self, pick: int) -> None:
        page = self.page(pick)
        if page is None:
            return
        self._note_presence()
        seat = self.model.seat_of(page.browser)
        others = [p for p in self.world.open_pages() if p.process is page.process and p is not page]
        same = [p for p in others if p.socket.commitment == page.socket.commitment and p.seat == page.seat]
        brought = page.socket.commitment and seat is not None and not same
        if brought and seat is not None and self.model.phase == "open":
            mine = page.socket.commitment == page.commitment(self.model.attempt, seat)
            if mine and self.model.seats[seat].nonce_of == page.browser:
                self.model.seats[seat].nonce_of = None
        self.run(page.close())

    @rule(pick=ANY, behind=st.sampled_from([0, 0, 0, 1]))
    def commit(self, pick: int, behind: int) -> None:
        page = self.page(pick)
        if page is None:
            return
        attempt = self.model.attempt - behind
        seat = self.model.seat_of(page.browser)
        message = wire.Commit(page.new_id(), attempt, page.commitment(attempt, seat or 0))
        found = self.run(page.send(message))
        assert found == self.model.commit(page.browser, attempt, self.world.now)

    @rule(pick=ANY, right=st.sampled_from([True, True, True, False]))
    def open_nonce(self, pick: int, right: bool) -> None:
        page = self.page(pick)
        if page is None:
            return
        whose = page.browser if right else (page.browser + 1) % len(NAMES)
        attempt = self.model.attempt
        found = self.run(page.send(wire.Open(page.new_id(), attempt, nonce(whose, attempt))))
        assert found == self.model.open(page.browser, attempt, whose, self.world.now)

    @rule()
    @precondition(lambda self: self.model.phase in ("open", "drawing"))
    def every_page_takes_part(self) -> None:
        for pick in range(len(self.world.open_pages())):
            if self.model.phase == "open":
                self.commit(pick, 0)
            elif self.model.phase == "drawing":
                self.open_nonce(pick, True)

    @rule(pick=ANY, text=st.sampled_from(["hello", "\u200b"]))
    def say(self, pick: int, text: str) -> None:
        page = self.page(pick)
        if page is None:
            return
        seat = self.model.seat_of(page.browser)
        readable = text == "hello"
        expected = "not_seated" if seat is None else OK if readable else "bad_message"
        text = f"{text} {self.lines}" if readable else text
        assert self.run(page.send(wire.Say(page.new_id(), text))) == expected
        if expected != OK:
            return
        self.lines += 1
        for other in self.world.open_pages():
            told = other.process is page.process or not self.world.bus_away
            reader = self.model.seat_of(other.browser)
            unwanted = reader is not None and seat in self.model.seats[reader].muted
            if told and not other.process.behind:
                assert (text in [line.text for line in other.lines]) == (not unwanted)

    @rule(pick=ANY, seat=SEATS, muted=st.booleans())
    def mute(self, pick: int, seat: int, muted: bool) -> None:
        page = self.page(pick)
        if page is None:
            return
        mine = self.model.seat_of(page.browser)
        expected = "not_seated" if mine is None else OK if seat < self.model.players else "no_such_seat"
        assert self.run(page.send(wire.Mute(page.new_id(), seat, muted))) == expected
        if expected == OK and mine is not None:
            (self.model.seats[mine].muted.add if muted else self.model.seats[mine].muted.discard)(seat)

    # ---- the game ----

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
        assert self.run(page.send(wire.Answer(name, turn, action))) == expected
        if expected == OK and seat is not None:
            self.sent.setdefault((seat, name), (turn, action))
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
        hints = process.desk.hints
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
                lambda process, browser=browser: process.desk.rematch(table, visitor(browser)),  # type: ignore[misc]
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
        self.model = Model(old.players, old.live, host=row.lobby.host, autostart=True)
        self.model.spectators, self.model.hints, self.model.listed = old.spectators, old.hints, old.listed
        self.model.seats = [Seat(seat.kind, list(seat.holders), muted=seat.muted) for seat in old.seats]
        self.truth, self.rows, self.lines = None, [], 0
        self.seen, self.sent, self.renewed = {}, {}, set()

    # ---- time, processes, notes ----

    @rule(seconds=st.sampled_from([1.0, 20.0, 61.0, 100.0, 190.0]))
    def pass_time(self, seconds: float) -> None:
        end = self.world.now + seconds
        while self.world.now < end:
            self._note_presence()
            self.run(self.world.advance(min(9.0, end - self.world.now)))
            self._time_has_passed()
        self._note_presence()

    def _time_has_passed(self) -> None:
        """What the clock has done, if the model allows it."""
        row = self.run(self.world.row())
        if self.model.phase == "drawing" and row.lobby.draw and row.lobby.draw.attempt > self.model.attempt:
            assert self.world.now >= self.model.until, "voided too early"
            self.model.void(self.world.now)
        for seat, doc in enumerate(row.lobby.seats):
            if doc.held and not self.model.seats[seat].held:
                assert self.model.may_be_handed_over(seat, self.world.now)
                assert self.truth is not None
                assert seat in self.truth.pending
                self.model.seats[seat].held = True
        self._read()

    @rule()
    @precondition(lambda self: self.model.live or self.model.phase == "drawing")
    def nobody_does_anything_for_long(self) -> None:
        """Then nobody is waited for any more, but for one more attempt that somebody may still join."""
        phase, attempt = self.model.phase, self.model.attempt
        self.pass_time(2 * QUESTION_SECONDS + 9)
        self.pass_time(UNCERTAIN + 18)
        if phase == "drawing":
            assert (self.model.phase, self.model.attempt) != (phase, attempt)
        if phase == "running" and self.truth is not None:
            assert all(self.model.seats[seat].by_bot for seat in self.truth.pending)

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
            for event in events:
                if isinstance(event, Asked):
                    self.model.asked(row.at, list(event.seats))
        if len(rows) > known:
            self.certain = not any(self.lost_notes)
            _, self.truth = game_of(rows)
            if self.truth is not None and self.truth.result is not None:
                self.model.phase, self.model.deadline = "finished", None

    def _note_lost(self) -> None:
        row, rows = self.run(self.world.row()), self.rows
        last = sum(len(decode_events(one.body)) for one in rows) - 1
        for process in self.world.processes:
            room = process.room
            known = None if room is None else (room.row.version, room.game.last, room.row.summary.phase)
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
        assert not _differences(self.model, row)
        if self.certain and not any(self.lost_notes):
            assert row.summary.deadline == (
                self.model.until if row.summary.phase == "drawing" else self.model.deadline
            )
        self._note_lost()
        events, _ = game_of(self.rows)
        for page in self.world.pages:
            if page.table == self.world.table:
                self._check_page(page, events)
        self._note_presence()

    def _check_page(self, page: Page, events: list[Event]) -> None:
        rules = self.run(self.world.row()).lobby.rules
        for (seat, event), true in zip(page.events, events, strict=False):
            assert event == redact(true, seat, rules)
            if isinstance(event, Answered) and event.seat != seat:
                assert event.action is None or redact(true, None, rules) == event
        for turn, told in page.deadlines.items():
            assert turn in self.renewed or len(set(told)) <= 1 or not self.certain, "a deadline has moved"
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


def _differences(model: Model, row: TableRow) -> list[str]:
    """In what the table that is stored is another one than the model's."""
    lobby = row.lobby
    pairs: dict[str, tuple[object, object]] = {
        "phase": (model.phase, row.summary.phase),
        "host": (model.host, lobby.host),
        "settings": (
            (model.spectators, model.hints, model.listed),
            (lobby.spectators, lobby.hints, lobby.listed),
        ),
        "attempt": (model.attempt, lobby.draw.attempt if lobby.draw else 0),
    }
    for number, (seat, doc) in enumerate(zip(model.seats, lobby.seats, strict=True)):
        pairs[f"seat {number}"] = (
            (seat.kind, seat.held, [visitor(holder) for holder in seat.holders], sorted(seat.muted)),
            (doc.kind, doc.held, list(doc.holders), list(doc.muted)),
        )
        if model.phase == "open":
            pairs[f"commitment {number}"] = (seat.nonce_of is not None, bool(doc.commitment))
    return [f"{what}: {one} is {other}" for what, (one, other) in pairs.items() if one != other]


@pytest.fixture
def _shared() -> Iterator[None]:
    quick = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=quick if quick.is_dir() else None) as folder:
        loop = asyncio.new_event_loop()
        stores = loop.run_until_complete(two_stores(Path(folder)))
        SHARED.append(Shared(loop, stores))
        yield
        SHARED.clear()
        for store in stores:
            loop.run_until_complete(store.close())
        loop.close()


@pytest.mark.usefixtures("_shared")
def test_whatever_people_processes_and_clocks_do_the_model_agrees():
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, database=None,
            derandomize="MACHINE_EXAMPLES" not in os.environ,
            phases=[Phase.generate], suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
