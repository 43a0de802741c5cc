"""The lobby and what belongs to a seat: names, readiness, the host's powers, an honest copy, devices."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import remembered, wait

Guest = Callable[..., Page]
NO_CLIPBOARD = """
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
"""
OLD_CLIPBOARD = """
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => { window.taken = document.activeElement.value; return true; };
"""
SHARE = "navigator.share = async (what) => { window.shared = what; };"


@pytest.fixture
def guest(browser: Browser) -> Iterator[Guest]:
    """Somebody with a browser of their own, in which some scripts run first."""
    with ExitStack() as stack:

        def new(name: str, *scripts: str) -> Page:
            context = browser.new_context(viewport={"width": 1100, "height": 900})
            stack.callback(context.close)
            for script in (remembered(name=name), *scripts):
                context.add_init_script(script)
            return context.new_page()

        yield new


def table(page: Page, server: str, **wishes: object) -> str:
    """A table of this page's person; gives its address."""
    page.goto(server, wait_until="networkidle")
    body = {"name": "Ana", "players": 3, "pace": {"pace": "relaxed"}} | wishes
    made = page.request.post(f"{server}/api/tables", data=body).json()
    address = f"{server}/table/{made['table']['id']}"
    page.goto(address)
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    return address


def test_names_colours_and_what_the_host_may_do(guest: Guest, server: str) -> None:
    ana, bo, eva = guest("Ana"), guest("Ana"), guest("Eva")
    address = table(ana, server)
    bo.goto(address)
    expect(bo.get_by_role("heading", name="Ana invites you to a game of Chocolatl")).to_be_visible()
    expect(bo.locator(".facts")).to_contain_text("about 20 minutes")
    bo.get_by_role("button", name="plum").click()
    bo.get_by_role("button", name="Sit down").click()
    expect(ana.locator(".seats")).to_contain_text("Ana 2")
    bo.get_by_role("button", name="Change name or colour").click()
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Save").click()
    expect(ana.locator(".seats > .plum")).to_contain_text("Bo")
    bo.get_by_role("button", name="I am ready").click()
    expect(ana.get_by_text("2 of 2 ready.")).to_be_visible()

    ana.get_by_text("Change: Table settings").click()
    ana.get_by_label("Lock the table").check()
    eva.goto(address)
    expect(eva.get_by_text("Locked: nobody new can sit down")).to_be_visible()
    ana.get_by_label("Lock the table").uncheck()
    eva.get_by_role("button", name="Sit down").click()
    expect(ana.locator(".seats")).to_contain_text("Eva")

    ana.on("dialog", lambda dialog: dialog.accept())
    ana.get_by_role("button", name="More for Eva").click()
    ana.get_by_role("button", name="Remove Eva").click()
    expect(ana.locator(".seats")).not_to_contain_text("Eva")
    eva.get_by_role("button", name="Sit down").click()
    expect(eva.get_by_text("The host has removed you from this table.")).to_be_visible()

    ana.get_by_role("button", name="More for Bo").click()
    ana.get_by_role("button", name="Make Bo the host").click()
    expect(bo.get_by_role("button", name="Start with bots")).to_be_visible()
    bo.get_by_role("button", name="Leave the table; Ana becomes the host").click()
    expect(ana.get_by_role("button", name="Start with bots")).to_be_visible()
    expect(ana.locator(".chat .notice").last).to_have_text("Ana is the host now")


@pytest.mark.parametrize(
    ("script", "says"), [(NO_CLIPBOARD, "Press and hold to copy"), (OLD_CLIPBOARD, "Copied")]
)
def test_copied_is_said_only_when_it_is_true(guest: Guest, server: str, script: str, says: str) -> None:
    page = guest("Ana", script, SHARE)
    address = table(page, server)
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".copy")).to_contain_text(says)
    if says == "Copied":
        assert page.evaluate("taken") == address
    else:
        assert page.evaluate("getSelection().toString() || document.activeElement.value") == address
    page.get_by_role("button", name="Send").first.click()
    assert page.evaluate("shared.url") == address
    assert page.evaluate("shared.text") == "Ana invites you to a game of Chocolatl"


def test_a_spectator_writes_where_the_host_allows_it_and_can_be_muted(guest: Guest, server: str) -> None:
    ana, eva = guest("Ana"), guest("Eva")
    address = table(ana, server)
    eva.goto(address)
    expect(eva.get_by_text("Spectators cannot write at this table.")).to_be_visible()
    ana.get_by_text("Change: Table settings").click()
    ana.get_by_label("Spectators may write in the chat").check()
    eva.get_by_label("Say something").fill("hello from outside")
    eva.get_by_role("button", name="Send").last.click()
    line = ana.locator(".chat .line")
    expect(line).to_contain_text("Eva (watching)")
    ana.get_by_text("Mute somebody").click()
    ana.get_by_role("button", name="Mute Eva (watching)").click()
    expect(line).to_have_count(0)


def test_other_devices_lose_the_seat_when_their_owner_says_so(guest: Guest, server: str) -> None:
    ana, other = guest("Ana"), guest("Ana")
    table(ana, server)
    ana.get_by_role("button", name="Start with bots").click()
    wait(ana)
    ana.get_by_role("button", name="Seat").click()
    ana.get_by_role("button", name="Play on another device").click()
    expect(ana.get_by_role("img", name="QR code of your seat link")).to_be_visible()
    other.goto(ana.get_by_role("textbox", name="Play on another device").input_value())
    assert wait(other) == "sacrifice"
    ana.on("dialog", lambda dialog: dialog.accept())
    ana.get_by_role("button", name="Sign out my other devices").click()
    expect(ana.get_by_text("Only this device has your seat now.")).to_be_visible()
    expect(other.locator("[data-ask]")).to_have_count(0)


def test_a_bot_can_be_called_only_after_three_minutes(guest: Guest, server: str) -> None:
    ana, bo = guest("Ana"), guest("Bo")
    address = table(ana, server)
    bo.goto(address)
    bo.get_by_role("button", name="Sit down").click()
    ana.clock.install()
    ana.reload()
    ana.get_by_role("button", name="Start with bots").click()
    wait(ana)
    bo.goto("about:blank")
    row = ana.locator(".players li", has_text="Bo")
    expect(row.get_by_label("away")).to_be_visible()
    button = ana.get_by_role("button", name="Let a bot play for Bo")
    expect(button).to_have_count(0)
    ana.clock.run_for(170_000)
    expect(button).to_have_count(0)
    ana.clock.run_for(15_000)
    expect(button).to_have_count(1)


def test_the_next_table_that_waits_for_me_is_one_tap_away(guest: Guest, server: str) -> None:
    ana = guest("Ana")
    first = table(ana, server)
    ana.get_by_role("button", name="Start with bots").click()
    assert wait(ana) == "sacrifice"
    table(ana, server)
    ana.get_by_role("link", name="Another table waits for you").click()
    expect(ana).to_have_url(first)
    assert wait(ana) == "sacrifice"


def test_a_refused_permission_is_shown_as_refused(guest: Guest, server: str) -> None:
    denied = "Notification.requestPermission = async () => 'denied';"
    page = guest("Ana", denied)
    page.goto(server)
    page.get_by_role("button", name="Settings").click()
    box = page.get_by_label("Notification when it is my turn")
    box.click()
    expect(page.get_by_text("This browser refuses notifications from here.")).to_be_visible()
    expect(box).not_to_be_checked()
