"""Three people and a bot: gold, green and red rounds, a reload, a cut line, a changed bid, a return."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.player import ASKED, Answer, by_keyboard, by_mouse, remembered, there, turn, wait

PATIENCE = 2000
"""Looks at the pages, 20 milliseconds apart and more."""
SIZE = {"width": 1000, "height": 900}
# The first round is gold. Nobody can be past box 16 after it, so the second is green; later ones turn red.
TRACK = ["green"] * 16 + ["red"] * 64


class Seat:
    """Somebody with a browser of their own, whose line can be cut."""

    def __init__(self, browser: Browser, name: str, stack: ExitStack) -> None:
        self.browser, self.name, self.stack = browser, name, stack
        self.lines = list[WebSocketRoute]()
        self.page = self.open()

    def open(self) -> Page:
        """A new browser: no cookie, no memory."""
        context = self.browser.new_context(viewport=SIZE)  # type: ignore[arg-type]
        self.stack.callback(context.close)
        context.add_init_script(remembered(name=self.name))
        self.page = context.new_page()
        self.page.route_web_socket("**/socket", self._connect)
        return self.page

    def _connect(self, line: WebSocketRoute) -> None:
        line.connect_to_server()
        self.lines.append(line)

    def cut(self) -> None:
        """The connection breaks off."""
        self.lines[-1].close(code=3001)


@pytest.fixture
def people(browser: Browser) -> Iterator[list[Seat]]:
    with ExitStack() as stack:
        yield [Seat(browser, name, stack) for name in ("Ana", "Ben", "<b>Cleo</b>")]


def set_the_table(server: str, people: list[Seat]) -> str:
    """The first one makes the table and shares its link, the others sit down, a bot takes the last seat."""
    host, *guests = people
    host.page.goto(server, wait_until="networkidle")  # the first answer has brought the cookie
    body = {
        "name": host.name,
        "players": 4,
        "edition": "german",
        "pace": {"pace": "relaxed"},
        "board": board(),
    }
    seated = host.page.request.post(f"{server}/api/tables", data=body).json()
    address = f"{server}/table/{seated['table']['id']}"
    host.page.goto(address)
    expect(host.page.get_by_role("img", name="QR code of the link to this table")).to_be_visible()
    for guest in guests:
        guest.page.goto(address)
        guest.page.get_by_role("button", name="Sit down").click()
    expect(host.page.locator(".seats")).to_contain_text("<b>Cleo</b>")
    host.page.get_by_role("button", name="Start with bots").click()
    return address


def board() -> str:
    from importlib.resources import files

    text = files("chocolatl.rules").joinpath("boards/default.toml").read_text()
    return text.replace('track = ["gold", "red", "green"]', f"track = {TRACK}".replace("'", '"'))


def answer_all(people: list[Seat], answer: Answer = by_mouse) -> set[str]:
    """Everybody who is asked answers, until nobody is asked any more; returns the modes that were bid in."""
    modes = set[str]()
    for seat in people:
        asked = seat.page.query_selector(ASKED)
        if asked is None:
            continue
        kind, number = str(asked.get_attribute("data-ask")), turn(seat.page)
        if kind == "lay":
            modes.add(str(seat.page.get_attribute(".tray .info h2 .box", "class")).split()[1])
        answer(seat.page, kind)
        seat.page.wait_for_function(
            f"n => document.querySelector('.end') || document.querySelector('{ASKED}')?.dataset.turn !== n",
            arg=number,
        )
    return modes


def wait_for_any(people: list[Seat]) -> None:
    """Until somebody is asked, or the game is over."""
    for _ in range(PATIENCE):
        if any(there(seat.page, f".end, {ASKED}") for seat in people):
            return
        people[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is asked any more")


def play_until(people: list[Seat], enough: Callable[[set[str]], bool]) -> set[str]:
    seen = set[str]()
    while not enough(seen):
        wait_for_any(people)
        assert not people[0].page.query_selector(".end"), f"the game ended with {seen} only"
        seen |= answer_all(people, by_keyboard)
    return seen


def test_three_people_and_a_bot_through_all_modes(server: str, people: list[Seat]) -> None:
    ana, ben, cleo = people
    address = set_the_table(server, people)
    for seat in people:
        assert wait(seat.page) == "sacrifice"
    expect(ben.page.get_by_text("<b>Cleo</b>").first).to_be_visible()
    assert ben.page.locator(".players b b, .name b").count() == 0
    answer_all(people)

    a_changed_bid(ana)
    a_reload_keeps_the_draft(ben)
    a_cut_line_comes_back(cleo)
    assert play_until(people, lambda seen: "green" in seen) == {"gold", "green"}
    somebody_returns_on_another_device(cleo, address)
    play_until(people, lambda seen: "red" in seen)


def a_changed_bid(seat: Seat) -> None:
    wait(seat.page)
    by_mouse(seat.page, "lay")
    seat.page.get_by_role("button", name="Change it").click()
    seat.page.keyboard.press("Backspace")
    by_mouse(seat.page, "lay")
    expect(seat.page.get_by_role("button", name="Change it")).to_be_visible()


def a_reload_keeps_the_draft(seat: Seat) -> None:
    wait(seat.page)
    seat.page.locator("[data-hand] [data-card]").nth(4).focus()
    seat.page.keyboard.press("1")
    drafted = seat.page.inner_text(".slot .put .said")
    seat.page.reload()
    wait(seat.page)
    assert seat.page.inner_text(".slot .put .said") == drafted


def a_cut_line_comes_back(seat: Seat) -> None:
    wait(seat.page)
    before = len(seat.lines)
    seat.page.locator("[data-hand] [data-card]").nth(2).focus()
    seat.page.keyboard.press("1")
    drafted = seat.page.inner_text(".slot .put .said")
    seat.cut()
    expect(seat.page.get_by_text("Reconnecting")).to_be_visible()
    expect(seat.page.get_by_text("Reconnecting")).to_be_hidden()
    assert len(seat.lines) > before
    assert seat.page.inner_text(".slot .put .said") == drafted


def somebody_returns_on_another_device(seat: Seat, address: str) -> None:
    seat.page.get_by_role("button", name="Seat").click()
    seat.page.get_by_role("button", name="Play on another device").click()
    link = str(seat.page.get_by_role("link", name=address).get_attribute("href"))
    score = seat.page.locator(".players .me .score").inner_text()
    seat.page.context.close()
    page = seat.open()
    page.goto(link)
    expect(page.locator(".players .me .score")).to_have_text(score, use_inner_text=True)
    assert page.url == address


def test_a_spectator_sees_the_table_but_no_hand(browser: Browser, server: str, people: list[Seat]) -> None:
    address = set_the_table(server, people)
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".board")).to_be_visible()
    expect(page.get_by_text("Waiting for")).to_be_visible()
    assert page.query_selector(ASKED) is None
    assert page.query_selector("[data-card]") is None
    context.close()
