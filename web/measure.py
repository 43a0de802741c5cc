"""How fast the page is on this machine.

python web/measure.py lighthouse   scores of the four categories (fetches lighthouse into a temporary folder)
python web/measure.py reveal       tasks and frames while offerings are revealed, in milliseconds of CPU
python web/measure.py frames       times between frames of a red reveal, also with a CPU a quarter as fast
python web/measure.py memory       the heap after each of ten games in one tab

For developers: building, testing and playing need none of it, and no test asserts a time. Lighthouse wants a
quiet machine; the CPU time of a task is the same on a busy one. Figures of time come with the machine's load.
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

from playwright.sync_api import BrowserContext, CDPSession, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import FLAGS, launch_options  # noqa: E402
from tests.browser.player import ASKED, by_keyboard, play_on, remembered  # noqa: E402

LIGHTHOUSE = "lighthouse@12"
PORT = 9333
RUNS = 3
PATIENCE = 120
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
TRACED = ("toplevel", "devtools.timeline", "cc")
FRAME = "ProxyMain::BeginMainFrame"
SECONDS = 15
LONGEST = 8
THROTTLED = (1, 4)
GAMES = 10
OF_THE_BROWSER = ("code", "native", "synthetic", "hidden")
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
        pages = {"home": address, "learn": f"{address}/learn", "rules": f"{address}/rules", "table": game}
        for name, where in pages.items():
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
    frames = [event["tdur"] / 1000 for event in events if event["name"] == FRAME and "tdur" in event]
    say(f"{len(frames)} frames, ms of CPU each: {shares(frames)}; a quarter as fast: "
        f"{shares([4 * frame for frame in frames])}")  # fmt: skip


def tasks(events: list[dict[str, Any]]) -> list[int]:
    """What each task of the page's own thread cost."""
    named = [event for event in events if event["name"] == "thread_name"]
    page = {event["tid"] for event in named if event["args"]["name"] == "CrRendererMain"}
    run = [event for event in events if event["name"].endswith("RunTask") and event["tid"] in page]
    lengths = {(event["tid"], event["ts"] // 1000): event.get("tdur", 0) // 1000 for event in run}
    return sorted(lengths.values(), reverse=True)


WATCH = """
window.frames_seen = []; window.long_tasks = []; window.watching = false;
const lengths = list => list.getEntries().map(entry => Math.round(entry.duration));
new PerformanceObserver(list => window.watching && window.long_tasks.push(...lengths(list)))
    .observe({ type: 'longtask' });
let last = 0;
requestAnimationFrame(function frame(now) {
    if (window.watching && last) window.frames_seen.push(now - last);
    last = now;
    requestAnimationFrame(frame);
});
"""


def measure_frames(address: str) -> None:
    """A red round at normal speed, from its first location to the next question."""
    with sync_playwright() as playwright:
        for slower in THROTTLED:
            browser = playwright.chromium.launch(**launch_options())
            page = browser.new_page(viewport={"width": 1366, "height": 768})
            page.add_init_script(remembered(speed="normal"))
            page.add_init_script(WATCH)
            sit_down(page, address)
            quiet(page, address)
            session = page.context.new_cdp_session(page)
            by_keyboard(page, "lay")
            page.locator(".reveal.show").wait_for()
            session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            page.evaluate("window.watching = true")
            page.wait_for_selector(ASKED, timeout=1000 * PATIENCE)
            page.evaluate("window.watching = false")
            frames, tasks = page.evaluate("[window.frames_seen, window.long_tasks]")
            browser.close()
            say(f"CPU 1/{slower}, {len(frames)} frames of {sum(frames) / 1000:.0f} s: {shares(frames)}; "
                f"long tasks {len(tasks)}, longest {max(tasks, default=0)} ms; load {load()}")  # fmt: skip


def shares(frames: list[float]) -> str:
    """The usual frame, and how late the latest are."""
    found = sorted(frames)
    return ", ".join(f"p{share} {found[len(found) * share // 100]:.0f} ms" for share in (50, 95, 99))


def load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def data_held(session: CDPSession) -> float:
    """Megabytes of objects, arrays, strings and functions: the heap without the code that V8 has compiled."""
    chunks = list[str]()
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda part: chunks.append(part["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot")
    snapshot = json.loads("".join(chunks))
    meta, nodes = snapshot["snapshot"]["meta"], snapshot["nodes"]
    width, size = len(meta["node_fields"]), meta["node_fields"].index("self_size")
    data = {number for number, kind in enumerate(meta["node_types"][0]) if kind not in OF_THE_BROWSER}
    return sum(nodes[at + size] for at in range(0, len(nodes), width) if nodes[at] in data) / 1e6


def measure_memory(address: str) -> None:
    """Ten games in one tab, each followed by the first page: the heap after collecting garbage.

    V8 goes on compiling what has often run, so the heap grows for many games; what the page keeps does not.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.add_init_script(remembered())
        page.goto(address)
        session = page.context.new_cdp_session(page)
        heaps, data, nodes = list[float](), list[float](), list[int]()
        for game in range(1, GAMES + 1):
            page.get_by_role("button", name="Play now").click()
            play_on(page, by_keyboard)
            page.locator(".top .brand").click()
            page.locator(".home .main").first.wait_for()
            page.wait_for_timeout(1000)
            session.send("HeapProfiler.collectGarbage")
            heaps.append(session.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
            nodes.append(session.send("Memory.getDOMCounters")["nodes"])
            say(f"after game {game}: {heaps[-1]:.2f} MB, {nodes[-1]} nodes")
            if game in (1, GAMES):
                data.append(data_held(page.context.new_cdp_session(page)))
        browser.close()
    say(f"last to first: data {data[-1] / data[0]:.2f}, nodes {nodes[-1] / nodes[0]:.2f}, "
        f"with compiled code {heaps[-1] / heaps[0]:.2f}; load {load()}")  # fmt: skip


def main(arguments: list[str]) -> None:
    measures = {
        "lighthouse": measure_lighthouse,
        "reveal": measure_reveal,
        "frames": measure_frames,
        "memory": measure_memory,
    }
    if len(arguments) != 1 or arguments[0] not in measures:
        sys.exit(__doc__)
    with pictures["serving"]() as address:
        measures[arguments[0]](address)


if __name__ == "__main__":
    main(sys.argv[1:])
