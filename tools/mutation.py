"""Mutation testing in a copy of the repository: `python -m tools.mutation server|rules FOLDER [MUTANT …]`.

mutmut reads its settings from pyproject.toml, and there can be one. Those of the rules stand there; for the
server they are written into the copy. See docs/TESTING.md.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SERVER = "src/chocolatl/server"
MODULES = (
    "bots/bot_seats", "bots/fair_queue", "notify/notifications", "rate_limit", "store/group_commit",
    "tables/chat", "tables/clocks/deadlines", "tables/decisions", "tables/draw_state", "tables/draw_steps",
    "tables/event_history", "tables/event_payloads", "tables/lobby", "tables/permissions",
    "tables/presence", "tables/seat_changes", "traffic_limits",
)  # fmt: skip
TESTS = (
    "tests/hostile/test_answers.py", "tests/hostile/test_rates.py", "tests/server/decisions",
    "tests/server/test_deadlines.py", "tests/server/test_fair_queue.py", "tests/server/test_lobby.py",
    "tests/server/test_permissions.py", "tests/server/test_presence.py", "tests/server/test_robots.py",
)  # fmt: skip
OPTIONS = (
    "-x", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "tests.mutation", "--hypothesis-seed=0",
    "--only-pure",
)  # fmt: skip


def settings() -> str:
    """The section for the server's deciding modules."""
    lines = {
        "source_paths": ["src"],
        "only_mutate": [f"{SERVER}/{module}.py" for module in MODULES],
        "pytest_add_cli_args_test_selection": list(TESTS),
        "pytest_add_cli_args": list(OPTIONS),
    }
    return "[tool.mutmut]\n" + "".join(f"{key} = {value!r}\n" for key, value in lines.items())


def copy_of_repository(folder: Path, what: str) -> None:
    """What is committed, with the settings for this run."""
    subprocess.run(["git", "clone", "-q", ".", str(folder)], check=True)
    if what == "server":
        file = folder / "pyproject.toml"
        text = re.sub(r"(?ms)^\[tool\.mutmut\]\n.*?(?=^\[)", lambda _: settings() + "\n", file.read_text())
        file.write_text(text)


def main() -> int:
    """Make the copy unless it is there, run the mutants, list those that survived."""
    if len(sys.argv) < 3 or sys.argv[1] not in ("server", "rules"):
        print(__doc__)
        return 2
    what, folder, mutants = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
    if not folder.exists():
        copy_of_repository(folder, what)
    mutmut = str(Path(sys.executable).with_name("mutmut"))
    done = subprocess.run([mutmut, "run", "--max-children", "2", *mutants], cwd=folder, check=False)
    subprocess.run([mutmut, "results"], cwd=folder, check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
