"""Every screen in both themes and four languages: axe content, nothing cut off, nothing too wide or heavy."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Response, ViewportSize, expect

from chocolatl.i18n import LANGUAGES
from tests.browser import screens
from tests.browser.conftest import Axe
from tests.browser.screens import READY, SMALL, Person, cut_off, paint, speak
from tests.i18n.locale_files import words

KILOBYTE = 1000
# Scripts with the drawings, everything but fonts, and the fonts.
HEAVIEST = {"home": (70, 75), "bid": (111, 138)}
FONTS = 60
LIST = 4
# Puts mode and round into the bar, and tells by how much they are too wide for it.
BAR = """([mode, round]) => {
    const bar = document.querySelector('.bar p');
    bar.querySelector('.mode').textContent = mode;
    bar.querySelector('.round').textContent = round;
    return bar.scrollWidth - bar.clientWidth;
}"""
WIDE_FACE = "'DejaVu Sans', Verdana, sans-serif"


@pytest.fixture(scope="module")
def person(browser: Browser, server: str) -> Iterator[Person]:
    with screens.person(browser, server) as found:
        yield found


@pytest.mark.usefixtures("adviser")
@pytest.mark.parametrize("screen", READY)
def test_a_screen_is_for_everybody(person: Person, axe: Axe, screen: str) -> None:
    """The screen is opened once; language and theme change on it, as in the settings."""
    page = person.show(screen)
    for language in LANGUAGES:
        speak(page, language)
        paint(page, "light")
        without = () if language == "en" else (".log",)  # hundreds of lines, all built alike
        assert broken(axe(page, without=without)) == [], language
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], language
        assert cut_off(page) == [], language
        assert "{" not in page.inner_text("body"), language
        paint(page, "dark")  # which changes colours only
        assert broken(axe(page, only=("color-contrast",), without=without)) == [], f"{language}, dark"


def broken(found: list[dict[str, Any]]) -> list[str]:
    return [f"{node['target']}: {node['failureSummary']}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("screen", ["home", "bid"])
@pytest.mark.parametrize(
    "size", [(740, 360), (180, 370), (720, 450)], ids=["on its side", "zoom 200% small", "zoom 200%"]
)
def test_the_page_works_sideways_and_at_double_size(
    person: Person, screen: str, size: tuple[int, int]
) -> None:
    """A zoom of 200% halves the page that one sees; 180 wide is less than anybody has."""
    person.page.set_viewport_size(ViewportSize(width=max(size[0], 320), height=size[1]))
    page = person.show(screen, "de")
    assert page.evaluate("document.documentElement.scrollWidth") <= max(size[0], 320)
    if screen == "bid":
        page.locator("[data-hand] [data-card]").first.scroll_into_view_if_needed()
        expect(page.locator("[data-hand] [data-card]").first).to_be_in_viewport()
    page.set_viewport_size(SMALL)


def test_mode_and_round_fit_the_bar_of_a_phone(person: Person) -> None:
    page = person.show("bid")
    for language in LANGUAGES:
        text = words(language, "page")
        round_ = str(text["round.of.short"]).format(round=7, rounds=7)
        for mode in ("gold", "red", "green"):
            beyond = page.evaluate(BAR, [text[f"bid.{mode}"], round_])
            assert beyond <= 1, (language, mode)


@pytest.mark.parametrize("screen", ["home", "bid"])
def test_the_first_load_is_light(browser: Browser, person: Person, screen: str) -> None:
    """Home as somebody sees it who comes for the first time, a table as its players do.

    Lists of tables are apart: how long they are depends on what was played here before.
    """
    known = None if screen == "home" else person.context.storage_state()
    context = browser.new_context(storage_state=known)
    page = context.new_page()
    sizes = dict[str, int]()
    page.on("response", lambda response: sizes.update({response.url: weight(response)}))
    page.goto(person.addresses[screen], wait_until="networkidle")
    context.close()
    lists = [sizes.pop(url) for url in list(sizes) if "/api/tables?list=" in url]
    assert all(size <= LIST * KILOBYTE for size in lists), lists
    scripts, fonts = (
        sum(size for url, size in sizes.items() if url.endswith(end)) for end in (".js", ".woff2")
    )
    script, rest = HEAVIEST[screen]
    assert 0 < scripts <= script * KILOBYTE, sizes
    assert sum(sizes.values()) - fonts <= rest * KILOBYTE, sizes
    assert 0 < fonts <= FONTS * KILOBYTE, sizes


def weight(response: Response) -> int:
    """What came over the wire, packed; a socket and an empty answer weigh nothing here."""
    return int(response.headers.get("content-length", 0))


@pytest.mark.parametrize("screen", ["home", "rules", "lobby", "bid", "end"])
def test_wide_letters_of_a_stranger_fit_too(browser: Browser, person: Person, screen: str) -> None:
    """Where our fonts do not arrive, the widest of the usual ones takes their place."""
    context = browser.new_context(storage_state=person.context.storage_state(), viewport=SMALL)
    page = context.new_page()
    page.route("**/*.woff2", lambda route: route.abort())
    for language in LANGUAGES:
        page.goto(person.addresses[screen])
        READY[screen](page)
        speak(page, language)
        page.evaluate("face => document.documentElement.style.setProperty('--face', face)", WIDE_FACE)
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], language
    context.close()


def test_home_teaches_newcomers_first_and_takes_others_back_to_their_game(
    browser: Browser, person: Person, server: str
) -> None:
    new = browser.new_context(viewport=SMALL)
    page = new.new_page()
    page.goto(server)
    expect(page.locator(".tray .button").first).to_have_text("Learn in five minutes")
    expect(page.locator(".tray .main")).to_have_count(1)
    new.close()
    known = person.show("home")
    expect(known.locator(".back .main")).to_contain_text("Your turn with")
    expect(known.get_by_role("button", name="Again with")).to_be_visible()
    expect(known.locator(".lists .state").filter(has_text="points").first).to_be_visible()


def test_an_unknown_address_says_so(person: Person, server: str, axe: Axe) -> None:
    page = person.page
    page.goto(f"{server}/nonsense")
    speak(page, "en")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert broken(axe(page)) == []
    page.get_by_role("link", name="Home").click()
    expect(page.locator(".home")).to_be_visible()


@pytest.mark.parametrize("screen", ["bid", "end", "rules"])
def test_paper_is_light_and_shows_nothing_to_press(person: Person, screen: str) -> None:
    page = person.show(screen)
    paint(page, "dark")
    page.emulate_media(media="print")
    assert page.locator(".button:visible, .tool:visible, [data-hand]:visible").count() == 0
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    expect(page.locator(".board, .end, .rules, [id='4.1']").first).to_be_visible()
    page.emulate_media(media="screen")


def test_without_scripts_the_page_says_what_it_is(browser: Browser, server: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server)
    expect(page.locator("noscript p").first).to_be_visible()
    context.close()
