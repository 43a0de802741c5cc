"""One device, passed around: between two people nothing of the one before is on it, wherever one looks."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.conftest import Axe
from tests.browser.player import ASKED, by_finger, remembered

SHORT = (
    files("chocolatl.rules").joinpath("boards/default.toml").read_text().replace("rounds = 7", "rounds = 1")
)
# Everything that can be read, seen or heard: texts and what is said instead of them. Drawings have no words.
READABLE = """() => {
  const said = [document.title];
  const look = (element) => {
    if (['STYLE', 'SCRIPT', 'NOSCRIPT'].includes(element.tagName) || element.id === 'chocolatl-art') return;
    for (const { name, value } of element.attributes)
      if (/^(aria-|data-)|^(title|alt|value|placeholder)$/.test(name)) said.push(value);
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
      else if (node.nodeType === Node.ELEMENT_NODE) look(node);
  };
  look(document.documentElement);
  return said.join(' ');
}"""
KEPT = """() => JSON.stringify([
  ...Object.entries(localStorage), ...Object.entries(sessionStorage), history.state, history.length,
])"""
STATE = f"""() => document.querySelector('.end') ? 'end' : document.querySelector('.cover') ? 'cover'
  : document.querySelector('.pass .confirm') ? 'pass' : document.querySelector('{ASKED}') ? 'aloud' : null"""
# A page that goes may be kept as it is and shown again by Back: what it has then must be the cover.
FROZEN = "dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))"
HOLD = ".cover .hold"


class Device:
    """A phone that two people share: which seats its sockets look through, and what a handover leaves."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.looking: set[WebSocket] = set()
        self.kept: str | None = None
        self.handovers = list[str]()
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._sent(socket, json.loads(frame)))
        socket.on("close", lambda _: self.looking.discard(socket))

    def _sent(self, socket: WebSocket, message: dict[str, Any]) -> None:
        if message["type"] == "hello" and message["seat"] is not None:
            self.looking.add(socket)

    def clean(self) -> None:
        """No number to read, no card in the page, nothing kept."""
        assert not re.search(r"\d", self.page.evaluate(READABLE))
        assert self.page.locator("[data-card], [data-hand], [data-place], .card").count() == 0
        kept = self.page.evaluate(KEPT)
        assert self.kept in (None, kept), "what one person did left a trace"
        self.kept = kept

    def scan(self) -> None:
        """The same, and no socket with anybody's eyes."""
        self.clean()
        while self.looking:  # until the closing handshake is over
            self.page.wait_for_timeout(20)
        self.handovers.append(self.page.inner_text(".cover h1 b"))

    def take(self) -> None:
        """Two taps, as with a screen reader."""
        self.page.tap(HOLD)
        self.page.tap(HOLD)
        self.page.wait_for_selector(ASKED)

    def answer(self) -> None:
        number = self.page.get_attribute(ASKED, "data-turn")
        by_finger(self.page, str(self.page.get_attribute(ASKED, "data-ask")))
        gone = f"n => document.querySelector('{ASKED}')?.dataset.turn !== n"
        self.page.wait_for_function(gone, arg=number)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True)
    context.add_init_script(remembered())
    yield context.new_page()
    context.close()


def passed(page: Page, server: str, **wish: Any) -> str:
    page.goto(server, wait_until="networkidle")
    body = {"people": ["Ana", "Bo"], "bot": "greedy", "board": SHORT} | wish
    table: str = page.request.post(f"{server}/api/pass-around", data=body).json()["table"]["id"]
    page.goto(f"{server}/table/{table}")
    return table


def test_a_whole_game_leaves_nothing_of_one_person_for_the_next(phone: Page, server: str) -> None:
    device = Device(phone)
    passed(phone, server)
    while (state := phone.wait_for_function(STATE).json_value()) != "end":
        if state == "cover":
            device.scan()
            device.take()
        elif state == "pass":
            phone.tap(".pass .confirm")
            continue
        device.answer()
    assert device.handovers[:4] == ["Ana", "Bo", "Ana", "Bo"], "a sacrifice and a bid of both"
    phone.get_by_role("button", name="Play again", exact=True).tap()
    expect(phone.locator(".cover h1")).to_have_text("Pass the device to Ana")


def test_the_cover_asks_and_is_never_passed_over(phone: Page, server: str, axe: Axe) -> None:
    device = Device(phone)
    phone.goto(server)
    phone.get_by_role("button", name="Share this device").tap()
    phone.get_by_role("textbox", name="Player 2").fill("Hanna")
    phone.get_by_role("button", name="Add a person").tap()
    phone.get_by_role("textbox", name="Player 3").fill("Bo")
    phone.get_by_role("button", name="Start", exact=True).tap()
    expect(phone.locator(".cover h1")).to_have_text("Pass the device to Ana")
    assert axe(phone) == []
    hold(phone)
    phone.wait_for_selector(ASKED)
    phone.reload()
    expect(phone.locator(".cover h1")).to_have_text("Pass the device to Ana")
    device.take()
    phone.go_back()
    phone.wait_for_selector(".home")
    phone.go_forward()
    expect(phone.locator(".cover h1")).to_have_text("Pass the device to Ana")
    device.take()
    phone.locator("[data-hand] button, [data-place=hand] button").nth(3).tap()
    phone.get_by_role("button", name="Cover", exact=True).tap()
    expect(phone.locator(".cover h1")).to_have_text("Pass the device to Ana")
    device.clean()
    device.take()
    phone.evaluate(FROZEN)
    device.clean()
    device.take()
    phone.goto(f"{server}/rules")
    phone.go_back()
    expect(phone.locator(".cover h1")).to_have_text("Pass the device to Ana")
    phone.get_by_role("button", name="Somebody else sits here").tap()
    assert axe(phone) == []
    phone.get_by_role("button", name="Bo goes first").tap()
    expect(phone.locator(".cover h1")).to_have_text("Pass the device to Bo")
    device.take()
    device.answer()
    expect(phone.locator(".cover")).to_contain_text("Your choice is safe, Bo.")
    for language in ("en", "nl", "de", "fr"):
        speak(phone, language)
        assert not re.search(r"[{}]|cover\.|device\.", phone.inner_text("body"))
        for width, height in ((390, 664), (360, 640), (664, 390), (640, 360), (768, 1024), (1024, 768)):
            phone.set_viewport_size({"width": width, "height": height})
            for part in (".cover h1", HOLD, ".cover .plainly"):
                expect(phone.locator(part)).to_be_in_viewport(ratio=1)


def speak(page: Page, language: str) -> None:
    """Another language, and the page is loaded anew: it comes back to the cover."""
    page.evaluate(
        """language => {
            const settings = JSON.parse(localStorage['chocolatl.settings']);
            localStorage['chocolatl.settings'] = JSON.stringify({ ...settings, language });
        }""",
        language,
    )
    page.reload()
    page.wait_for_selector(f"html[lang={language}] .cover")


def hold(page: Page) -> None:
    """A finger that stays; a short one before it opens nothing."""
    box = page.locator(HOLD).bounding_box()
    assert box is not None
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    page.wait_for_timeout(900)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
