"""Pictures of a real game in a real browser, so that they stay true.

python web/pictures.py           docs/pictures/*.webp, those of the README
python web/pictures.py sheets    build/pictures/*.png, contact sheets: every state, every size, day and night
"""

import base64
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import launch_options  # noqa: E402
from tests.browser.player import ASKED, OPEN, by_keyboard, by_mouse, play_on, remembered, wait  # noqa: E402

TARGET, SHEETS = ROOT / "docs" / "pictures", ROOT / "build" / "pictures"
WIDE, PHONE = (1366, 768), (390, 664)
SIZES = ((1366, 768), (1920, 1080), (768, 1024), (390, 664), (360, 640))
THEMES = ("light", "dark")
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


def visitor(
    browser: Browser, size: tuple[int, int], theme: str, scale: float = 1, **settings: object
) -> Page:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale)
    context.add_init_script(remembered(theme=theme, **settings))
    return context.new_page()


def take(page: Page, name: str) -> None:
    """Chromium itself packs the picture as WebP: small, and no other tool is needed."""
    page.wait_for_timeout(700)
    session = page.context.new_cdp_session(page)
    picture = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (TARGET / f"{name}.webp").write_bytes(base64.b64decode(picture["data"]))


def sit_down(page: Page, address: str, players: int = 5) -> None:
    page.goto(address, wait_until="networkidle")
    seated = page.request.post(f"{address}/api/play-now", data={"name": "Ana", "players": players}).json()
    page.goto(f"{address}/table/{seated['table']['id']}")
    wait(page)


def bidding(page: Page, address: str, places: int = 6, later: bool = False) -> None:
    """Play against bots until the bid of a later round, for so many places."""
    sit_down(page, address)

    def there(kind: str) -> bool:
        if kind != "lay" or page.locator(".slot").count() != places:
            return False
        fresh = page.locator("[data-hand] [data-card]").count() == 12
        return fresh and not (later and "Round 1" in page.locator(".tray .round").text_content())

    play_on(page, by_keyboard, until=there)


def lay_some(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
    page.locator("[data-hand] [data-card]").last.click(position={"x": 12, "y": 12})


def revealed(page: Page, address: str, place: str) -> None:
    """The reveal, standing still where everything of a place has been seen."""
    bidding(page, address)
    page.evaluate(
        """() => { const kept = JSON.parse(localStorage['chocolatl.settings']);
                   localStorage['chocolatl.settings'] = JSON.stringify({ ...kept, speed: 'slow' }); }"""
    )
    page.reload()
    wait(page)
    while page.query_selector(f"{ASKED} {OPEN}"):
        page.keyboard.press(page.inner_text(f"{ASKED} .slot:not(.full) .sign b >> nth=0"))
    page.click(".confirm")
    page.locator(f".show.{place}.ranked").wait_for(timeout=90_000)
    page.wait_for_timeout(2500)
    page.locator(".tools .tool").first.click()


State = Callable[[Page, str], None]
STATES: dict[str, State] = {
    "home": lambda page, address: (page.goto(address), page.locator(".home .main").wait_for())[1],
    "learn": lambda page, address: (page.goto(f"{address}/learn"), page.locator("form").wait_for())[1],
    "rules": lambda page, address: (page.goto(f"{address}/rules"), page.locator("[id='4.1']").wait_for())[1],
    "sacrifice": sit_down,
    "red_or_green": bidding,
    "half_a_bid": lambda page, address: (bidding(page, address, later=True), lay_some(page, "11225"))[1],
    "gold": lambda page, address: bidding(page, address, places=1),
    "temple": lambda page, address: revealed(page, address, "temple"),
    "plantation": lambda page, address: revealed(page, address, "plantation"),
    "drink": lambda page, address: revealed(page, address, "drink"),
    "end": lambda page, address: (sit_down(page, address), play_on(page, by_mouse))[1],
    "replay": lambda page, address: (STATES["end"](page, address), page.click("a[href='?at=1']"))[1],
}


def sheets(browser: Browser, address: str) -> None:
    """One sheet for each state: five sizes in two themes."""
    SHEETS.mkdir(parents=True, exist_ok=True)
    for name, reach in STATES.items():
        page = visitor(browser, SIZES[0], "light")
        reach(page, address)
        shots = list[tuple[str, bytes]]()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for theme in THEMES:
                page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
                page.wait_for_timeout(1200)
                shots.append((f"{name} {width}×{height} {theme}", page.screenshot()))
        page.context.close()
        (SHEETS / f"{name}.png").write_bytes(sheet(browser, shots))


def sheet(browser: Browser, shots: list[tuple[str, bytes]]) -> bytes:
    """Set by the browser itself: a page of pictures with their names."""
    figures = "".join(f"<figure><img src='{embedded(shot)}'><p>{name}</p></figure>" for name, shot in shots)
    style = "body{display:flex;flex-wrap:wrap;gap:12px;font:14px sans-serif}figure{margin:0}img{height:420px}"
    page = browser.new_page(viewport={"width": 1680, "height": 900})
    page.set_content(f"<style>{style}</style>{figures}")
    found = page.screenshot(full_page=True)
    page.close()
    return found


def embedded(shot: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(shot).decode()}"


def pictures(browser: Browser, address: str) -> None:
    home = visitor(browser, WIDE, "light", name="")
    STATES["home"](home, address)
    home.wait_for_timeout(7000)  # until the cards have been turned
    take(home, "home")
    phone = visitor(browser, PHONE, "dark", scale=2)
    STATES["half_a_bid"](phone, address)
    take(phone, "phone")
    for name, state, theme in (
        ("bid", "half_a_bid", "light"),
        ("night", "half_a_bid", "dark"),
        ("reveal", "plantation", "light"),
        ("end", "end", "light"),
    ):
        table = visitor(browser, WIDE, theme)
        STATES[state](table, address)
        take(table, name)
        table.context.close()


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, serving() as address:
        browser = playwright.chromium.launch(**launch_options())
        (sheets if sys.argv[1:] == ["sheets"] else pictures)(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
