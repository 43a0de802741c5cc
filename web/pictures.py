"""Make the pictures of the README from a real game in a real browser, so that they stay true.

python web/pictures.py        writes docs/pictures/*.webp (a server of its own, bots, a headless Chromium)
"""

import base64
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import launch_options  # noqa: E402
from tests.browser.player import ASKED, by_mouse, play_on, remembered, wait  # noqa: E402

TARGET = ROOT / "docs" / "pictures"
WIDE, PHONE = (1280, 860), (390, 780)
QUALITY = 80


@contextmanager
def serving() -> Iterator[str]:
    command = (sys.executable, "-m", "chocolatl", "serve", "--host", "127.0.0.1", "--port", "0")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with (
            log.open("w") as out,
            subprocess.Popen([*command, "--data", folder], stdout=out, stderr=out) as process,
        ):
            while not (found := re.search(r"http://\S+", log.read_text())):
                time.sleep(0.1)
            try:
                yield found[0].rstrip("/")
            finally:
                process.terminate()


def visitor(browser: Browser, size: tuple[int, int], theme: str, scale: float = 1) -> Page:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale)
    context.add_init_script(remembered(theme=theme))
    return context.new_page()


def take(page: Page, name: str) -> None:
    """Chromium itself packs the picture as WebP: small, and no other tool is needed."""
    page.wait_for_timeout(700)
    session = page.context.new_cdp_session(page)
    picture = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (TARGET / f"{name}.webp").write_bytes(base64.b64decode(picture["data"]))


def sit_down(page: Page, address: str, rounds: int) -> None:
    """Play against bots until the bid of a later round."""
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    play_on(
        page, by_mouse, until=lambda kind: kind == "lay" and f"Round {rounds}" in page.inner_text(".altar")
    )


def lay_some(page: Page, cards: int) -> None:
    for _ in range(cards):
        page.click(f"{ASKED} [data-hand] [data-card] >> nth=-1")
        page.click(f"{ASKED} .slot:not(.full) .put >> nth=0")


def change_speed(page: Page, speed: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Speed of the reveal").select_option(speed)
    page.get_by_role("button", name="Close").click()


def pictures(browser: Browser, address: str) -> None:
    home = visitor(browser, WIDE, "light")
    home.goto(address)
    home.locator(".home").wait_for()
    take(home, "home")

    phone = visitor(browser, PHONE, "dark", scale=2)
    sit_down(phone, address, 2)
    lay_some(phone, 1)
    take(phone, "phone")

    table = visitor(browser, WIDE, "light")
    sit_down(table, address, 2)
    lay_some(table, 1)
    take(table, "bid")
    change_speed(table, "slow")
    by_mouse(table, "lay")
    table.locator(".reveal .first").wait_for()
    take(table, "reveal")
    change_speed(table, "instant")
    table.reload()
    wait(table)
    play_on(table, by_mouse)
    take(table, "end")


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, serving() as address:
        browser = playwright.chromium.launch(**launch_options())
        pictures(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
