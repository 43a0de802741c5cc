"""Somebody's first game at a table explains itself: one line per location, and the rules beside it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from chocolatl.i18n import LANGUAGES
from tests.browser.conftest import Axe
from tests.browser.player import ASKED, CORNER, by_mouse, remembered, wait
from tests.i18n.locale_files import words

SIZES = ((360, 640), (390, 664), (375, 553), (1366, 768), (768, 1024), (640, 360))
CHANGE = """([language, theme]) => { const kept = JSON.parse(localStorage['chocolatl.settings']);
    localStorage['chocolatl.settings'] = JSON.stringify({ ...kept, language, theme }); }"""
LAID_OUT = """([width, height]) => {
    const laid = (name) => document.querySelector('main').style.getPropertyValue(name);
    return laid('--w') === `${width}px` && laid('--h') === `${height}px`
        && document.querySelectorAll('.pays').length === 6;
}"""
# Each line is in sight, fits its field, and nothing of another part lies on it.
LINES = """() => [...document.querySelectorAll('.pays')].map((line) => {
    const box = line.getBoundingClientRect();
    const over = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)[0];
    const fits = line.scrollHeight <= line.clientHeight + 1 && line.scrollWidth <= line.clientWidth;
    const seen = box.top >= 0 && box.bottom <= innerHeight && line.closest('.place').contains(over);
    return [line.textContent, fits && seen];
})"""


@pytest.fixture
def newcomer(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 640})
    context.add_init_script(remembered(explained=False))
    yield context.new_page()
    context.close()


def to_the_first_bid(page: Page, server: str) -> None:
    page.goto(server)
    page.get_by_role("button", name="Play now").click()
    by_mouse(page, wait(page))
    page.wait_for_selector("[data-ask=lay]")


def test_each_location_says_what_it_pays(newcomer: Page, server: str, axe: Axe) -> None:
    """In every language and window the lines fit; they go with "Got it", for good."""
    to_the_first_bid(newcomer, server)
    for language in LANGUAGES:
        newcomer.evaluate(CHANGE, [language, "dark" if language == "nl" else "light"])
        newcomer.reload()
        newcomer.wait_for_selector(".pays")
        for width, height in SIZES:
            newcomer.set_viewport_size({"width": width, "height": height})
            newcomer.wait_for_function(LAID_OUT, arg=[width, height])
            lines = newcomer.evaluate(LINES)
            assert [line for line, good in lines if not good] == [], (language, width, height)
            expect(newcomer.locator(".tool.got")).to_be_in_viewport(ratio=1)
            assert str(words(language, "page")["pays.city"]) in [line for line, _ in lines]
    assert axe(newcomer, only=("color-contrast",)) == []
    field = newcomer.locator(".slot").first
    newcomer.locator("[data-hand] [data-card]").last.click(position=CORNER)
    field.locator(".sign").click()
    expect(field.locator(".pays")).to_have_count(0)
    expect(newcomer.locator(".pays")).to_have_count(5)
    newcomer.keyboard.press("Control+z")
    newcomer.locator(".tool.got").click()
    expect(newcomer.locator(".pays")).to_have_count(0)
    newcomer.reload()
    newcomer.wait_for_selector(ASKED)
    expect(newcomer.locator(".pays")).to_have_count(0)


def test_the_rules_open_beside_the_table(newcomer: Page, server: str) -> None:
    """From a phone's settings, from the book at the rule of the question, from the coach; in no other tab."""
    drawer = newcomer.get_by_role("region", name="Rules")
    to_the_first_bid(newcomer, server)
    newcomer.get_by_role("button", name="Settings").click()
    newcomer.get_by_role("link", name="Rules").click()
    expect(drawer).to_be_visible()
    newcomer.keyboard.press("Escape")
    newcomer.set_viewport_size({"width": 1366, "height": 768})
    newcomer.get_by_role("link", name="Rules").click()
    expect(drawer.locator("article.target")).to_have_id("2.3")
    newcomer.goto(f"{server}/learn")
    newcomer.locator("form button").click()
    newcomer.wait_for_url(re.compile(r"/table/"))
    newcomer.locator("[data-lesson] a").click()
    expect(drawer.locator("article.target")).to_be_in_viewport()
    assert len(newcomer.context.pages) == 1
