"""How fast the page is on this machine: lighthouse on home and game, and the longest tasks of a reveal.

python web/measure.py lighthouse   scores of the four categories (fetches lighthouse into a temporary folder)
python web/measure.py reveal       the longest tasks while offerings are revealed, in milliseconds of CPU

For developers: building, testing and playing need none of it, and no test asserts a time. Lighthouse wants a
quiet machine; the CPU time of a task is the same on a busy one.
"""

import json
import os
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, launch_options  # noqa: E402
from tests.browser.player import by_keyboard, play_on, remembered  # noqa: E402

LIGHTHOUSE = "lighthouse@12"
PORT = 9333
RUNS = 3
PATIENCE = 120
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
TRACED = ("toplevel", "devtools.timeline")
SECONDS = 15
LONGEST = 8
build = runpy.run_path(str(ROOT / "web" / "build.py"))
pictures = runpy.run_path(str(ROOT / "web" / "pictures.py"))


@contextmanager
def browser() -> Iterator[BrowserContext]:
    """A browser that lighthouse can drive too; its cookie is the seat at the table."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        options = launch_options() | {"args": [*FLAGS, f"--remote-debugging-port={PORT}"]}
        context = playwright.chromium.launch_persistent_context(folder, **options)
        yield context
        context.close()


def sit_down(page: Page, address: str) -> str:
    """A game against bots, up to the first bid; its address."""
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    play_on(page, by_keyboard, until=lambda kind: kind == "lay")
    return page.url


def lighthouse(tool: Path, address: str) -> dict[str, Any]:
    """What lighthouse says of one page, as on a slow telephone."""
    command = [build["node"](), tool, address, f"--port={PORT}", "--output=json", "--quiet"]
    command += ["--disable-storage-reset", f"--only-categories={','.join(CATEGORIES)}"]
    report: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return report


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def tell(name: str, reports: list[dict[str, Any]]) -> None:
    """The middle one of several runs, and what cost points in it."""
    best = sorted(reports, key=lambda report: report["categories"]["performance"]["score"])[len(reports) // 2]
    scores = {key: round(100 * best["categories"][key]["score"]) for key in CATEGORIES}
    say(name + " " + "  ".join(f"{key} {score}" for key, score in scores.items()))
    for key in CATEGORIES:
        for used in best["categories"][key]["auditRefs"]:
            audit = best["audits"][used["id"]]
            if used["weight"] and audit["score"] is not None and audit["score"] < 0.95:
                say(f"  {key}: {audit['title']}: {audit.get('displayValue', 'failed')}")


def quiet(page: Page, address: str) -> None:
    """Shortly after its start a server makes its strong bots ready; that is not what is measured here."""
    for _ in range(PATIENCE):
        if "chocolatl_strong_bots_ready 1.0" in page.request.get(f"{address}/metrics").text():
            return
        page.wait_for_timeout(1000)
    say("the strong bots are still being compiled: measure again later")


def measure_lighthouse(address: str) -> None:
    with tempfile.TemporaryDirectory() as folder, browser() as context:
        os.environ["PUPPETEER_SKIP_DOWNLOAD"] = "1"
        build["npm"](Path(folder), "install", "--silent", "--no-audit", "--no-fund", LIGHTHOUSE)
        tool = Path(folder) / "node_modules" / "lighthouse" / "cli" / "index.js"
        page = context.new_page()
        page.add_init_script(remembered())
        game = sit_down(page, address)
        quiet(page, address)
        page.close()
        for name, where in (("home", address), ("game", game)):
            tell(name, [lighthouse(tool, where) for _ in range(RUNS)])


def measure_reveal(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.add_init_script(remembered(speed="normal"))
        sit_down(page, address)
        browser.start_tracing(page=page, categories=list(TRACED))
        by_keyboard(page, "lay")
        page.locator(".reveal.show").wait_for()
        page.wait_for_timeout(1000 * SECONDS)
        events = json.loads(browser.stop_tracing())["traceEvents"]
        browser.close()
    say(f"longest tasks in {SECONDS} seconds of revealing, ms of CPU: {tasks(events)[:LONGEST]}")


def tasks(events: list[dict[str, Any]]) -> list[int]:
    """What each task of the page's own thread cost."""
    named = [event for event in events if event["name"] == "thread_name"]
    page = {event["tid"] for event in named if event["args"]["name"] == "CrRendererMain"}
    run = [event for event in events if event["name"].endswith("RunTask") and event["tid"] in page]
    lengths = {(event["tid"], event["ts"] // 1000): event.get("tdur", 0) // 1000 for event in run}
    return sorted(lengths.values(), reverse=True)


def main(arguments: list[str]) -> None:
    measures = {"lighthouse": measure_lighthouse, "reveal": measure_reveal}
    if len(arguments) != 1 or arguments[0] not in measures:
        sys.exit(__doc__)
    with pictures["serving"]() as address:
        measures[arguments[0]](address)


if __name__ == "__main__":
    main(sys.argv[1:])
