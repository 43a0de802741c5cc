"""A clock at a real page: it waits for the reveal, runs in sight, warns, and one click ends the bot after it.

These wait for real clocks, so they take some time; what clocks decide is tested without waiting elsewhere.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Axe
from tests.browser.player import by_mouse, remembered, wait

MINE = ".players .me .ring"
LEFT = f"Number(getComputedStyle(document.querySelector('{MINE}')).getPropertyValue('--left'))"
SHOOK = "window.shaken = []; navigator.vibrate = (pattern) => window.shaken.push(pattern.length);"
HURRY = 5
"""Parts of the pattern with which a phone shakes before time is up."""


@contextmanager
def at_a_clock(
    browser: Browser,
    server: str,
    seconds: int,
    bots: list[str],
    width: int,
    height: int,
    friend: Page | None = None,
    **kept: object,
) -> Iterator[Page]:
    """Somebody at a table of bots and perhaps with a friend, asked for the first time."""
    context = browser.new_context(viewport={"width": width, "height": height})
    context.add_init_script(remembered(**kept))
    context.add_init_script(SHOOK)
    page = context.new_page()
    page.goto(server)
    pace = {"pace": "live", "seconds": seconds}
    players = len(bots) + (2 if friend else 1)
    body = {"name": "Ana", "players": players, "pace": pace, "bots": bots, "listed": False}
    table = page.request.post(f"{server}/api/tables", data=body).json()["table"]["id"]
    page.goto(f"{server}/table/{table}")
    if friend:
        friend.goto(f"{server}/table/{table}")
        friend.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Start the game").click()
    assert wait(page) == "sacrifice"
    yield page
    context.close()


def seat(page: Page, server: str) -> dict[str, object]:
    table = page.url.rsplit("/", 1)[-1]
    found: dict[str, object] = page.request.get(f"{server}/api/tables/{table}").json()["table"]["seats"][0]
    return found


def test_nobody_loses_a_seat_during_a_reveal_that_is_longer_than_the_clock(
    browser: Browser, server: str
) -> None:
    with at_a_clock(browser, server, 15, ["medium"] * 4, 1366, 768, speed="normal") as page:
        by_mouse(page, "sacrifice")
        page.wait_for_selector("[data-ask=lay]:not([data-done])")
        by_mouse(page, "lay")
        page.wait_for_function("() => !document.querySelector('[data-ask]')")
        asked = page.wait_for_function(
            """() => document.querySelector('[data-ask]:not([data-done]) [role=timer]')?.textContent"""
        ).json_value()
        assert int(asked.split()[0]) >= 12, "the clock has not run while the reveal was shown"
        assert not seat(page, server)["held"]
        share = page.evaluate(LEFT)
        page.wait_for_function(f"share => {LEFT} < share - 0.05", arg=share)
        assert not seat(page, server)["held"]


def test_a_clock_warns_then_a_bot_plays_as_everybody_sees_until_one_click(
    browser: Browser, server: str, axe: Axe
) -> None:
    """Bo has answered, and has a clock of his own for the next question: so long the game cannot go on."""
    context = browser.new_context(viewport={"width": 360, "height": 640})
    context.add_init_script(remembered(name="Bo"))
    bo = context.new_page()
    with at_a_clock(browser, server, 12, ["easy"], 360, 640, friend=bo, sound=True) as page:
        assert wait(bo) == "sacrifice"
        by_mouse(bo, "sacrifice")
        expect(page.locator(".bar [role=timer]")).to_contain_text("0:")
        page.wait_for_selector(f"{MINE}.hurry .mark")
        assert page.evaluate("shaken").count(HURRY) == 1
        assert page.get_by_role("alert").filter(has_text="Your time is nearly up.").count() == 1
        assert axe(page) == []
        back = page.get_by_role("button", name="Take my seat back")
        expect(back).to_be_visible()
        expect(page.locator(".players .me .mark svg")).to_be_visible()
        page.click("[data-open=log]")
        expect(page.locator(".log .notice")).to_contain_text("Ana is away, a bot plays")
        page.keyboard.press("Escape")
        back.click()
        expect(back).to_be_hidden()
        assert not seat(page, server)["held"]
    context.close()
