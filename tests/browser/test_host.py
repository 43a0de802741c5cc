"""What a host can set, what everybody sees of it, and what people do beside playing: sit, talk, be called."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.resources import files

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from tests.browser.player import ASKED, remembered, wait
from tests.browser.screens import advice

Guest = Callable[[str], Page]


@pytest.fixture
def guest(browser: Browser) -> Iterator[Guest]:
    """Somebody with a browser of their own."""
    with ExitStack() as stack:

        def new(name: str) -> Page:
            context = browser.new_context(viewport={"width": 1000, "height": 900})
            stack.callback(context.close)
            context.add_init_script(remembered(name=name))
            return context.new_page()

        yield new


def board(text: str) -> FilePayload:
    return {"name": "mine.toml", "mimeType": "text/plain", "buffer": text.encode()}


def test_a_table_with_own_rules_and_an_own_board(guest: Guest, server: str) -> None:
    ana, bo, eva = guest("Ana"), guest("Bo"), guest("Eva")
    ana.goto(server)
    ana.get_by_role("button", name="Play with friends").click()
    form = ana.locator("form", has_text="A table for friends")
    form.get_by_label("Rules").select_option("dutch")
    form.get_by_role("combobox", name="Players").select_option("3")
    form.get_by_text("Rule options and custom board").click()
    expect(form.locator(".mark")).to_have_count(0)
    form.get_by_label("Dice on one offering").select_option("any")
    expect(form.locator(".mark")).to_have_text("Edition: one")

    usual = files("chocolatl.rules").joinpath("boards/default.toml").read_text()
    upload = form.get_by_label("Custom board")
    upload.set_input_files(board(usual.replace("goal = 40", 'goal = "far"')))
    form.get_by_role("button", name="Create table").click()
    line = next(n for n, text in enumerate(usual.splitlines(), 1) if text.startswith("goal = 40"))
    expect(form.get_by_role("alert")).to_contain_text(f"board:{line}: goal")
    expect(form.get_by_role("combobox", name="Board")).to_be_disabled()
    upload.set_input_files(board(re.sub(r'name = ".*"', 'name = "Grandmother\'s"', usual)))
    form.get_by_role("button", name="Create table").click()

    expect(ana.get_by_role("heading", name="Ana’s table")).to_be_visible()
    ana.get_by_text("Change: Table settings").click()
    ana.get_by_label("Pace").select_option("live")
    ana.get_by_label("Seconds per decision").fill("90")
    ana.get_by_label("Seconds per decision").press("Tab")
    ana.get_by_label("Players may ask a strong bot for hints").check()
    bo.goto(ana.url)
    facts = bo.locator(".facts")
    for fact in ("Dutch edition", "any number", "Grandmother's"):
        expect(facts).to_contain_text(fact)
    for fact in ("90 seconds per decision", "Hints allowed", "Spectators allowed"):
        expect(facts).to_contain_text(fact)
    ana.get_by_label("Others may watch").uncheck()
    expect(facts).to_contain_text("Spectators not allowed")

    bo.get_by_role("button", name="Sit here").last.click()
    expect(ana.locator(".seats > li").last).to_contain_text("Bo")
    muting(ana, bo)
    ana.get_by_role("button", name="Start with bots").click()
    assert wait(bo) == "sacrifice"
    expect(bo.locator(ASKED).get_by_role("button", name="Hint")).to_be_visible()
    eva.goto(ana.url)
    expect(eva.get_by_role("alert")).to_have_text("This table is not open to spectators.")
    called_elsewhere(bo)
    nobody_calls_a_bot_where_a_clock_runs(ana, bo)


def muting(ana: Page, bo: Page) -> None:
    say(bo, "lovely board")
    expect(ana.locator(".chat .line")).to_contain_text("lovely board")
    ana.get_by_text("Mute somebody").click()
    ana.get_by_role("button", name="Mute Bo").click()
    expect(ana.locator(".chat .line")).to_have_count(0)
    say(bo, "hello?")
    ana.get_by_role("button", name="Unmute Bo").click()
    expect(ana.locator(".chat .line").first).to_contain_text("lovely board")


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".chat .line").last).to_contain_text(text)


def called_elsewhere(page: Page) -> None:
    page.get_by_role("button", name="Seat").click()
    page.get_by_text("Notify me on Discord or Slack").click()
    page.get_by_label("Webhook address").fill("https://127.0.0.1/inner")
    page.get_by_role("button", name="Save the address").click()
    expect(page.get_by_text("Messages cannot be sent to that address.")).to_be_visible()
    page.get_by_role("button", name="Turn off").click()
    expect(page.get_by_text("Notifications are off.")).to_be_visible()


def nobody_calls_a_bot_where_a_clock_runs(ana: Page, bo: Page) -> None:
    bo.goto("about:blank")
    expect(ana.locator(".players li", has_text="Bo").get_by_label("away")).to_be_visible()
    expect(ana.get_by_role("button", name="Let a bot play for Bo")).to_have_count(0)


@pytest.mark.usefixtures("adviser")
def test_a_hint_is_taken_into_the_draft(guest: Guest, server: str) -> None:
    page = guest("Ana")
    page.goto(server)
    page.get_by_role("button", name="Play now").click()
    advice(page)
    card = page.locator(".hint li").first.inner_text().split("the ")[1].split()[0]
    page.get_by_role("button", name="Use this").first.click()
    page.get_by_role("button", name=f"Sacrifice the {card}").click()
    page.wait_for_selector("[data-ask=lay]")
    page.get_by_role("button", name="Hint").click()
    cells = page.locator(".hint li").first.locator("tbody tr").first.locator("td")
    cells.first.wait_for()
    wanted = [values(cells.nth(n)) for n in range(6)]
    page.get_by_role("button", name="Use this").first.click()
    laid = [values(slot.locator("[data-card]")) for slot in page.locator(".slot").all()]
    assert laid == wanted
    assert all(len(cards) == 2 for cards in laid)
    page.get_by_role("button", name="Lay these cards").click()
    page.wait_for_function("() => !document.querySelector('[data-turn=\"2\"]:not([data-done])')")


def test_a_rule_is_read_beside_the_table(guest: Guest, server: str) -> None:
    """Its number opens the drawer there; links in it stay in it; Escape closes one drawer after the other."""
    page = guest("Ana")
    page.goto(server)
    page.get_by_role("button", name="Play now").click()
    page.locator(".info").get_by_role("link", name="Rule 1.6").click()
    drawer = page.get_by_role("region", name="Rules")
    expect(drawer.locator("article.target h3")).to_be_focused()
    expect(drawer.locator("article.target")).to_be_in_viewport()
    expect(drawer.get_by_role("button", name="Close")).to_be_in_viewport()
    drawer.locator("article.target").get_by_role("link", name="6.1").click()
    expect(drawer.locator("article.target")).to_have_id("6.1")
    assert "/table/" in page.url
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    page.locator("[data-open=log]").first.click()
    page.locator(".log .rule").first.click()
    expect(drawer.locator("article.target")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(page.locator("section.log")).to_be_visible()


def values(place: Locator) -> list[str]:
    return sorted(place.locator("text").all_text_contents())
