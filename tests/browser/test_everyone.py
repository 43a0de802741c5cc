"""Without eyes, without a mouse, at four times the size: a reader's game, focus, zoom and large letters."""

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.player import by_keyboard, by_mouse, play_on, remembered, tab_to, wait

DEFAULT = files("chocolatl.rules").joinpath("boards/default.toml").read_text()
SHORT = DEFAULT.replace("rounds = 7", "rounds = 1")
LETTERS = """addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style');
    style.textContent = 'html { font-size: 200% }';
    document.head.append(style);
})"""
CARD = re.compile(r"^Card \d+$")
# Everything that is said, in the order in which it is said.
HEARING = """() => {
    window.heard = [];
    const region = document.querySelector('[data-spoken]');
    new MutationObserver(() => heard.push(region.textContent.trim()))
        .observe(region, { childList: true, characterData: true, subtree: true });
}"""
# What leaves the window sideways, or is cut off by something that does not scroll.
OUTSIDE = """() => [...document.querySelectorAll(
        '.place .sign, .place .slots, [data-hand] [data-card], .confirm, .tools button, .bar button')]
    .filter(e => e.getClientRects().length)
    .map(e => [e, e.getBoundingClientRect()])
    .filter(([e, box]) => box.left < -1 || box.right > innerWidth + 1
        || box.bottom + scrollY > document.documentElement.scrollHeight + 1 || box.height < 12)
    .map(([e]) => `${e.className} ${e.textContent.trim()}`)"""
CUT = """() => [...document.querySelectorAll('.sign span, .bar p')]
    .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent.trim())"""


def open_table(page: Page, server: str, board: str | None) -> None:
    """A table with three bots that has begun."""
    page.goto(server, wait_until="networkidle")
    body = {"name": "Ana", "players": 4} | ({"board": board} if board else {})
    table = page.request.post(f"{server}/api/tables", data=body).json()["table"]["id"]
    page.goto(f"{server}/table/{table}")
    page.get_by_role("button", name="Start with bots").click()
    assert wait(page) == "sacrifice"


class Reader:
    """Somebody who knows the page by roles and names alone, and by what is said."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tray = page.get_by_role("region", name="Your hand and the question")

    def press(self, button: Locator) -> None:
        button.focus()
        self.page.keyboard.press("Enter")

    def answer(self, page: Page, kind: str) -> None:
        question = self.tray.get_by_role("heading", level=2)
        expect(question).to_be_attached()
        if kind == "sacrifice":
            self.press(self.tray.get_by_role("button", name="Card 5", exact=True))
            self.press(self.tray.get_by_role("button", name="Sacrifice the 5"))
        elif kind == "lay":
            self.lay()
        elif kind == "take":
            self.press(self.tray.get_by_role("button", name="Take the bonus die"))
        elif kind == "roll":
            self.press(self.tray.get_by_role("button", name=re.compile("Keep")))
        elif kind == "give_back":
            self.press(self.tray.get_by_role("button", name=re.compile("^Card")).first)
            self.press(self.tray.get_by_role("button", name=re.compile("Give back")))
        else:
            self.press(self.tray.get_by_role("button", name=re.compile("first")).first)

    def lay(self) -> None:
        """Take up a card and put it where the button's name says; the next ones follow it, as is said."""
        self.press(self.tray.get_by_role("button", name=CARD).first)
        self.press(self.page.get_by_role("button", name=re.compile(r"^1 Temple.*Put the \d+ here")))
        expect(self.tray.get_by_role("status").first).to_contain_text("Temple, ")
        for _ in range(11):
            self.press(self.tray.get_by_role("button", name=CARD).first)
        expect(self.page.get_by_role("button", name=re.compile(r"^6 Ball court.*Cards: "))).to_be_attached()
        self.press(self.tray.get_by_role("button", name="Lay these cards"))


def test_a_whole_game_by_roles_names_and_ears(browser: Browser, server: str) -> None:
    """With a reveal that is shown: it is told in short lines, and the rest is said when one asks."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(remembered(speed="fast"))
    page = context.new_page()
    open_table(page, server, SHORT)
    page.evaluate(HEARING)
    reader = Reader(page)
    play_on(page, reader.answer, until=lambda kind: kind == "lay")
    spoken = page.locator("[data-spoken]")
    expect(spoken).to_contain_text("Your turn. Lay 2 cards on every location.")
    for key, words in (
        ("l", "Ana (you): 0 points"),
        ("c", "In hand: 0, 1, 2, 3, 4, 6, 7"),
        ("h", "Temple: first takes Chocolatl"),
        ("w", "Round 1 is a red round: all markers are on box 0, which is red. (rule 2.2)"),
        ("a", "Round 1 is a red round"),
    ):
        page.keyboard.press(key)
        expect(spoken).to_contain_text(words)
    page.get_by_role("button", name="Who leads?").press("Enter")
    expect(spoken).to_contain_text("Ana (you): 0 points")
    page.evaluate("heard.length = 0")
    play_on(page, reader.answer)
    heard: list[str] = page.evaluate("heard")
    told = re.findall(r"(Temple|Plantation|City|Pyramid|Cacao drink|Ball court): \w", " ".join(heard))
    assert "Temple" in told, heard
    assert len(told) >= 2, heard
    assert any("Round 1: " in line for line in heard), heard
    assert max(map(len, heard)) < 160, "nothing is said at length unless it is asked for"
    expect(page.get_by_role("heading", name=re.compile("wins?.*!$"))).to_be_focused()
    context.close()


def test_letters_do_nothing_when_they_are_switched_off(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(remembered(keys=False))
    page = context.new_page()
    open_table(page, server, SHORT)
    page.evaluate(HEARING)
    page.keyboard.press("l")
    page.keyboard.press("c")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group").get_by_text("Keys and screen readers").click()
    expect(page.get_by_text("one short line per location")).to_be_visible()
    assert not any("points" in line or "In hand" in line for line in page.evaluate("heard"))
    context.close()


def test_focus_is_never_lost(browser: Browser, server: str) -> None:
    """After every answer, through the reveal, and at the end."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(remembered(speed="fast"))
    page = context.new_page()
    open_table(page, server, SHORT)

    def attentive(page: Page, kind: str) -> None:
        page.wait_for_function("() => document.activeElement !== document.body")
        by_keyboard(page, kind)

    play_on(page, attentive)
    expect(page.locator("#end-title")).to_be_focused()
    tab_to(page, ".again .main")
    context.close()


@pytest.fixture(scope="module")
def bidding(browser: Browser, server: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 1024}, reduced_motion="reduce")
    context.add_init_script(remembered())
    page = context.new_page()
    open_table(page, server, None)
    play_on(page, by_mouse, until=lambda kind: kind == "lay")
    yield page
    context.close()


@pytest.mark.parametrize(("width", "height"), [(320, 256), (320, 568), (427, 341), (683, 384)])
def test_at_four_times_the_size_nothing_is_lost_sideways(bidding: Page, width: int, height: int) -> None:
    bidding.set_viewport_size({"width": width, "height": height})
    bidding.wait_for_function(
        """([width, height]) => {
            const laid = (name) => document.querySelector('main').style.getPropertyValue(name);
            const fits = laid('--w') === `${width}px` && laid('--h') === `${height}px`;
            return fits && document.querySelectorAll('.place .sign').length === 6;
        }""",
        arg=[width, height],
    )
    assert bidding.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert bidding.evaluate(OUTSIDE) == []
    assert bidding.evaluate(CUT) == []
    bidding.locator(".confirm").scroll_into_view_if_needed()
    expect(bidding.locator(".confirm")).to_be_in_viewport(ratio=0.99)


def test_letters_twice_as_large(browser: Browser, server: str) -> None:
    """The whole table grows with them, as far as 320 pixels remain; it is laid out for what is left."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, bypass_csp=True)
    context.add_init_script(LETTERS)
    context.add_init_script(remembered())
    page = context.new_page()
    open_table(page, server, None)
    play_on(page, by_mouse, until=lambda kind: kind == "lay")
    for width, height in ((1366, 768), (768, 1024), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "zoom => Number(document.querySelector('main').style.zoom) === zoom", arg=min(2, width / 320)
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert (page.evaluate(OUTSIDE), page.evaluate(CUT)) == ([], [])
    play_on(page, by_mouse, until=lambda kind: kind != "lay")
    context.close()
