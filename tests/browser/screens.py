"""Every screen of the page, and one person who has a table for each of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser.player import ASKED, by_keyboard, play_on, remembered, wait

SMALL = ViewportSize(width=360, height=740)
PATIENCE = 90_000
Ready = Callable[[Page], None]
SPEAK = """language => {
    const chosen = document.querySelector('dialog select');
    chosen.value = language;
    chosen.dispatchEvent(new Event('change', { bubbles: true }));
}"""


@dataclass
class Person:
    """One browser with a seat at three tables: one not begun, one in the middle of a bid, one finished."""

    context: BrowserContext
    page: Page
    addresses: dict[str, str]

    def show(self, screen: str, language: str = "en") -> Page:
        """Open a screen and wait until it stands."""
        self.page.goto(self.addresses[screen])
        READY[screen](self.page)
        speak(self.page, language)
        return self.page


def speak(page: Page, language: str) -> None:
    """Change the language in the settings, without a new page."""
    page.evaluate("document.querySelector('.gear').click()")
    settings = page.locator("dialog:has(#settings-title)")
    settings.wait_for()
    page.evaluate(SPEAK, language)
    page.wait_for_function("language => document.documentElement.lang === language", arg=language)
    settings.evaluate("dialog => dialog.close()")
    settings.wait_for(state="detached")


def paint(page: Page, theme: str) -> None:
    """Change the theme as the settings do."""
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
    page.evaluate("() => new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted)))")


def cut_off(page: Page) -> list[str]:
    """Texts of buttons and headings that do not fit where they stand; names of people may be shortened.

    What is out of sight until a key reaches it does not count; cards in a hand lie over each other.
    """
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(
                'button, a, h1, h2, h3, h2 .name, label, th, td, li, summary, .mode, .altar *')]
            .filter(e => e.offsetParent && !e.closest('.said, .strip, .asks:not(:focus-within), [data-prize]')
                         && !e.matches('.hand > li:has(button)') && e.scrollWidth > e.clientWidth + 1
                         && getComputedStyle(e).display !== 'inline')
            .map(e => `${e.tagName} ${e.textContent.trim()} ${e.scrollWidth}>${e.clientWidth}`)"""
    )
    return found


@contextmanager
def person(browser: Browser, server: str) -> Iterator[Person]:
    context = browser.new_context(viewport=SMALL, reduced_motion="reduce")
    context.add_init_script(remembered())
    page = context.new_page()
    page.goto(server, wait_until="networkidle")  # the first answer has brought the cookie

    def new(call: str, **body: object) -> str:
        seated = page.request.post(f"{server}/api/{call}", data={"name": "Ana"} | body).json()
        return f"{server}/table/{seated['table']['id']}"

    bidding, finished = new("play-now", players=5), new("play-now", players=3)
    rules = {
        "first_round": "gold",
        "dice_per_offering": "one",
        "give_back": "any",
        "red_reveal": "per_location",
    }
    addresses = {
        "home": server,
        "settings": server,
        "create": server,
        "people": server,
        "learn": f"{server}/learn",
        "rules": f"{server}/rules",
        "missing": f"{server}/table/{'a' * 16}",
        "lobby": new("tables", pace={"pace": "live"}, hints=True, rules=rules),
        "sacrifice": new("play-now"),
        "bid": bidding,
        "hint": bidding,
        "end": finished,
        "replay": f"{finished}?at=40",
    }
    page.goto(bidding)
    play_on(page, by_keyboard, until=lambda kind: kind == "lay")
    page.goto(finished)
    play_on(page, by_keyboard)
    yield Person(context, page, addresses)
    context.close()


def settle(selector: str) -> Ready:
    return lambda page: page.locator(selector).first.wait_for()


def opened_settings(page: Page) -> None:
    page.locator("header .gear").click()
    page.locator("dialog[open]").wait_for()


def opened_form(page: Page) -> None:
    """All that one can wish of a table."""
    page.locator(".tray .friends").click()
    page.locator("form details summary").click()
    page.locator(".switches select").first.select_option("gold")
    page.locator("form select", has=page.locator("option[value=bank]")).select_option("bank")
    page.locator(".mark").wait_for()


def opened_people(page: Page) -> None:
    """Who passes this device around."""
    page.locator(".ways button").last.click()
    page.locator("form .add").click()


def opened_lobby(page: Page) -> None:
    page.locator(".lobby .invite svg[role=img]").wait_for()
    page.locator(".lobby .three summary").first.click()
    page.locator(".facts .other").first.wait_for()


def known_cards(page: Page) -> None:
    wait(page)
    page.locator("[data-open=known]").click()
    page.locator(".out").first.wait_for()


def advice(page: Page) -> None:
    """A strong bot may have to be compiled first; then it says so, and one asks again."""
    wait(page)
    for _ in range(60):
        page.locator(f"{ASKED} .advice").click()
        page.locator(".hint li, .hint .warn").first.wait_for(timeout=PATIENCE)
        if page.locator(".hint li").count():
            return
        page.locator(f"{ASKED} .advice").click()
        page.wait_for_timeout(2000)
    raise AssertionError("the adviser never gets ready")


READY: dict[str, Ready] = {
    "home": settle(".home .main"),
    "settings": opened_settings,
    "create": opened_form,
    "people": opened_people,
    "learn": settle(".page form"),
    "rules": settle("[id='8']"),
    "missing": settle("[role=alert]"),
    "lobby": opened_lobby,
    "sacrifice": settle("[data-ask=sacrifice]"),
    "bid": known_cards,
    "hint": advice,
    "end": settle(".end .moments, .end .row"),
    "replay": settle(".replay"),
}
