"""What must be in sight at every size is inside the window, uncovered and large enough for a finger."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from chocolatl.i18n import LANGUAGES
from tests.browser.player import ASKED, OPEN, by_finger, by_mouse, lay, play_on, remembered, wait
from tests.browser.screens import speak

PHONES = [(390, 664), (375, 553), (360, 640), (664, 390)]
TABLETS = [(768, 1024), (1024, 768), (820, 1180)]
DESKTOPS = [(1280, 720), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440)]
SHARE = 0.6
FINGER = 44
ACTIONS = 14
# Each name, slot, card and button, and what lies over its middle (of a card in the fan: over its corner).
LOOK = """() => {
    const within = (box) => box.left >= -1 && box.top >= -1
        && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    const seen = (element, corner) => {
        const box = element.getBoundingClientRect();
        const x = corner ? box.left + 12 : box.left + box.width / 2;
        const y = corner ? box.top + 12 : box.top + box.height / 2;
        const top = document.elementFromPoint(x, y);
        const own = top && (element.contains(top) || top.contains(element));
        const free = own || top?.closest('.place')?.contains(element);
        const words = element.ariaLabel ?? element.textContent;
        return { what: `${element.className} ${words.trim()}`, inside: within(box), covered: !free };
    };
    const all = (selector, corner) => [...document.querySelectorAll(selector)].map(e => seen(e, corner));
    return {
        signs: all('.place .sign'), slots: all('.place .slots'),
        hand: all('[data-hand] [data-card]', true), confirm: all('.confirm'),
    };
}"""
SMALL_TEXT = """() => [...document.querySelectorAll('main *')]
    .filter(e => e.getClientRects().length && !e.closest('.said, symbol, .token'))
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
    .filter(e => {
        const svg = e.ownerSVGElement;
        const scale = svg ? svg.getBoundingClientRect().width / (svg.viewBox.baseVal.width || 1) : 1;
        return parseFloat(getComputedStyle(e).fontSize) * scale < 11.9;
    })
    .map(e => `${e.tagName} ${e.textContent.trim().slice(0, 20)} ${getComputedStyle(e).fontSize}`)"""


@pytest.fixture(scope="module")
def bidding(browser: Browser, server: str) -> Iterator[Page]:
    """Somebody with a finger and twelve cards to lay."""
    context = browser.new_context(
        viewport={"width": 390, "height": 664}, has_touch=True, reduced_motion="reduce"
    )
    context.add_init_script(remembered())
    page = context.new_page()
    page.goto(server, wait_until="networkidle")
    seated = page.request.post(f"{server}/api/play-now", data={"name": "Ana", "players": 5}).json()
    page.goto(f"{server}/table/{seated['table']['id']}")
    play_on(page, by_finger, until=lambda kind: kind == "lay")
    yield page
    context.close()


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    page.wait_for_function("() => document.querySelectorAll('.place .sign').length === 6")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("size", PHONES + TABLETS + DESKTOPS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_six_places_the_whole_hand_and_the_button_are_in_sight(bidding: Page, size: tuple[int, int]) -> None:
    resize(bidding, size)
    found: dict[str, list[dict[str, Any]]] = bidding.evaluate(LOOK)
    assert [len(found[part]) for part in ("signs", "slots", "hand", "confirm")] == [6, 6, 12, 1]
    outside = [thing["what"] for part in found.values() for thing in part if not thing["inside"]]
    covered = [thing["what"] for part in found.values() for thing in part if thing["covered"]]
    assert (outside, covered) == ([], [])
    assert bidding.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    assert bidding.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", DESKTOPS[1:], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_board_is_the_page(bidding: Page, size: tuple[int, int]) -> None:
    resize(bidding, size)
    box = bidding.locator(".board").bounding_box()
    assert box is not None
    assert box["width"] * box["height"] >= SHARE * size[0] * size[1]


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_target_is_as_large_as_a_fingertip(bidding: Page, size: tuple[int, int]) -> None:
    """Of a card in the fan 44 pixels are free; whole tiles are targets."""
    resize(bidding, size)
    small: list[str] = bidding.eval_on_selector_all(
        "main button",
        """(buttons, least) => buttons
            .filter(b => b.offsetParent && (b.offsetWidth < least || b.offsetHeight < least))
            .map(b => b.outerHTML.slice(0, 90))""",
        FINGER,
    )
    assert small == []


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720), (390, 664), (360, 640)])
def test_no_text_is_smaller_than_twelve_pixels(bidding: Page, size: tuple[int, int]) -> None:
    """The letter in a player's symbol is part of the drawing."""
    resize(bidding, size)
    small: list[str] = bidding.evaluate(SMALL_TEXT)
    assert small == []


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_name_of_every_place_is_whole(bidding: Page, size: tuple[int, int]) -> None:
    """In four languages, German with its long words among them."""
    resize(bidding, size)
    for language in LANGUAGES:
        speak(bidding, language)
        cut: list[str] = bidding.eval_on_selector_all(
            ".sign span", "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
        )
        assert cut == [], language
    speak(bidding, "en")


def test_everything_one_points_at_says_what_it_is(bidding: Page) -> None:
    """What lies there, what it pays now and to whom; of a stack the order, which decides ties."""
    resize(bidding, (1366, 768))
    tip = bidding.locator(".info .tip")
    for target, words in (
        ("[data-prize=chocolatl]", "wins every tie"),
        ("[data-prize=harvest-0]", "Place 1"),
        ("[data-prize=drink]", "Cacao drink: first scores 8"),
        ("[data-prize=row-0] .ghost >> nth=0", "Row 1: 0 of 5"),
        (".altar li >> nth=1", "hidden card"),
        (".players li >> nth=0", "cubes"),
        (".box >> nth=40", "the goal"),
        ("[data-hand] [data-card] >> nth=0", "Card"),
        (".stack >> nth=0", "Whoever lies higher wins a tie"),
    ):
        bidding.locator(target).hover(position={"x": 8, "y": 8}, force=True)
        expect(tip).to_contain_text(words)
    pile = bidding.locator(".stack .pile")
    expect(pile).to_be_visible()
    box, board = pile.bounding_box(), bidding.locator(".board").bounding_box()
    assert box is not None
    assert board is not None
    assert board["x"] <= box["x"]
    assert box["x"] + box["width"] <= board["x"] + board["width"]


def test_a_red_bid_takes_at_most_fourteen_taps(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True)
    context.add_init_script(remembered())
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name="Play now").tap()
    play_on(page, by_finger, until=lambda kind: kind == "lay")
    taps = lay(page, lambda selector: page.tap(selector, position={"x": 12, "y": 12}))
    page.tap(f"{ASKED} .confirm")
    page.wait_for_function("() => !document.querySelector('[data-turn=\"2\"]:not([data-done])')")
    assert taps + 1 <= ACTIONS
    context.close()


def touch(page: Page, *points: tuple[float, float]) -> None:
    """A finger put down at the first point, drawn through the others and lifted."""
    session = page.context.new_cdp_session(page)
    steps = [("touchStart", [points[0]]), *(("touchMove", [point]) for point in points[1:]), ("touchEnd", [])]
    for kind, at in steps:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]},
        )
    session.detach()


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_swipe_scrolls_a_tap_lays_and_a_drag_drags(bidding: Page) -> None:
    """On a small telephone on its side, where not all of the tray is in sight."""
    resize(bidding, (568, 260))
    hand = bidding.locator("[data-hand] [data-card]")
    bidding.tap(".tile[data-place=temple] .sign")
    bidding.tap("[data-hand] [data-card] >> nth=0")
    expect(bidding.locator(".slot[data-drop=temple] [data-card]")).to_have_count(1)
    bidding.keyboard.press("Escape")
    x, y = middle(bidding, "[data-hand] [data-card] >> nth=0")
    left, top = middle(bidding, ".tile[data-place=city]")
    touch(bidding, (x, y), *((x + (left - x) * part / 8, y + (top - y) * part / 8) for part in range(1, 9)))
    expect(bidding.locator(".slot[data-drop=city] [data-card]")).to_have_count(1)
    x, y = middle(bidding, "[data-hand] [data-card] >> nth=8")
    touch(bidding, (x, y), *((x, y - step) for step in range(10, 90, 10)))
    bidding.wait_for_function("() => document.querySelector('.tray').scrollTop > 20")
    assert (hand.count(), bidding.locator("[aria-pressed=true]").count()) == (10, 0)
    for _ in range(2):
        bidding.keyboard.press("Control+z")
    expect(hand).to_have_count(12)


def test_undo_redo_fill_and_last_rounds_bid(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(remembered())
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name="Play now").click()
    play_on(page, by_mouse, until=lambda kind: kind == "lay")
    page.keyboard.press("1")
    page.keyboard.press("1")
    assert page.locator("[data-hand] [data-card]").count() == 10
    page.keyboard.press("Control+z")
    assert page.locator("[data-hand] [data-card]").count() == 11
    page.keyboard.press("Control+y")
    assert page.locator("[data-hand] [data-card]").count() == 10
    page.get_by_role("button", name="Fill the rest").click()
    expect(page.locator(".confirm[aria-disabled=false]")).to_be_visible()
    page.reload()
    wait(page)
    expect(page.locator(".confirm[aria-disabled=false]")).to_be_visible()
    context.close()


def test_a_sacrifice_takes_at_most_four_keys(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(remembered())
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name="Play now").click()
    assert wait(page) == "sacrifice"
    page.wait_for_selector(f"{ASKED} .confirm")
    for key in ("1", "2", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector(f"[data-ask=lay] {OPEN}")
    context.close()
