"""A bid made ahead while others think or the last round is revealed; a reveal that stands and goes on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import ASKED, by_keyboard, remembered, wait

KEPT = """change => { const kept = JSON.parse(localStorage['chocolatl.settings']);
    localStorage['chocolatl.settings'] = JSON.stringify({ ...kept, ...change }); }"""

# What was said at any time, also if it was said only for a moment.
REMEMBER = """
window.said = new Set();
const listen = () => document.querySelectorAll('[role=status]').forEach(e => window.said.add(e.textContent));
new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
"""


@pytest.fixture
def revealing(browser: Browser, server: str) -> Iterator[Page]:
    """Somebody with a finger who has laid all cards and looks at the first location."""
    context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True)
    context.add_init_script(remembered(speed="slow"))
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name="Play now").click()
    wait(page)
    by_keyboard(page, "sacrifice")
    page.get_by_role("button", name="Skip").click()
    assert wait(page) == "lay"
    by_keyboard(page, "lay")
    page.locator(".show.temple").wait_for()
    yield page
    context.close()


def planned(page: Page) -> dict[str, list[str]]:
    """The cards of mine that lie at each place and can still be moved."""
    found: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.slot[data-drop]')].map(place =>
            [place.dataset.drop, [...place.querySelectorAll('[data-card]')].map(c => c.ariaLabel)]))"""
    )
    return {place: cards for place, cards in found.items() if cards}


def test_the_next_bid_is_made_during_the_reveal_and_lies_ready_when_asked(revealing: Page) -> None:
    page = revealing
    page.get_by_role("button", name="Plan ahead").tap()
    expect(page.get_by_role("button", name="Keep the plan")).to_be_visible()
    expect(page.locator(".show")).to_have_count(0)
    for key in "1145":
        page.keyboard.press(key)
    plan = planned(page)
    assert {place: len(cards) for place, cards in plan.items()} == {"temple": 2, "pyramid": 1, "drink": 1}
    page.get_by_role("button", name="Keep the plan").tap()
    expect(page.locator(".show")).to_be_visible()
    page.evaluate(KEPT, {"speed": "instant"})
    page.add_init_script(REMEMBER)
    page.reload()
    while (kind := wait(page)) != "lay":
        by_keyboard(page, kind)
    laid = planned(page)  # in a green round one card of each pair, in a gold one the first place only
    assert laid
    assert all(set(cards) <= set(plan[place]) for place, cards in laid.items())
    page.wait_for_function("() => [...window.said].some(text => text.includes('planned cards lie ready'))")
    assert page.query_selector(f"{ASKED} .confirm") is not None


def test_a_finger_held_down_stops_the_reveal_and_a_tap_goes_on(revealing: Page) -> None:
    page = revealing
    page.locator(".show.temple").hover()
    page.mouse.down()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    events = page.locator("[aria-live=polite].said").inner_text()
    page.wait_for_timeout(1500)
    assert page.locator("[aria-live=polite].said").inner_text() == events
    expect(page.locator(".show.temple")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.locator(".show h2").tap()
    expect(page.locator(".show.plantation")).to_be_visible()


def test_who_looks_on_can_go_to_now(browser: Browser, server: str) -> None:
    """Somebody who likes it slow is behind the table, and leaves the rest of the reveal out."""
    host = browser.new_context(viewport={"width": 1000, "height": 800})
    host.add_init_script(remembered())
    page = host.new_page()
    page.goto(server, wait_until="networkidle")
    made = page.request.post(f"{server}/api/tables", data={"name": "Ana", "players": 3}).json()["table"]
    address = f"{server}/table/{made['id']}"
    page.goto(address)
    page.get_by_role("button", name="Start with bots").click()
    wait(page)
    other = browser.new_context(viewport={"width": 1000, "height": 800})
    other.add_init_script(remembered(speed="slow"))
    looker = other.new_page()
    looker.goto(address)
    looker.locator(".board").wait_for()
    by_keyboard(page, "sacrifice")
    while wait(page) != "lay":
        by_keyboard(page, wait(page))
    by_keyboard(page, "lay")
    looker.locator(".show").wait_for()
    looker.get_by_role("button", name="Back to live").click()
    expect(looker.get_by_role("button", name="Back to live")).to_have_count(0)
    expect(looker.get_by_text("Waiting for")).to_be_visible()
    assert looker.query_selector(".plan") is None
    for context in (host, other):
        context.close()
