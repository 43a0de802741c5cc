"""The browser is real, and axe sees what is wrong."""

from playwright.sync_api import Page

from tests.browser.conftest import Axe

GOOD = "data:text/html,<html lang=en><title>Cocoa</title><main><h1>Seven beans</h1></main></html>"
BAD = "data:text/html,<html lang=en><title>Cocoa</title><main><h1>Beans</h1><img src='data:,'></main></html>"


def test_the_browser_opens_a_page(page: Page) -> None:
    page.goto(GOOD)
    assert page.title() == "Cocoa"
    assert page.get_by_role("heading").inner_text() == "Seven beans"


def test_axe_finds_nothing_wrong_with_a_good_page(page: Page, axe: Axe) -> None:
    page.goto(GOOD)
    assert axe(page) == []


def test_axe_finds_a_picture_without_words(page: Page, axe: Axe) -> None:
    page.goto(BAD)
    assert [violation["id"] for violation in axe(page)] == ["image-alt"]
