"""A server that cheats with the dice, before a real page: it notices, refuses, and says so in words.

The real server is honest. What stands between it and the page changes what the page is told.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.player import remembered

Message = dict[str, Any]
Cheat = Callable[[Message], Message]
PATIENCE = 60_000
ALERT = "[role=alert]:not(:empty)"


class Line:
    """The way from the server to one page; `cheat` changes every message."""

    def __init__(self, page: Page, cheat: Cheat) -> None:
        self.cheat = cheat
        self.opened: list[Message] = []
        self.ways: list[WebSocketRoute] = []
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, way: WebSocketRoute) -> None:
        server = way.connect_to_server()
        self.ways.append(way)

        def from_page(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "open":
                self.opened.append(message)
            server.send(text)

        way.on_message(from_page)
        server.on_message(lambda text: way.send(json.dumps([self.cheat(one) for one in json.loads(text)])))


@contextmanager
def at_a_table(browser: Browser, server: str, cheat: Cheat) -> Iterator[tuple[Page, Line]]:
    """One person against bots; the draw begins as soon as the page has committed."""
    context = browser.new_context(viewport={"width": 900, "height": 900})
    context.add_init_script(remembered())
    try:
        page = context.new_page()
        line = Line(page, cheat)
        page.goto(server, wait_until="networkidle")
        wish = {"name": "Ana", "players": 3, "bot": "random"}
        made = page.request.post(f"{server}/api/play-now", data=wish).json()
        page.goto(f"{server}/table/{made['table']['id']}")
        yield page, line
    finally:
        context.close()


def let_bots_finish(page: Page, server: str) -> None:
    """The person leaves, a bot plays the seat, and the page sees the end."""
    page.wait_for_selector("[data-ask]")
    table = page.url.rpartition("/")[2]
    assert page.request.post(f"{server}/api/tables/{table}/leave").ok
    page.wait_for_selector("[data-verdict]", timeout=PATIENCE)


def honest(message: Message) -> Message:
    return message


def draw_of(message: Message) -> Message | None:
    found: Message | None = message["table"]["draw"] if "table" in message else None
    return found


def at_the_lock(**changes: Any) -> Cheat:
    def cheat(message: Message) -> Message:
        draw = draw_of(message)
        if draw and draw["locked"]:
            draw.update(changes)
        return message

    return cheat


def said_away(message: Message) -> Message:
    draw = draw_of(message)
    if draw and draw["locked"]:
        draw["seats"][0] = {"state": "away", "commitment": "", "wrong": False}
    return message


def test_an_honest_server_is_called_fair(browser: Browser, server: str) -> None:
    with at_a_table(browser, server, honest) as (page, line):
        let_bots_finish(page, server)
        expect(page.locator("[data-verdict=fair]")).to_contain_text("has checked the key, its own number")
        assert len(line.opened) == 1
        page.get_by_text("Were the dice fair?").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save what this browser saw").click()
        seen = json.loads(saved.value.path().read_text())
        assert seen["attempts"][0]["nonce"] == line.opened[0]["nonce"]


def test_after_a_reload_it_is_still_checked_and_without_memory_it_is_not(
    browser: Browser, server: str
) -> None:
    with at_a_table(browser, server, honest) as (page, _):
        page.wait_for_selector("[data-ask]")
        page.reload()
        let_bots_finish(page, server)
        expect(page.locator("[data-verdict=fair]")).to_be_visible()
        page.evaluate(
            "Object.keys(localStorage).forEach(key => key.includes('draw') && localStorage.removeItem(key))"
        )
        page.reload()
        expect(page.locator("[data-verdict=unchecked]")).to_contain_text("does not remember the draw")


@pytest.mark.parametrize(
    ("cheat", "words"),
    [
        (at_the_lock(key_commitment="ab" * 32), "exchanged the seal of its key"),
        (at_the_lock(attempt=2), "an attempt of the draw has disappeared"),
        (said_away, "the server drew the dice without it"),
    ],
    ids=["another key", "another attempt", "left out"],
)
def test_the_page_does_not_open_when_the_lock_is_not_what_it_saw(
    browser: Browser, server: str, cheat: Cheat, words: str
) -> None:
    with at_a_table(browser, server, cheat) as (page, line):
        alert = page.locator(ALERT)
        expect(alert).to_contain_text("This page does not open its number")
        expect(alert).to_contain_text(words)
        assert line.opened == []


def altered(change: Callable[[Message], None]) -> Cheat:
    def cheat(message: Message) -> Message:
        for event in message.get("events", ()):
            change(event)
        return message

    return cheat


def another_nonce(event: Message) -> None:
    if event["event"] == "started":
        event["draw"]["nonces"][0] = "ab" * 32


def one_die(event: Message) -> None:
    if event["event"] == "round_started" and event["round"] == 2:
        event["harvest"][0] = event["harvest"][0] % 6 + 1


def another_stack(event: Message) -> None:
    if event["event"] == "started":
        event["line"].reverse()


def test_another_nonce_is_told_at_once_and_at_the_end(browser: Browser, server: str) -> None:
    with at_a_table(browser, server, altered(another_nonce)) as (page, _):
        expect(page.locator(ALERT)).to_contain_text("not the one your page opened")
        let_bots_finish(page, server)
        expect(page.locator("[data-verdict=unfair]")).to_contain_text("not the one your page opened")


@pytest.mark.parametrize(
    ("change", "words"),
    [(one_die, "the harvest dice do not follow"), (another_stack, "the starting places do not follow")],
)
def test_one_changed_die_is_found_at_the_end(
    browser: Browser, server: str, change: Callable[[Message], None], words: str
) -> None:
    with at_a_table(browser, server, altered(change)) as (page, _):
        let_bots_finish(page, server)
        expect(page.locator("[data-verdict=unfair]")).to_contain_text(words)


def test_another_key_in_the_end(browser: Browser, server: str) -> None:
    def cheat(message: Message) -> Message:
        return message | {"key": "ab" * 32} if message["type"] == "fairness" else message

    with at_a_table(browser, server, cheat) as (page, _):
        let_bots_finish(page, server)
        expect(page.locator("[data-verdict=unfair]")).to_contain_text(
            "the key is not the one that was sealed"
        )


def test_a_start_that_is_dropped(browser: Browser, server: str) -> None:
    """The game has begun; then the line breaks, and the table is shown as if it had not."""
    shown: list[Message] = []

    def remember(message: Message) -> Message:
        if message["type"] == "welcome" and not shown:
            shown.append(json.loads(json.dumps(message)))
        return message

    def forget(message: Message) -> Message:
        return shown[0] if message["type"] == "welcome" else {"type": "pong", "id": "", "now": 0}

    with at_a_table(browser, server, remember) as (page, line):
        page.wait_for_selector("[data-ask]")
        line.cheat = forget
        page.reload()
        expect(page.locator(ALERT)).to_contain_text("the game had begun, and the server began it again")
        assert len(line.opened) == 1


def test_two_pages_that_are_shown_different_keys(browser: Browser, server: str) -> None:
    """Each sees one hash from the beginning; the game can keep only one of them."""

    def from_the_beginning(message: Message) -> Message:
        draw = draw_of(message)
        if draw:
            draw["key_commitment"] = "ab" * 32
        return message

    with at_a_table(browser, server, from_the_beginning) as (page, line):
        expect(page.locator(ALERT)).to_contain_text("exchanged the seal of its key")
        assert len(line.opened) == 1
