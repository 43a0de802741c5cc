"""docs/RESEARCH.md and the bench agree with the environments."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from chocolatl.envs.action_encoding import NON_CARD_ACTIONS
from chocolatl.envs.env_config import setting
from tools.bench import bench_envs as envs
from tools.bench import peer_env_loops as peer_games
from tools.bench import peer_envs as peers
from tools.bench.bench_command import BENCHES

TEXT = (Path(__file__).parents[2] / "docs" / "RESEARCH.md").read_text()


def test_every_field_is_documented_as_it_is():
    parts = {"table": "table", "player 0": "each player", "own": "own", "round 1": "each round"}
    for field in (field for field in setting(4, history=True).fields if field.part in parts):
        part = parts[field.part]
        sizes = f"{field.start} | {field.size} | {field.low} to {field.high}"
        assert f"| {part} | `{field.name}` | {sizes} | {field.meaning} |" in TEXT


def test_every_action_word_is_documented():
    assert f"then seven words: {', '.join(NON_CARD_ACTIONS)}." in " ".join(TEXT.split())
    assert f"V = {setting(4).values} on the default board" in " ".join(TEXT.split())


@pytest.mark.parametrize("make", envs.BENCHES.values(), ids=envs.BENCHES)
def test_every_bench_counts_the_decisions_of_a_game(make):
    assert make()() >= 2


def test_games_of_others_run_where_chocolatl_is_not():
    """The script stands alone: only OpenSpiel is needed for its example."""
    command = [
        sys.executable,
        "-S",
        "-c",
        "import runpy, sys; runpy.run_path(sys.argv[1])",
        str(peers.SCRIPT),
    ]
    assert subprocess.run(command, check=False).returncode == 0
    shown = subprocess.run(
        [sys.executable, str(peers.SCRIPT), "kuhn_poker", "0.01"], capture_output=True, check=True
    )
    assert float(shown.stdout) > 0


def test_games_of_others_that_do_not_install_are_told_in_one_line(monkeypatch):
    monkeypatch.setattr(peers, "_environment", lambda folder: sys.executable)
    monkeypatch.setattr(peers, "_checked", failing)
    told: list[str] = []
    assert peers.run(0.01, told.append) == {}
    assert [line.split(" (")[0] for line in told] == list(peers.PACKAGES)
    assert told[-1] == "catanatron_gym (catanatron_gym): no network"


def failing(command):
    raise peers._Failed("no network")


def test_what_a_command_said_last_is_the_reason():
    assert peers._checked([sys.executable, "-c", "print(1)"]) == "1\n"
    with pytest.raises(peers._Failed, match=r"^and no more$"):
        peers._checked([sys.executable, "-c", "import sys; sys.exit('much\\nand no more')"])


def test_every_game_of_others_is_there():
    assert all(callable(getattr(peer_games, game)) for game in peers.PACKAGES)


def test_the_bench_measures_what_has_a_target():
    measured = {*(f"{name}_per_s" for name in envs.BENCHES), *envs.vector(0.01)}
    assert set(BENCHES["envs"].least) <= measured
