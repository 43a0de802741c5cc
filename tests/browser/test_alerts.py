"""How a table calls its people: title, icon, sound, notification; and what else goes on beside the game."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import by_keyboard, remembered, turn, wait

# Phones refuse a page's own notifications and take those of its service worker.
# A page in front of nobody's eyes, and ears that count: the browser of a test has neither.
# Without a window Chromium grants the permission that is asked for, yet goes on calling it denied.
LISTENING = """
    window.rung = 0;
    window.notified = [];
    window.away = false;
    Object.defineProperty(document, 'hidden', { get: () => window.away });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.rung += 1; return start.apply(this, when); };
    window.Notification = class extends Notification {
        static get permission() { return 'granted'; }
        constructor() { throw new TypeError('as on phones'); }
    };
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        window.notified.push(options.body);
        window.leadsTo = options.data;
    };
"""


@pytest.fixture
def asked(browser: Browser, server: str) -> Iterator[Page]:
    """Somebody with sound who has just been asked for the first time."""
    context = browser.new_context(viewport={"width": 1000, "height": 900}, permissions=["notifications"])
    context.add_init_script(remembered(sound=True))
    context.add_init_script(LISTENING)
    page = context.new_page()
    page.goto(server)
    expect(page).to_have_title("Chocolatl")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/icon.svg")
    page.get_by_role("button", name="Play now").click()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    assert wait(page) == "sacrifice"
    yield page
    context.close()


def answer(page: Page) -> None:
    """Answer, and wait until one is asked again."""
    before = turn(page)
    by_keyboard(page, wait(page))
    page.wait_for_function(
        "before => document.querySelector('[data-ask]:not([data-done])')?.dataset.turn > before", arg=before
    )


def setting(page: Page, label: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(label).click()
    page.get_by_role("button", name="Close").click()


def test_my_turn_is_told_by_title_icon_sound_and_notification(asked: Page) -> None:
    expect(asked).to_have_title("● Your turn · Chocolatl")
    expect(asked.locator("link[rel=icon]")).to_have_attribute("href", "/icon-badge.svg")
    assert asked.evaluate("rung") == 2
    assert asked.evaluate("notified") == []

    setting(asked, "Notification when it is my turn")
    setting(asked, "Sound when it is my turn")
    asked.evaluate("away = true")
    answer(asked)
    assert asked.evaluate("notified") == ["The table is waiting for you."]
    assert asked.url.endswith(asked.evaluate("leadsTo"))
    assert asked.evaluate("rung") == 2

    setting(asked, "Notification when it is my turn")
    answer(asked)
    assert asked.evaluate("notified") == ["The table is waiting for you."]


def test_the_log_says_what_is_new_since_one_last_looked(asked: Page) -> None:
    answer(asked)
    address = asked.url
    asked.goto("about:blank")
    asked.goto(address)
    wait(asked)
    asked.get_by_role("button", name="Log").click()
    expect(asked.locator(".log h3").first).to_be_visible()
    expect(asked.get_by_text("Since you last looked")).to_have_count(0)
    answer(asked)
    expect(asked.get_by_text("Since you last looked")).to_have_count(1)
    after = asked.locator(".log li", has_text="Since you last looked").locator("+ li")
    expect(after).to_contain_text("cards revealed")


def test_the_page_can_be_installed(browser: Browser, server: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(server)
    session = context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    told = json.loads(manifest["data"])
    assert (told["name"], told["display"], told["start_url"]) == ("Chocolatl", "standalone", "/")
    for icon in told["icons"]:
        kind = page.request.get(server + icon["src"]).headers["content-type"]
        assert kind.partition(";")[0] == icon["type"]
    hindrances = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {found["errorId"] for found in hindrances} <= {"in-incognito"}  # as every window of a test is

    page.evaluate(
        """() => {
            const offer = new Event('beforeinstallprompt', { cancelable: true });
            offer.prompt = async () => { window.installed = true; };
            dispatchEvent(offer);
        }"""
    )
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Install as an app").click()
    assert page.evaluate("installed")
    expect(page.get_by_role("button", name="Install as an app")).to_have_count(0)
    context.close()
