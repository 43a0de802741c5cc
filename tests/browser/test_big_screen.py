"""One screen and five phones: a whole short game, the reveal in step, and nothing secret on the screen."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import Axe
from tests.browser.player import ASKED, by_finger, remembered, there, turn, wait
from tests.browser.screens import cut_off

SHORT = (
    files("chocolatl.rules").joinpath("boards/default.toml").read_text().replace("rounds = 7", "rounds = 1")
)
PATIENCE = 200
"""Looks at what the screen was sent, 50 milliseconds apart."""
NAMES = ("Ana", "Bo", "Hanna", "Teo", "Cy")
LANGUAGES = ("en", "nl", "de", "fr", "en")
KEY = re.compile(r"\b(?:screen|hand|lobby|plaque)\.[a-z_.]+")
# All cards that the screen has ever shown, but for those that can be won.
WATCHING = """
    window.cards = [];
    new MutationObserver(() => {
        const cards = [...document.querySelectorAll('.bigscreen svg.card text')];
        const open = cards.filter(card => !card.closest('[data-prize]'));
        window.cards.push(...open.map(card => card.textContent));
    }).observe(document, { childList: true, subtree: true });
"""
STAND_STILL = "window.moving = Date.now; const now = Date.now(); Date.now = () => now;"
MOVED_ON = f"n => document.querySelector('.end') || document.querySelector('{ASKED}')?.dataset.turn !== n"
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
IN_REACH = """
    [...document.querySelectorAll('button, a[href], input, select, textarea, [tabindex]')]
        .filter(one => !one.closest('[inert]')).length
"""
BOX = "one => one.getBoundingClientRect().toJSON()"
CUT = """
    [...document.querySelectorAll('aside, .plaques li, .happened')].filter(one =>
        one.scrollHeight > one.clientHeight + 4 || one.getBoundingClientRect().bottom > innerHeight + 1
    ).map(one => one.className)
"""
SIZES = ((1920, 1080), (1366, 768), (1024, 768), (2560, 1440), (3840, 2160))
# Selector: pixels at 1920x1080.
TYPE = {
    ".plaques .name": 30,
    ".plaques .state": 22,
    ".plaques .score": 54,
    ".saying .mode b": 44,
    ".saying .count b": 66,
}


class Room:
    """A television and five phones at one table."""

    def __init__(self, browser: Browser, server: str, stack: ExitStack, theme: str) -> None:
        self.browser, self.server, self.stack, self.theme = browser, server, stack, theme
        self.problems = list[str]()
        self.frames = list[str]()
        self.held: list[str] | None = None
        phone = (390, 664, True)
        host = self.page("Ana", "en", *phone)
        host.goto(server, wait_until="networkidle")  # the first answer has brought the cookie
        wish = {"name": "Ana", "players": 5, "board": SHORT, "spectators": False}
        self.table = host.request.post(f"{server}/api/tables", data=wish).json()["table"]["id"]
        code = host.request.post(f"{server}/api/tables/{self.table}/screen", data={}).json()["code"]
        self.screen = self.page("", "de", 1920, 1080, False, speed="fast")
        self.screen.add_init_script(WATCHING)
        self.screen.route_web_socket("**/socket", self._connect)
        self.screen.goto(f"{server}/tv/{code}?lang=en")
        expect(self.screen.locator(".screenlobby .code svg")).to_be_visible()
        host.goto(f"{server}/t/{self.table}")
        self.phones = [host]

    def page(
        self, name: str, language: str, width: int, height: int, touch: bool, speed: str = "normal"
    ) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch
        )
        self.stack.callback(context.close)
        context.add_init_script(remembered(name=name, language=language, theme=self.theme, speed=speed))
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        return page

    def _connect(self, page: WebSocketRoute) -> None:
        """Between screen and server: keep what comes, and hold back what the screen says, if it is to be."""
        server = page.connect_to_server()

        def to_server(message: str | bytes) -> None:
            server.send(message) if self.held is None else self.held.append(str(message))

        def to_page(message: str | bytes) -> None:
            self.frames.append(str(message))
            page.send(message)

        page.on_message(to_server)
        server.on_message(to_page)
        self.line = server

    def release(self) -> None:
        held, self.held = self.held or [], None
        for message in held:
            self.line.send(message)

    def sit_down(self) -> None:
        """By the address of the screen's QR code; the screen shows the seats filling up."""
        for name, language in zip(NAMES[1:], LANGUAGES[1:], strict=True):
            phone = self.page(name, language, 390, 664, touch=True)
            phone.goto(f"{self.server}/t/{self.table}")
            phone.locator(".tray form .main").tap()
            expect(self.screen.locator(".screenlobby li b").get_by_text(name, exact=True)).to_be_visible()
            phone.locator(".go .main").tap()
            self.phones.append(phone)
        expect(self.screen.get_by_text("Everybody is here")).to_be_visible()

    def answer(self) -> None:
        """Everybody who is asked answers."""
        for phone in self.phones:
            kind = phone.evaluate(f"document.querySelector('{ASKED}')?.dataset.ask ?? null")
            if kind is not None:
                number = turn(phone)
                by_finger(phone, kind)
                phone.wait_for_function(MOVED_ON, arg=number)

    def messages(self, kind: str) -> list[dict[str, Any]]:
        return [m for frame in self.frames for m in json.loads(frame) if m["type"] == kind]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_one_screen_and_five_phones(browser: Browser, server: str, stack: ExitStack, axe: Axe):
    room = Room(browser, server, stack, "light")
    room.sit_down()
    room.phones[0].locator(".go .main").tap()
    for phone in room.phones:
        assert wait(phone) == "sacrifice"
    room.answer()
    room.screen.wait_for_selector(".bigscreen .backs .empty")
    assert room.screen.evaluate(IN_REACH) == 0, "no controls"
    one_hides(room.phones[0])
    lays(room.phones[:3])
    expect(room.screen.locator(".saying .count b")).to_have_text("3 of 5")
    expect(room.screen.locator(".place").first.locator(".backs .card")).to_have_count(3)
    for size in SIZES:
        fits(room.screen, *size)
    room.screen.set_viewport_size({"width": 1920, "height": 1080})
    assert axe(room.screen) == axe(room.phones[3]) == []
    assert [cut for page in (room.screen, *room.phones) for cut in cut_off(page)] == []
    assert room.screen.evaluate("cards") == [], "no card before the reveal"
    runs_in_step(room)
    while not all(there(phone, ".end") for phone in room.phones):
        room.answer()
        time.sleep(0.05)
    expect(room.screen.locator(".saying .text")).to_contain_text("win")
    never_a_secret(room)
    for phone in room.phones[:1]:
        phone.locator(".onlyhand header .plain").tap()
        expect(phone.locator(".onlyhand")).to_have_count(0)
    assert not [key for page in (room.screen, *room.phones) for key in KEY.findall(page.inner_text("body"))]
    assert room.problems == []


def test_screen_and_hand_at_night(browser: Browser, server: str, stack: ExitStack, axe: Axe):
    room = Room(browser, server, stack, "dark")
    phone = room.phones[0]
    assert axe(room.screen) == []
    phone.locator(".go .main").tap()  # bots take the other seats
    wait(phone)
    room.answer()
    phone.wait_for_selector("[data-ask=lay]:not([data-done])")
    assert axe(room.screen) == axe(phone) == []
    phone.locator(".onlyhand header .plain").tap()
    phone.get_by_role("button", name="Only my hand").tap()
    expect(phone.locator(".onlyhand")).to_be_visible()


def lays(phones: list[Page]) -> None:
    for phone in phones:
        phone.wait_for_selector("[data-ask=lay]:not([data-done])")
        by_finger(phone, "lay")
        phone.wait_for_selector("[data-done], .look")


def one_hides(phone: Page) -> None:
    """The page turns to a cover that holds nothing of the hand, also after a reload."""
    phone.wait_for_selector("[data-ask=lay]")
    phone.locator(".hide").tap()
    phone.reload()
    expect(phone.locator(".cover")).to_be_visible()
    assert phone.locator("[data-card], .card, .tile").count() == 0
    phone.locator(".cover button").first.focus()
    for _ in range(2):  # by keyboard a second press confirms
        phone.keyboard.press("Enter")
    expect(phone.locator("[data-hand]")).to_be_visible()


def fits(screen: Page, width: int, height: int) -> None:
    """Board, column and tray fill the window, nothing is cut, letters are as large as three metres need."""
    screen.set_viewport_size({"width": width, "height": height})
    screen.evaluate(PAINTED)
    parts = (".middle", "aside", ".saying", ".code svg")
    board, column, tray, code = (screen.locator(part).evaluate(BOX) for part in parts)
    assert board["width"] / board["height"] == pytest.approx(1110 / 590, rel=0.01)
    assert board["width"] >= 0.75 * width
    assert column["x"] >= board["x"] + board["width"] + 7
    assert column["x"] + column["width"] <= width
    assert tray["y"] + tray["height"] == pytest.approx(height, abs=1)
    assert screen.evaluate(CUT) == [], (width, height)
    if (width, height) == (1920, 1080):
        assert (board["width"], board["height"]) == pytest.approx((1596, 848), abs=2)
        assert column["width"] == pytest.approx(300, abs=2)
        assert code["width"] == pytest.approx(176, abs=2)
        assert tray["height"] == pytest.approx(216, abs=9)
    scale = min(width / 1920, height / 1080)
    for selector, pixels in TYPE.items():
        size = float(
            screen.locator(selector).first.evaluate("e => getComputedStyle(e).fontSize").removesuffix("px")
        )
        assert size >= 0.97 * pixels * scale, (selector, width, height)


def runs_in_step(room: Room) -> None:
    """A phone shows its result only when the screen says that it has; a tap on it takes the screen on."""
    screen, phone = room.screen, room.phones[2]
    phone.evaluate(STAND_STILL)  # else it would go on by itself after a while
    room.held = []
    lays(room.phones[3:])
    screen.wait_for_selector(".bigscreen .show.ranked")
    expect(phone.locator(".look")).to_be_visible()
    assert phone.locator(".look .result b, .look .card").count() == 0
    room.release()
    expect(phone.locator(".look .result b").first).to_be_visible()
    phone.evaluate("Date.now = moving")
    if there(phone, ".next"):
        phone.locator(".next").tap()
        for _ in range(PATIENCE):
            if room.messages("step_wanted"):
                return
            screen.wait_for_timeout(50)
        raise AssertionError("the screen is not told of the tap")


def never_a_secret(room: Room) -> None:
    """What the screen was sent and what it showed: cards only after the event that opens them."""
    assert room.messages("ask") == []
    assert {m["seat"] for m in room.messages("welcome") + room.messages("table")} == {None}
    events = [event for m in room.messages("events") for event in m["events"]]
    hidden = [e for e in events if e["event"] == "answered" and e["action"] is not None]
    assert {e["action"]["do"] for e in hidden} <= {"roll", "pass", "take", "place_first"}
    opened = next(n for n, e in enumerate(events) if e["event"] == "revealed")
    before = json.dumps(events[1:opened])
    assert '"card"' not in before
    assert '"cards":[[' not in before
