"""Four friends, from the invitation to the rematch: four browsers, four languages, over another address.

The suite plays one round. `CHOCOLATL_EVENING=1` plays all seven, with reveals that are shown and a line
that is cut for 20 seconds: some minutes, before a release.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.player import ASKED, by_finger, by_mouse, remembered, turn, wait
from tests.browser.screens import cut_off

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
OTHER = "127.0.0.2"
KEY = re.compile(r"\b(?:lobby|chat|phrase|notice|end|reconnect|trouble)\.[a-z_.]+")
EVENING = bool(os.environ.get("CHOCOLATL_EVENING"))
DEFAULT = files("chocolatl.rules").joinpath("boards/default.toml").read_text()
BOARD = DEFAULT if EVENING else DEFAULT.replace("rounds = 7", "rounds = 1")
SPEED = "fast" if EVENING else "instant"
CUT_SECONDS = 20 if EVENING else 0
WATCHING = """
    window.began = false;
    new MutationObserver(() => { window.began ||= !!document.querySelector('.curtain'); })
        .observe(document, { childList: true, subtree: true });
"""
MOVED_ON = f"n => document.querySelector('.end') || document.querySelector('{ASKED}')?.dataset.turn !== n"
GUESTS = (("de", 390, 664), ("fr", 360, 640), ("nl", 768, 1024))


class Friend:
    """Somebody with a device of their own, whose line can be cut for a while."""

    def __init__(self, browser: Browser, stack: ExitStack, language: str, width: int, height: int) -> None:
        self.touch = language != "en"
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=self.touch, is_mobile=self.touch
        )
        stack.callback(context.close)
        context.add_init_script(remembered(name="", language=language, speed=SPEED, explained=False))
        context.add_init_script(WATCHING)
        self.page = context.new_page()
        self.problems = list[str]()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.route_web_socket("**/socket", self._connect)
        self.lines = list[WebSocketRoute]()
        self.down = False

    def _connect(self, line: WebSocketRoute) -> None:
        if self.down:
            line.close(code=3001)
            return
        line.connect_to_server()
        self.lines.append(line)

    def cut(self) -> None:
        self.down = True
        self.lines[-1].close(code=3001)

    def answer(self) -> None:
        """Answer, if asked."""
        asked = self.page.query_selector(ASKED)
        if asked is not None:
            (by_finger if self.touch else by_mouse)(self.page, str(asked.get_attribute("data-ask")))

    def speaks(self) -> None:
        """Nothing on the page is a key without words, no text is cut off, and nothing went wrong."""
        assert not KEY.findall(self.page.inner_text("body"))
        assert cut_off(self.page) == []
        assert self.problems == []


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """`chocolatl play --lan`: the address for this machine and the one for others, as the terminal says."""
    command = ("-m", "chocolatl", "play", "--no-browser", "--port", "0", "--data", str(tmp_path))
    out = tmp_path / "out"
    with (
        out.open("w") as terminal,
        subprocess.Popen(
            (sys.executable, *command, "--lan", "--lan-address", OTHER), stdout=terminal
        ) as process,
    ):
        try:
            while len(found := re.findall(r"http://[^ /]+", out.read_text())) < 2:
                assert process.poll() is None
                time.sleep(0.05)
            yield found[0], found[1]
        finally:
            process.terminate()


def test_four_friends_from_the_invitation_to_the_rematch(browser: Browser, playing: tuple[str, str]) -> None:
    here, terminal = playing
    with ExitStack() as stack:
        host = Friend(browser, stack, "en", 1366, 768)
        guests = [Friend(browser, stack, *guest) for guest in GUESTS]
        everybody = [host, *guests]
        link = invites(host.page, here)
        assert link.startswith(f"{terminal}/table/"), "terminal and lobby show the same address"
        for guest in guests:
            sits_down(guest, link)
        names = host.page.locator(".seats .name").all_inner_texts()
        assert len(set(names)) == 4, "nobody gave a name, and everybody has one"
        they_talk(host, guests)
        they_begin(host, guests)
        for friend in (host, *guests[1:]):
            friend.answer()
        a_line_is_cut(guests[0])
        play_to_the_end(everybody)
        once_more(host, guests)
        for friend in everybody:
            friend.speaks()


def invites(page: Page, here: str) -> str:
    page.goto(here, wait_until="networkidle")  # the first answer has brought the cookie
    body = {"name": "Guest", "players": 4, "board": BOARD, "pace": {"pace": "live", "seconds": 30}}
    table = page.request.post(f"{here}/api/tables", data=body).json()["table"]["id"]
    page.goto(f"{here}/table/{table}")
    expect(page.get_by_role("img", name="QR code of the link to this table")).to_be_visible()
    expect(page.get_by_text("Tested: this address answers.")).to_be_visible()
    return page.get_by_role("textbox", name="Link to this table").input_value()


def sits_down(guest: Friend, link: str) -> None:
    guest.page.goto(link)
    guest.page.locator(".tray form .main").tap()
    expect(guest.page.locator(".invite, .seats").first).to_be_visible()
    guest.speaks()


def they_talk(host: Friend, guests: list[Friend]) -> None:
    """A phrase comes in everybody's language; where no chat is in sight there is a bubble."""
    host.page.get_by_role("button", name="Well played!").click()
    for guest, words in zip(guests, ("Gut gespielt!", "Bien joué", "Goed gespeeld!"), strict=True):
        expect(guest.page.get_by_text(words).first).to_be_attached()
    expect(guests[1].page.locator(".where .bubble")).to_contain_text("Bien joué")
    expect(host.page.locator(".chat .notice").first).to_contain_text("sat down")


def they_begin(host: Friend, guests: list[Friend]) -> None:
    for guest in guests:
        guest.page.locator(".go .main").tap()
    expect(host.page.get_by_text("4 of 4 ready.")).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    for friend in (host, *guests):
        assert wait(friend.page) == "sacrifice"
        assert friend.page.evaluate("began"), "everybody has seen the start"
        friend.speaks()


def a_line_is_cut(guest: Friend) -> None:
    """An answer that is given meanwhile says that it will be sent, and is."""
    guest.cut()
    expect(guest.page.locator(".reconnecting")).to_be_visible()
    guest.answer()
    expect(guest.page.get_by_text("sobald die Verbindung")).to_be_visible()
    guest.speaks()
    guest.page.wait_for_timeout(CUT_SECONDS * 1000)
    guest.down = False
    if not CUT_SECONDS:  # after a longer while the page may have tried again by itself
        guest.page.locator(".reconnecting button").tap()
    expect(guest.page.locator(".reconnecting")).to_have_count(0)
    expect(guest.page.get_by_text("sobald die Verbindung")).to_have_count(0)
    guest.page.wait_for_selector("[data-done], [data-ask=lay]")


def play_to_the_end(friends: list[Friend]) -> None:
    while not all(friend.page.query_selector(".end") for friend in friends):
        for friend in friends:
            before = turn(friend.page)
            friend.answer()
            if before is not None:
                friend.page.wait_for_function(MOVED_ON, arg=before)
        time.sleep(0.05)


def once_more(host: Friend, guests: list[Friend]) -> None:
    host.page.get_by_role("button", name="Play again", exact=True).click()
    expect(host.page.locator(".seats")).to_contain_text("Kept for")
    for guest in guests:
        expect(guest.page.locator(".again.asked")).to_be_visible()
        assert guest.page.title().startswith("●")
        expect(guest.page.locator(".again li")).to_have_count(4)
        guest.speaks()
    for guest in guests:
        guest.page.locator(".again .main").tap()
    for friend in (host, *guests):
        assert wait(friend.page) == "sacrifice"
