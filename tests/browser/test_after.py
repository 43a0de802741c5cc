"""The ends of rounds and of the game; then a picture to share, a link for others, and what is heard."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.conftest import Axe
from tests.browser.player import ASKED, by_keyboard, play_on, remembered, turn
from tests.browser.screens import paint

# Every tone that would be heard, by what makes it, and every vibration.
LISTEN = """
window.heard = [];
for (const [kind, node] of [['tone', OscillatorNode], ['noise', AudioBufferSourceNode]]) {
    const start = node.prototype.start;
    node.prototype.start = function (...when) {
        window.heard.push(kind === 'tone' ? Math.round(this.frequency.value) : kind);
        return start.apply(this, when);
    };
}
navigator.vibrate = pattern => (window.heard.push(`vibration ${pattern}`), true);
"""
MY_TURN, LAY, POINTS = 587, 220, 660
# Passes over every location at once, and stops where the page shows what `stopAt` names.
HURRY = """
setInterval(() => {
    const shown = window.stopAt && document.querySelector(window.stopAt);
    const button = document.querySelector(shown ? '.tools .tool[aria-pressed=false]' : '.next');
    if (!shown || !window.stopped) button?.click();
    window.stopped = Boolean(shown && (button || window.stopped));
}, 20);
"""
SIZES = (ViewportSize(width=360, height=640), ViewportSize(width=1366, height=768))
SUMMARY, SCORING = ".summary", ".final:has(thead th:nth-child(5))"


@pytest.fixture(scope="module")
def winner(browser: Browser, server: str, axe: Axe) -> Iterator[BrowserContext]:
    """Somebody who has played a game to its end; axe is content with what is shown on the way there."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, accept_downloads=True)
    context.add_init_script(remembered(speed="normal", explained=False))
    context.add_init_script(HURRY)
    page = context.new_page()
    page.goto(server, wait_until="networkidle")
    seated = page.request.post(f"{server}/api/play-now", data={"name": "Ana", "players": 3}).json()
    page.goto(f"{server}/table/{seated['table']['id']}")
    for shown in (SUMMARY, SCORING):
        play_until(page, shown)
        for size in SIZES:
            page.set_viewport_size(size)
            for theme in ("light", "dark"):
                paint(page, theme)
                assert [(found["id"], found["nodes"][0]["target"]) for found in axe(page)] == [], (
                    shown,
                    theme,
                )
        page.evaluate("window.stopAt = ''")
    paint(page, "light")
    play_on(page, by_keyboard)
    yield context
    context.close()


def play_until(page: Page, shown: str) -> None:
    """Answer everything until the reveal stands where this is shown."""
    page.evaluate("shown => [window.stopAt, window.stopped] = [shown, false]", shown)
    asked = f"document.querySelector('{ASKED}')?.dataset"
    now = f"() => window.stopped ? 'stopped' : {asked}?.ask"
    while (kind := page.wait_for_function(now).json_value()) != "stopped":
        number = turn(page)
        by_keyboard(page, kind)
        page.wait_for_function(f"number => window.stopped || {asked}?.turn !== number", arg=number)


def test_the_link_opens_for_others_when_its_owner_says_so_and_not_before(
    browser: Browser, winner: BrowserContext
) -> None:
    mine = winner.pages[0]
    other = browser.new_context(viewport={"width": 390, "height": 664})
    page = other.new_page()
    page.goto(mine.url)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(mine.get_by_label("Link to this game")).to_have_count(0)
    mine.get_by_label("Anyone with the link may look").check()
    link = mine.get_by_label("Link to this game").input_value()
    winner.grant_permissions(["clipboard-read", "clipboard-write"])
    mine.get_by_role("button", name="Copy the link").click()
    expect(mine.get_by_role("button", name="Copied")).to_be_visible()
    assert mine.evaluate("navigator.clipboard.readText()") == link
    page.goto(link)
    expect(page.locator(".end h2")).to_contain_text("win")
    page.goto(f"{link}?at=40&eyes=all")
    expect(page.locator(".replay")).to_be_visible()
    mine.get_by_label("Anyone with the link may look").uncheck()
    page.goto(link)
    expect(page.get_by_role("alert")).to_be_visible()
    other.close()


def test_the_first_game_is_behind_and_a_fair_match_follows_it(winner: BrowserContext, server: str) -> None:
    """Locations explain nothing any more; one click plays against bots of the level that the result gives."""
    page = winner.new_page()
    page.goto(server)
    kept = {name: json.loads(value) for name, value in page.evaluate("Object.entries(localStorage)")}
    assert kept["chocolatl.settings"]["explained"]
    (result,) = kept["chocolatl.results"]
    level = {"won": "hard", "between": "medium", "last": "easy"}[result["end"]]
    assert result["level"] == "medium"
    page.get_by_role("button", name=f"Fair match: {level.title()}").click()
    page.wait_for_url(re.compile("/table/"))
    made = page.request.get(page.url.replace("/table/", "/api/tables/")).json()["table"]
    assert [seat["bot"] for seat in made["seats"]].count(level) == 3
    page.close()


def test_a_picture_of_the_result_can_be_shared(winner: BrowserContext) -> None:
    page = winner.pages[0]
    with page.expect_download() as download:
        page.get_by_role("button", name="Share a picture").click()
    picture = download.value.path().read_bytes()
    width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    assert (picture[:4], width, height) == (b"\x89PNG", 1200, 630)
    assert len(picture) > 50_000, "scenery and letters, not an empty sheet"


def test_cards_points_and_my_turn_are_heard_and_felt(browser: Browser, server: str) -> None:
    """While one lays the first bid and sees the first two locations."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(remembered(speed="fast", sound=True))
    context.add_init_script(LISTEN)
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name="Play now").click()
    play_on(page, by_keyboard, until=lambda kind: kind == "lay")
    by_keyboard(page, "lay")
    page.locator(".show.plantation.ranked .points b").first.wait_for()
    heard: list[object] = page.evaluate("window.heard")
    assert {MY_TURN, LAY, POINTS, "noise", "vibration 10", "vibration 30,40,30"} <= set(heard)
    context.close()
