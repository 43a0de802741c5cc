"""A server that is killed leaves no bot behind."""

import subprocess
import sys
import time

import pytest

PARENT = """
import multiprocessing, time
from chocolatl.server.bots.bot_process import give_way

def busy():
    give_way(0)
    while True:
        sum(range(10_000))

if __name__ == "__main__":
    process = multiprocessing.get_context("spawn").Process(target=busy, daemon=True)
    process.start()
    print(process.pid, flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="looks for the process in /proc")
def test_a_process_that_compiles_or_thinks_ends_with_its_killed_server(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    for _ in range(600):
        if not alive(child):
            return
        time.sleep(0.1)
    raise AssertionError("the child is still there")


def alive(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(state.strip()) and not state.startswith("Z")
