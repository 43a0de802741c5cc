"""The same in every process: no order of sets, no hidden imports."""

import os
import subprocess
import sys

PLAY = """
import hashlib, msgspec
from chocolatl.rules import Rules, default_board
from tests.rules.games import ALL_RULES, played
games = [played(n, 3 + n % 3, rules, default_board()).events for n, rules in enumerate(ALL_RULES)]
print(hashlib.sha256(msgspec.json.encode(games)).hexdigest())
"""
LOADED = """
import sys
before = set(sys.modules)
import chocolatl.rules
names = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(names - sys.stdlib_module_names))
"""


def run(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([".", "src"]), **environment},
    )
    return done.stdout.strip()


def test_the_same_seed_gives_the_same_events_in_every_process():
    digests = {run(PLAY, PYTHONHASHSEED=seed) for seed in ("0", "1", "4242")}
    assert len(digests) == 1


def test_the_rules_import_nothing_but_msgspec():
    """msgspec itself takes typing_extensions where it is installed."""
    assert set(run(LOADED).split()) <= {"chocolatl", "msgspec", "typing_extensions"}
