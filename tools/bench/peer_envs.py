"""Environments of other people in the same run, installed with pip into a folder that is thrown away."""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

SCRIPT = Path(__file__).with_name("peer_env_loops.py")
PACKAGES = {
    "pettingzoo_hanabi": "pettingzoo[classic]",
    "pettingzoo_texas_holdem": "pettingzoo[classic]",
    "rlcard_uno": "rlcard",
    "catanatron_gym": "catanatron_gym",
}
"""What each game of `peer_games` needs. Catanatron is last: it wants an older Gymnasium."""


def run(seconds: float, tell: Callable[[str], None]) -> dict[str, float]:
    """Decisions per CPU-second of every game that installs and runs; the others are told, one line each."""
    figures = dict[str, float]()
    with TemporaryDirectory(prefix="chocolatl-peers-") as folder:
        python = _environment(Path(folder))
        for game, package in PACKAGES.items():
            try:
                _checked([python, "-m", "pip", "install", "--quiet", package])
                figures[f"{game}_per_s"] = float(_checked([python, str(SCRIPT), game, str(seconds)]))
            except _Failed as problem:
                tell(f"{game} ({package}): {problem}")
    return figures


def _environment(folder: Path) -> str:
    venv.create(folder, with_pip=True)
    scripts = "Scripts" if sys.platform == "win32" else "bin"
    return str(folder / scripts / "python")


class _Failed(Exception):  # noqa: N818  reads better where it is raised
    """What the command said last."""


def _checked(command: list[str]) -> str:
    """What a command prints; raises with its last line."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise _Failed((done.stderr.strip() or "no message").splitlines()[-1])
    return done.stdout
