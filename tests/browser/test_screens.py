"""Every screen in both themes and four languages: axe content, nothing cut off, nothing too wide or heavy."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from tests.browser.conftest import Axe
from tests.browser.player import by_keyboard, play_on, remembered, wait

# A theme changes colours, a language lengths: these pairs see every one of both.
LOOKS = (("en", "light"), ("en", "dark"), ("nl", "dark"), ("de", "light"), ("fr", "dark"))
SMALL = {"width": 360, "height": 740}
KILOBYTE = 1000
FIRST_LOAD, SCRIPT = 150 * KILOBYTE, 80 * KILOBYTE


@dataclass
class Person:
    """One browser with a seat at three tables: one not begun, one in the middle of a bid, one finished."""

    context: BrowserContext
    page: Page
    server: str
    addresses: dict[str, str]

    def show(self, screen: str, language: str, theme: str) -> Page:
        self.page.goto(f"{self.server}/healthz")
        self.page.evaluate(
            f"localStorage.removeItem('chocolatl.settings'); {remembered(language=language, theme=theme)}"
        )
        self.page.goto(self.addresses[screen])
        READY[screen](self.page)
        return self.page


def settle(selector: str) -> Callable[[Page], None]:
    def ready(page: Page) -> None:
        page.locator(selector).first.wait_for()

    return ready


def opened_settings(page: Page) -> None:
    page.locator("header button").first.click()
    page.locator("dialog[open]").wait_for()


def known_cards(page: Page) -> None:
    wait(page)
    page.locator(".players > button").click()
    page.locator(".out").first.wait_for()


READY = {
    "home": settle(".home button.main"),
    "settings": opened_settings,
    "lobby": settle(".lobby svg[role=img]"),
    "sacrifice": settle("[data-ask=sacrifice]"),
    "bid": known_cards,
    "end": settle(".end .row"),
    "replay": settle(".replay"),
    "missing": settle("[role=alert]"),
}


@pytest.fixture(scope="module")
def person(browser: Browser, server: str) -> Iterator[Person]:
    context = browser.new_context(viewport=SMALL)  # type: ignore[arg-type]
    context.add_init_script(remembered())
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.goto(server, wait_until="networkidle")  # the first answer has brought the cookie
    page.locator(".home").wait_for()

    def new(path: str, **body: object) -> str:
        table = page.request.post(f"{server}/api/{path}", data={"name": "Ana", **body}).json()["table"]
        return f"{server}/table/{table['id']}"

    addresses = {"home": server, "settings": server, "missing": f"{server}/table/nowhere"}
    addresses |= {"lobby": new("tables"), "sacrifice": new("play-now"), "bid": new("play-now", players=5)}
    finished = new("play-now", players=3)
    page.goto(addresses["bid"])
    play_on(page, by_keyboard, until=lambda kind: kind == "lay")
    page.goto(finished)
    play_on(page, by_keyboard)
    addresses |= {"end": finished, "replay": f"{finished}?at=40"}
    yield Person(context, page, server, addresses)
    context.close()


@pytest.mark.parametrize(("language", "theme"), LOOKS)
@pytest.mark.parametrize("screen", READY)
def test_a_screen_is_for_everybody(person: Person, axe: Axe, screen: str, language: str, theme: str) -> None:
    page = person.show(screen, language, theme)
    assert page.get_attribute("html", "lang") == language
    assert [(found["id"], [node["target"] for node in found["nodes"]]) for found in axe(page)] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    assert cut_off(page) == []


def cut_off(page: Page) -> list[str]:
    """Texts of buttons and headings that do not fit where they stand; names of people may be shortened."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, a, h1, h2, h3, h2 .name, label, th, .mode, .altar *')]
            .filter(e => e.offsetParent && !e.closest('.said') && e.scrollWidth > e.clientWidth + 1
                         && getComputedStyle(e).display !== 'inline')
            .map(e => `${e.tagName} ${e.textContent.trim()} ${e.scrollWidth}>${e.clientWidth}`)"""
    )
    return found


@pytest.mark.parametrize("screen", ["home", "bid"])
@pytest.mark.parametrize(
    "size", [(740, 360), (180, 370), (720, 450)], ids=["on its side", "zoom 200% small", "zoom 200%"]
)
def test_the_page_works_sideways_and_at_double_size(
    person: Person, screen: str, size: tuple[int, int]
) -> None:
    """A zoom of 200% halves the page that one sees; 180 wide is less than anybody has."""
    person.page.set_viewport_size({"width": max(size[0], 320), "height": size[1]})
    page = person.show(screen, "de", "light")
    assert page.evaluate("document.documentElement.scrollWidth") <= max(size[0], 320)
    if screen == "bid":
        page.locator("[data-hand] [data-card]").first.scroll_into_view_if_needed()
        expect(page.locator("[data-hand] [data-card]").first).to_be_in_viewport()
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]


@pytest.mark.parametrize("screen", ["home", "bid"])
def test_the_first_load_is_light(browser: Browser, person: Person, screen: str) -> None:
    context = browser.new_context(storage_state=person.context.storage_state())
    page = context.new_page()
    sizes = dict[str, int]()
    page.on("response", lambda response: sizes.update({response.url: weight(response)}))
    page.goto(person.addresses[screen], wait_until="networkidle")
    scripts = {url: size for url, size in sizes.items() if url.endswith(".js")}
    context.close()
    assert scripts
    assert sum(scripts.values()) <= SCRIPT, scripts
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


def weight(response: Response) -> int:
    """What came over the wire, packed; a socket and an empty answer weigh nothing here."""
    return int(response.headers.get("content-length", 0))
