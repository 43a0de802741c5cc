"""A reveal is something one sees happen: at one's own speed, in words too, and with a way past it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Axe
from tests.browser.player import ASKED, by_keyboard, play_on, remembered, wait
from tests.browser.screens import paint


@pytest.fixture
def slow(browser: Browser, server: str) -> Iterator[Page]:
    """Somebody who likes it slow and has just laid all cards."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script(remembered(speed="slow"))
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name="Play now").click()
    assert wait(page) == "sacrifice"
    expect(page).to_have_title("● Your turn · Chocolatl")
    by_keyboard(page, "sacrifice")
    page.get_by_role("button", name="Skip").click()
    assert wait(page) == "lay"
    by_keyboard(page, "lay")
    yield page
    context.close()


def test_offerings_are_turned_up_and_ranked_one_location_after_the_other(slow: Page) -> None:
    reveal = slow.locator(".reveal")
    expect(reveal.locator("h2")).to_have_text("1Temple")
    expect(reveal.locator(".first")).to_be_visible()
    totals = [int(text) for text in reveal.locator(".total .said").all_inner_texts()]
    assert totals == sorted(totals, reverse=True)
    assert len(totals) == 4
    assert slow.query_selector(ASKED) is None
    assert slow.title() == "Chocolatl"


def test_a_screen_reader_hears_what_happens(slow: Page) -> None:
    """One short line when a location is over."""
    expect(slow.locator("[data-spoken]")).to_contain_text(re.compile(r"^Temple: [^.]+\.$"))


def test_whoever_is_in_a_hurry_skips(slow: Page) -> None:
    slow.get_by_role("button", name="Skip").click()
    assert wait(slow) in ("lay", "take", "roll", "place_first", "give_back")


def test_speed_is_a_setting_that_is_remembered(slow: Page) -> None:
    slow.get_by_role("button", name="Settings").click()
    slow.get_by_label("Speed of the reveal").select_option("instant")
    slow.get_by_label("Language").select_option("de")
    expect(slow.get_by_role("heading", name="Einstellungen")).to_be_visible()
    slow.reload()
    assert slow.get_attribute("html", "lang") == "de"
    play_on(slow, by_keyboard, until=lambda kind: kind == "lay")
    assert slow.query_selector(".skip") is None


def test_with_reduced_motion_nothing_moves_but_everything_is_told(browser: Browser, server: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(remembered(speed="slow"))
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name="Play now").click()
    wait(page)
    by_keyboard(page, "sacrifice")
    page.get_by_role("button", name="Skip").click()
    wait(page)
    by_keyboard(page, "lay")
    expect(page.locator(".reveal .first")).to_be_visible()
    moving = page.evaluate("document.getAnimations().filter(a => a.effect.getTiming().duration > 1).length")
    assert moving == 0
    context.close()


@pytest.mark.parametrize("size", [(360, 640), (1366, 768)], ids=["telephone", "laptop"])
def test_the_reveal_is_for_everybody_and_goes_on_at_a_tap(
    browser: Browser, server: str, axe: Axe, size: tuple[int, int]
) -> None:
    """Held it stands, tapped it goes on to the next location; axe is content by day and by night."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.add_init_script(remembered(speed="slow"))
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name="Play now").click()
    wait(page)
    by_keyboard(page, "sacrifice")
    page.get_by_role("button", name="Skip").click()
    wait(page)
    by_keyboard(page, "lay")
    page.locator(".show.temple.ranked").wait_for(timeout=60_000)
    page.get_by_role("button", name="Pause").click()
    for theme in ("light", "dark"):
        paint(page, theme)
        page.wait_for_timeout(400)
        assert [found["nodes"][0]["target"] for found in axe(page)] == [], theme
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".show.plantation")).to_be_visible()
    page.locator(".show.plantation h2").click()
    expect(page.locator(".show.city")).to_be_visible()
    context.close()
