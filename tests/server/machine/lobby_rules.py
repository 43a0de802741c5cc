"""What people do about seats, settings, links and the start."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Awaitable, Callable

from hypothesis import strategies as st
from hypothesis.stateful import (
    rule,
)

from chocolatl.server import protocol
from chocolatl.server.protocol import Claim, Join, RenewLink, SetSeat, Settings, Start
from tests.server.machine.checks import Checks
from tests.server.machine.parts import (
    ANY,
    BROWSERS,
    NAMES,
    PROCESSES,
    SEATS,
    Wish,
    differences,
)
from tests.server.table_model import OK, Model
from tests.server.world import Page, Process, outcome, visitor


class LobbyRules(Checks):
    """Requests."""

    @rule(browser=BROWSERS, number=PROCESSES, seat=st.none() | SEATS)
    def join(self, browser: int, number: int, seat: int | None) -> None:
        self.ask(number, self._join(browser, seat))

    def _join(self, browser: int, seat: int | None) -> Wish:
        wish = Join(NAMES[browser], seat)
        return self._wish(
            lambda process: process.routes.join(self.world.table, visitor(browser), wish),
            lambda model: model.join(browser, seat),
        )

    def _wish(self, ask: Callable[[Process], Awaitable[object]], expect: Callable[[Model], str]) -> Wish:
        return Wish(lambda process: outcome(ask(process)), expect)

    @rule(browser=BROWSERS, number=PROCESSES)
    def leave(self, browser: int, number: int) -> None:
        self.ask(number, self._leave(browser))

    def _leave(self, browser: int) -> Wish:
        return self._wish(
            lambda process: process.routes.leave(self.world.table, visitor(browser)),
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
            lambda process: process.routes.set_seat(self.world.table, visitor(browser), seat, wish),
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
            lambda process: process.routes.settings(self.world.table, visitor(browser), wish),
            lambda model: model.settings(browser, name, value),
        )

    @rule(browser=BROWSERS, number=PROCESSES, fill=st.booleans())
    def start(self, browser: int, number: int, fill: bool) -> None:
        self.ask(number, self._start(browser, fill))

    def _start(self, browser: int, fill: bool) -> Wish:
        wish = Start("easy" if fill else None)
        return self._wish(
            lambda process: process.routes.start(self.world.table, visitor(browser), wish),
            lambda model: model.start(browser, fill, self.world.now),
        )

    @rule(browser=BROWSERS, number=PROCESSES)
    def take_back(self, browser: int, number: int) -> None:
        self.ask(number, self._take_back(browser))

    def _take_back(self, browser: int) -> Wish:
        def expect(model: Model) -> str:
            seat = model.seat_of(browser)
            return model.take_back(browser, self.world.now, self._owes(seat))

        return self._wish(lambda process: process.routes.takeback(self.world.table, visitor(browser)), expect)

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
            token = (await process.routes.link(self.world.table, visitor(browser), wish)).token

        self.ask(number, self._wish(linked, lambda model: model.link(browser, token, end_others)))
        self.tokens += [token] if token else []

    @rule(browser=BROWSERS, number=PROCESSES, pick=ANY)
    def claim(self, browser: int, number: int, pick: int) -> None:
        token = self.tokens[-1 - pick % min(3, len(self.tokens))]
        self.ask(
            number,
            self._wish(
                lambda process: process.routes.claim(self.world.table, visitor(browser), Claim(token)),
                lambda model: model.claim(browser, token),
            ),
        )

    @rule(browser=BROWSERS, number=PROCESSES)
    def look(self, browser: int, number: int) -> None:
        self.ask(
            number,
            self._wish(
                lambda process: process.routes.table(self.world.table, visitor(browser)),
                lambda model: model.look(browser),
            ),
        )

    @rule(which=st.sampled_from(["open", "live", "finished"]))
    def lists(self, which: protocol.ListName) -> None:
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
            if [codes[0], codes[1]] == found and not differences(model, row):
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
