#!/usr/bin/env python3
"""Two commands for a newcomer: `python3 run.py play` and `python3 run.py test`.

Needs Python 3.11 and nothing else. What it makes stays in this folder (.venv, .tools, node_modules), and work
already done is skipped. Arguments after the command are passed on:

    play [args]   set up, build the page, run `chocolatl play args`
    test          set up, run every check; the last line counts what passed and failed
    test args     set up, run one pytest with these arguments
    pictures      make the pictures of the README anew, and contact sheets of every screen in build/pictures
    dev           set up everything, optional extras included, and run nothing
    docs          set up, build the documentation site into build/docs
    wheel         set up, build the wheel into dist/ and play a game with it in an empty environment
    libraries     test the environments with learning libraries, and with the oldest and newest Gymnasium
    release       check that version, changelog and tag agree, then build the wheel
    update        write every generated file anew: types, schemas, games for the page's tests, drawings
    lock          write requirements/*.txt anew
"""

import sys

# Older Pythons must be able to read this file, so it has no `match`.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(f"Chocolatl needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.")

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent
BIN = "Scripts" if os.name == "nt" else "bin"
EXE = ".exe" if os.name == "nt" else ""
VENV = ROOT / ".venv"
LOCKS = ROOT / "requirements"
STAMP = VENV / "installed.json"

COUNTED = ("tests", "failures", "errors", "skipped")
# Each lock and what it is compiled from. `all` comes first: the others take their versions from it.
LOCK_SOURCES = {
    "all": ("--all-extras", "--group=build", "--group=docs", "--group=test"),
    "core": (),
    "base": ("--extra=server", "--group=build"),
    "envs": ("--extra=envs",),
    "ray": ("--extra=ray",),
    "test": ("--all-extras", "--group=build", "--group=docs", "--group=test"),
}


def say(message: str) -> None:
    print(f"\033[1m· {message}\033[0m" if sys.stdout.isatty() else f"· {message}", flush=True)


def run(*command: str | Path, cwd: Path = ROOT) -> int:
    return subprocess.run([str(part) for part in command], cwd=cwd).returncode


def must(*command: str | Path) -> None:
    """Run a step of the set-up; without it there is no point in going on."""
    if code := run(*command):
        say(f"failed ({code}): {' '.join(map(str, command))}")
        sys.exit(code)


def tool(name: str) -> Path:
    return VENV / BIN / f"{name}{EXE}"


def uv() -> str:
    """uv from the path, or one of our own in .tools."""
    if found := shutil.which("uv"):
        return found
    folder = ROOT / ".tools" / "uv"
    own = folder / BIN / f"uv{EXE}"
    if not own.exists():
        say("getting uv")
        install_uv(folder)
    return str(own)


def install_uv(folder: Path) -> None:
    """Install uv with whatever this Python has; Debian's and Ubuntu's come without `ensurepip`."""
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if find_spec("ensurepip"):
        must(sys.executable, "-m", "venv", folder)
        must(folder / BIN / f"python{EXE}", *pip, "uv")
    elif find_spec("pip"):
        must(sys.executable, *pip, "--target", folder, "uv")
    else:
        sys.exit(
            f"{sys.executable} has neither ensurepip nor pip: run `apt install python3-venv`, or install uv."
        )


def install(lock: str) -> None:
    """Bring .venv up to a lock. Never removes anything, so `play` after `test` is no work."""
    requirements = LOCKS / f"{lock}.txt"
    wanted = hashlib.sha256(requirements.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    done = json.loads(STAMP.read_text()) if STAMP.exists() else {}
    if done.get(lock) == wanted:
        return
    say(f"setting up .venv ({lock})")
    if not tool("python").exists():
        must(uv(), "venv", "--quiet", "--python", sys.executable, VENV)
    pip = (uv(), "pip", "install", "--quiet", "--python", tool("python"))
    must(*pip, "--require-hashes", "-r", requirements)
    must(*pip, "--no-deps", "--no-build-isolation", "-e", ROOT)
    STAMP.write_text(json.dumps(done | {lock: wanted}))


def script(path: str, *arguments: str) -> tuple[str | Path, ...]:
    return (tool("python"), ROOT / path, *arguments)


def lock() -> int:
    for name, sources in LOCK_SOURCES.items():
        target = LOCKS / f"{name}.txt"
        agree = () if name == "all" else ("--constraints", LOCKS / "all.txt")
        target.unlink(missing_ok=True)
        say(f"locking {target.relative_to(ROOT)}")
        must(uv(), "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-annotate",
             "--python-version=3.11", "--custom-compile-command=python3 run.py lock",
             *sources, *agree, "pyproject.toml", "--output-file", target)  # fmt: skip
    return 0


def play(arguments: Sequence[str]) -> int:
    install("base")
    must(*script("web/build.py", "build"))
    return run(tool("chocolatl"), "play", *arguments)


def dev() -> int:
    install("all")
    must(*script("web/build.py", "build"))
    must(*script("tests/browser/chromium.py"))
    say(f"ready: {tool('python').relative_to(ROOT)}, {tool('chocolatl').relative_to(ROOT)}")
    return 0


def pictures() -> int:
    """From a real game in a real browser; look at them before a release."""
    install("test")
    must(*script("web/build.py", "build"))
    must(*script("tests/browser/chromium.py"))
    film = run(tool("python"), "-m", "tools.readme_film")
    return film or run(*script("web/pictures.py")) or run(*script("web/pictures.py", "sheets"))


def update() -> int:
    install("test")
    return run(tool("python"), "-m", "tools.generate")


def docs() -> int:
    """Every warning is an error: a link that leads nowhere, a docstring that cannot be read."""
    install("test")
    return run(tool("python"), "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", "build/docs")


def wheel() -> int:
    """Build the wheel, install it without the source tree, and play."""
    install("test")
    must(*script("web/build.py", "build"))
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    must(
        uv(),
        "build",
        "--quiet",
        "--wheel",
        "--no-build-isolation",
        "--python",
        tool("python"),
        "--out-dir",
        "dist",
    )
    return run(*script("tools/try_wheel.py", uv()))


def release() -> int:
    must(*script("tools/release.py"))
    return wheel()


def pytest(*arguments: str | Path) -> tuple[int, int]:
    """Run pytest; count what passed and what failed."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        code = run(tool("python"), "-m", "pytest", f"--junitxml={report}", *arguments)
        suites = ElementTree.parse(report).getroot().iter("testsuite") if report.exists() else ()
        count = Counter({key: int(suite.attrib[key]) for suite in suites for key in COUNTED})
    failed = count["failures"] + count["errors"]
    return count["tests"] - count["skipped"] - failed, failed or int(code != 0)


def check(*command: str | Path) -> tuple[int, int]:
    """A check that counts only when it fails."""
    return 0, int(run(*command) != 0)


def test(arguments: Sequence[str]) -> int:
    install("test")
    passed, failed = quick_test(arguments) if arguments else full_test()
    print(f"{passed} passed, {failed} failed", flush=True)
    return int(failed > 0)


def quick_test(arguments: Sequence[str]) -> tuple[int, int]:
    # A page that does not build, or a browser out of reach, is no reason not to test the rules.
    run(*script("web/build.py", "build"))
    run(*script("tests/browser/chromium.py"))
    return pytest(*arguments)


Step = Callable[[], tuple[int, int]]
# A process that has nothing left to do takes tests from another one; neighbours stay together till then.
SHARING = ("--dist", "worksteal")


def full_test() -> tuple[int, int]:
    # Fetched and compiled while other steps run.
    browser = subprocess.Popen(script("tests/browser/chromium.py"))
    bots = subprocess.Popen([tool("chocolatl"), "compile"])
    page = {"page": lambda: check(*script("web/build.py", "build"))}
    python: dict[str, Step] = {
        "ruff": lambda: check(tool("ruff"), "check", "."),
        "ruff format": lambda: check(tool("ruff"), "format", "--check", "--quiet", "."),
        "mypy": lambda: check(tool("mypy")),
        "import-linter": lambda: check(tool("lint-imports"), "--no-logo"),
        "docs": lambda: (0, int(docs() != 0)),
    }
    web: dict[str, Step] = {
        "svelte-check": lambda: check(*script("web/build.py", "run", "check")),
        "eslint and prettier": lambda: check(*script("web/build.py", "run", "lint")),
        "vitest": lambda: check(*script("web/build.py", "run", "test")),
        "bots": lambda: (0, int(bots.wait() != 0)),
        "wheel": lambda: (0, int(wheel() != 0)),
    }
    # More processes than cores, both kinds at once: half of the time they wait for a server or a deadline.
    tests: dict[str, Step] = {
        "pytest": lambda: pytest("-n", "4", *SHARING, "--durations=20", "--ignore=tests/browser"),
    }
    # Synchronous Playwright leaves an event loop running, so its tests get processes of their own.
    browsers: dict[str, Step] = {
        "browser": lambda: (0, int(browser.wait() != 0)),
        "pytest browser": lambda: pytest("-n", "2", *SHARING, "--durations=20", "tests/browser"),
    }
    results = perform(page)
    with ThreadPoolExecutor(2) as pool:
        for beside in ((python, web), (tests, browsers)):
            for result in pool.map(perform, beside):
                results += result
    passed = results.pop("passed", 0)
    if results:
        say(f"failed: {', '.join(results)}")
    return passed, results.total()


def perform(steps: Mapping[str, Step]) -> Counter[str]:
    """One step after the other: how many tests passed, and how many failed in which step."""
    results = Counter[str]()
    for name, step in steps.items():
        say(name)
        start = time.monotonic()
        try:
            passed, failed = step()
        except SystemExit:  # a command that the step needs has failed
            passed, failed = 0, 1
        results += Counter({"passed": passed, name: failed})
        say(f"{name}: {'FAILED' if failed else 'ok'} in {time.monotonic() - start:.1f} s")
    return results


SIMPLE_COMMANDS: dict[str, Callable[[], int]] = {
    "dev": dev,
    "pictures": pictures,
    "update": update,
    "docs": docs,
    "wheel": wheel,
    "release": release,
    "lock": lock,
}


def main(arguments: Sequence[str]) -> int:
    command, rest = (arguments[0], arguments[1:]) if arguments else ("help", ())
    if command == "play":
        return play(rest)
    if command == "test":
        return test(rest)
    if command == "libraries":
        install("test")
        return run(*script("tools/try_libraries.py", *rest))
    if command in SIMPLE_COMMANDS:
        return SIMPLE_COMMANDS[command]()
    print(__doc__)
    return 0 if command in ("help", "-h", "--help") else 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
