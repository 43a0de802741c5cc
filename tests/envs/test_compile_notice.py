"""Compilation is said once, with a hint how to have it done ahead; what comes from the cache is silent."""

from __future__ import annotations

import os
import subprocess
import sys

SCRIPT = """
from chocolatl.engine.compile_notice import announce_compilation
import numpy as np
from chocolatl.envs.kernel.single_game import ask, legal_now
from chocolatl.envs.kernel.pick_actions import ROW_SIZE

announce_compilation()
announce_compilation()
ask(np.zeros(ROW_SIZE, np.int64))
legal_now(np.zeros(ROW_SIZE, np.int64), 17, 0)
"""


def test_said_once_and_only_when_something_is_compiled(tmp_path):
    def told() -> str:
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        return done.stderr

    first, second = told(), told()
    assert first.count("compiling the game engine") == 1
    assert "`chocolatl compile` does it ahead" in first
    assert second == ""
