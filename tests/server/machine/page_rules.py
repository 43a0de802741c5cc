"""What pages do: come and go, take part in the draw, talk."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import (
    precondition,
    rule,
)

from chocolatl.server import protocol
from tests.server.machine.lobby_rules import LobbyRules
from tests.server.machine.parts import (
    ANY,
    BROWSERS,
    NAMES,
    PROCESSES,
    SEATS,
)
from tests.server.table_model import OK
from tests.server.world import Page, nonce


class PageRules(LobbyRules):
    """Sockets."""

    @rule(browser=BROWSERS, number=PROCESSES)
    def arrive(self, browser: int, number: int) -> None:
        process = self.process(number)
        if process.behind:
            self.run(process.tick())
            self._time_has_passed()
        page = Page(process, self.world.table, browser)
        found = self.run(page.hello())
        assert found == self.model.look(browser)
        assert (page.told is not None) == (found == OK), "who may not look is shown nothing"
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
        message = protocol.Commit(page.new_id(), attempt, page.commitment(attempt, seat or 0))
        found = self.run(page.send(message))
        assert found == self.model.commit(page.browser, attempt, self.world.now)

    @rule(pick=ANY, right=st.sampled_from([True, True, True, False]))
    def open_nonce(self, pick: int, right: bool) -> None:
        page = self.page(pick)
        if page is None:
            return
        whose = page.browser if right else (page.browser + 1) % len(NAMES)
        attempt = self.model.attempt
        found = self.run(page.send(protocol.Open(page.new_id(), attempt, nonce(whose, attempt))))
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
        expected = "chat_closed" if seat is None else OK if readable else "bad_message"
        text = f"{text} {self.lines}" if readable else text
        assert self.run(page.send(protocol.Say(page.new_id(), text))) == expected
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
        assert self.run(page.send(protocol.Mute(page.new_id(), seat, muted))) == expected
        if expected == OK and mine is not None:
            self.model.mute(mine, seat, muted)
