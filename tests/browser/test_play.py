"""Whole games against bots: by mouse, by keyboard alone, by finger on a small telephone."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Axe
from tests.browser.player import (
    ASKED,
    CORNER,
    by_finger,
    by_keyboard,
    by_mouse,
    play_on,
    remembered,
    tab_to,
    wait,
)
from tests.browser.screens import paint

SMALL = {"width": 360, "height": 740}
WIDE = {"width": 1440, "height": 900}


@contextmanager
def person(
    browser: Browser, size: dict[str, int], *, touch: bool = False, **settings: object
) -> Iterator[Page]:
    """Somebody at a browser of their own; afterwards it must have shown no error and called no other host."""
    context = browser.new_context(viewport=size, has_touch=touch)  # type: ignore[arg-type]
    context.add_init_script(remembered(**settings))
    page = context.new_page()
    errors, hosts = list[str](), set[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    yield page
    assert errors == []
    assert len(hosts) == 1, f"more than one host: {hosts}"
    context.close()


def test_a_whole_game_by_mouse(browser: Browser, server: str) -> None:
    with person(browser, WIDE) as page:
        page.goto(server)
        page.get_by_role("button", name="Play now").click()
        play_on(page, by_mouse)
        expect(page.locator(".end h2")).to_contain_text("win")
        check_the_dice(page)
        page.get_by_role("button", name="Play again").click()
        expect(page.locator("[data-ask=sacrifice]")).to_be_visible()


def check_the_dice(page: Page) -> None:
    """This browser took part in the draw and says so by itself; the server tells of the moves."""
    expect(page.locator("[data-verdict=fair]")).to_contain_text("This browser took part in the draw")
    page.get_by_text("Were the dice fair?").click()
    page.get_by_role("button", name="Let the server replay all moves").click()
    expect(page.get_by_text("The server says: all moves keep to the rules.")).to_be_visible()


def test_a_whole_game_by_keyboard_alone(browser: Browser, server: str) -> None:
    with person(browser, WIDE) as page:
        page.goto(server)
        tab_to(page, ".now button")
        page.keyboard.press("Enter")
        play_on(page, by_keyboard)
        expect(page.locator(".end h2")).to_contain_text("win")


def test_a_whole_game_by_finger_on_a_small_telephone(browser: Browser, server: str, axe: Axe) -> None:
    """Every question fits the screen; axe looks at each kind of them, by day and by night."""
    with person(browser, SMALL, touch=True, theme="dark") as page:
        seen = set[tuple[str, str | None]]()

        def carefully(page: Page, kind: str) -> None:
            assert fits(page), f"wider than the screen at {kind}"
            assert small_targets(page) == []
            box = page.query_selector(".bar .box")
            state = (kind, box.get_attribute("class") if box else None)
            if state not in seen:
                seen.add(state)
                for theme in ("light", "dark"):
                    paint(page, theme)
                    assert [found["nodes"][0]["html"] for found in axe(page)] == [], (state, theme)
            by_finger(page, kind)

        page.goto(server)
        assert fits(page)
        page.get_by_role("button", name="Play now").tap()
        play_on(page, carefully)
        assert fits(page)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def small_targets(page: Page) -> list[str]:
    """Buttons of the question that are smaller than a fingertip."""
    found: list[str] = page.eval_on_selector_all(
        f"{ASKED} button",
        """buttons => buttons.filter(b => b.offsetParent && (b.offsetWidth < 44 || b.offsetHeight < 44))
                             .map(b => `${b.textContent} ${b.offsetWidth}×${b.offsetHeight}`)""",
    )
    return found


def test_without_a_network_the_page_opens_and_says_so(browser: Browser, server: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(server)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload(wait_until="networkidle")
    context.set_offline(True)
    page.reload()
    expect(page.get_by_text("You are offline.")).to_be_visible()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    context.set_offline(False)
    expect(page.get_by_text("You are offline.")).to_be_hidden()
    context.close()


@pytest.fixture
def bidding(browser: Browser, server: str) -> Iterator[Page]:
    """Somebody about to lay twelve cards."""
    with person(browser, WIDE) as page:
        page.goto(server)
        page.get_by_role("button", name="Play now").click()
        play_on(page, by_mouse, until=lambda kind: kind == "lay")
        yield page


def cards_at(page: Page, location: str) -> list[str]:
    return page.locator(f".slot[data-drop={location}] [data-card]").all_inner_texts()


def drag(page: Page, source: str, target: str) -> None:
    start, end = page.locator(source).bounding_box(), page.locator(target).bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + CORNER["x"], start["y"] + CORNER["y"])
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def test_cards_can_be_dragged_swapped_and_taken_back(bidding: Page) -> None:
    card = "[data-hand] [data-card] >> nth=0"
    first = bidding.inner_text(card)
    drag(bidding, card, ".slot[data-drop=temple]")
    assert cards_at(bidding, "temple") == [first]
    second = bidding.inner_text(card)
    drag(bidding, card, ".slot[data-drop=pyramid]")
    assert cards_at(bidding, "pyramid") == [second]
    drag(bidding, ".slot[data-drop=temple] [data-card]", ".slot[data-drop=pyramid] [data-card] >> nth=0")
    assert (cards_at(bidding, "temple"), cards_at(bidding, "pyramid")) == ([second], [first])
    drag(bidding, ".slot[data-drop=temple] [data-card]", "[data-hand]")
    assert cards_at(bidding, "temple") == []
    while bidding.get_by_role("button", name="Undo").is_enabled():
        bidding.get_by_role("button", name="Undo").click()
    assert bidding.locator("[data-hand] [data-card]").count() == 12


def test_a_tap_on_the_board_lays_the_card_there(bidding: Page) -> None:
    card = bidding.inner_text("[data-hand] [data-card] >> nth=3")
    bidding.click("[data-hand] [data-card] >> nth=3", position=CORNER)
    bidding.click(".place[data-place=drink] .sign")
    assert cards_at(bidding, "drink") == [card]


def test_a_draft_survives_a_reload(bidding: Page) -> None:
    bidding.locator("[data-hand] [data-card]").nth(11).focus()
    bidding.keyboard.press("6")
    kept = cards_at(bidding, "ball_court")
    assert len(kept) == 1
    bidding.reload()
    wait(bidding)
    assert cards_at(bidding, "ball_court") == kept


def test_a_line_of_the_log_shows_the_board_as_it_was(bidding: Page) -> None:
    play_on(
        bidding,
        by_mouse,
        until=lambda kind: kind == "lay" and "Round 1" not in bidding.inner_text(".tray .round"),
    )
    now = bidding.inner_text(".tray .round")
    bidding.get_by_role("button", name="Log").click()
    bidding.locator(".log button", has_text="All markers start on box 0").click()
    expect(bidding.get_by_text("You are looking at an earlier position.")).to_be_visible()
    expect(bidding.locator(".altar .empty").first).to_be_visible()
    bidding.get_by_role("button", name="Back to the game").click()
    expect(bidding.locator(".tray .round")).to_have_text(now, use_inner_text=True)


def test_a_replay_steps_plays_and_links_to_a_position(browser: Browser, server: str) -> None:
    with person(browser, WIDE) as page:
        page.goto(server)
        page.get_by_role("button", name="Play now").click()
        play_on(page, by_mouse)
        page.get_by_role("link", name="Replay").click()
        position = page.get_by_label("Position in the game")
        expect(position).to_have_value("1")
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        page.get_by_label("Seen by").select_option("1")
        page.wait_for_url("**eyes=1**")
        page.get_by_label("Seen by").select_option("all")
        page.wait_for_url("**eyes=all**")
        there, told = position.input_value(), page.inner_text(".told")
        assert int(there) > 5
        page.reload()
        expect(position).to_have_value(there)
        expect(page.locator(".told")).to_have_text(told, use_inner_text=True)
        page.keyboard.press("ArrowDown")  # the next location
        expect(page.locator(".told")).to_contain_text("from high to low")
        page.keyboard.press("End")
        page.get_by_role("link", name="Back to the result").click()
        expect(page.locator(".end h2")).to_be_visible()
