"""A real browser, and axe to tell whether everybody can use what it shows.

Run these in a pytest process of their own: synchronous Playwright leaves an event loop running.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from chocolatl.bots.levels import warm_up
from tests.browser.chromium import MODULES, launch_options

# What is fading in has another contrast than what stands there; what moves for ever is not waited for.
AT_REST = """async () => {
  const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < 5000);
  const patience = new Promise((done) => setTimeout(done, 2000));
  await Promise.race([patience, Promise.allSettled(moving.map((one) => one.finished))]);
}"""
expect.set_options(timeout=30_000)  # a busy machine is slow, not broken
Violations = list[dict[str, Any]]
Axe = Callable[..., Violations]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server process with an empty data folder."""
    with served_by(Path.cwd(), tmp_path_factory.mktemp("server")) as url:
        yield url


@contextmanager
def served_by(root: Path, folder: Path) -> Iterator[str]:
    """The address of a server that runs from this source tree."""
    command = (sys.executable, Path(__file__).with_name("serve.py"), folder)
    paths = os.pathsep.join([str(root / "src"), str(root)])
    log = folder / "log"
    with (
        log.open("w") as out,
        subprocess.Popen(command, stdout=out, stderr=out, env=os.environ | {"PYTHONPATH": paths}) as process,
    ):
        try:
            yield _address(log, process)
        finally:
            process.terminate()


def _address(log: Path, process: subprocess.Popen[bytes]) -> str:
    while not (found := re.search(r"http://\S+", log.read_text())):
        assert process.poll() is None, log.read_text()
        time.sleep(0.05)
    return found[0].rstrip("/")


@pytest.fixture(scope="session")
def adviser() -> None:
    """Strong bots are compiled once per installation; no test of the page is about waiting for that."""
    warm_up()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a fresh context, as wide as a small telephone."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def axe_script() -> str:
    return (MODULES / "axe-core" / "axe.min.js").read_text()


@pytest.fixture(scope="session")
def axe(axe_script: str) -> Axe:
    """axe(page): what axe finds wrong with the page as it is now; `only` some rules, `without` some parts."""

    def violations(page: Page, *, only: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> Violations:
        if not page.evaluate("'axe' in window"):
            page.evaluate(axe_script)
        options: dict[str, Any] = {"resultTypes": ["violations"]} | ({"runOnly": only} if only else {})
        where = {"include": [["html"]], "exclude": [[part] for part in without]}
        page.evaluate(AT_REST)
        found: Violations = page.evaluate(
            "([where, options]) => axe.run(where, options).then(result => result.violations)",
            [where, options],
        )
        return found

    return violations
