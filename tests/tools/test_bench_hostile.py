"""`chocolatl bench hostile` in small: every attack is done, and nobody else is refused."""

import pytest

from tools.bench import bench_hostile as hostile
from tools.bench.bench_command import BENCHES
from tools.bench.bench_hostile import Phase, figures
from tools.bench.hostile_visitor import Visited
from tools.bench.load_generator import Played
from tools.load.attacks import ATTACKS


def test_all_attacks_at_once_and_nobody_else_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hostile, "WARM_UP", 0.5)
    monkeypatch.setattr(hostile, "_runs", lambda attacks: [(hostile.TOGETHER, list(attacks))])
    found = hostile.run(1.5, tables=2, bot_tables=0)
    bench = BENCHES["hostile"]
    assert set(bench.least) | set(bench.most) <= set(found)
    assert found["others_refused"] == found["quiet_refused"] == 0
    assert found["server_errors"] == 0
    assert found["together_steps"] > len(ATTACKS)
    assert found["together_screen_ms_p99"] > 0


def phase(name: str, quiet: list[float], attacked: list[float], refused: int) -> Phase:
    first, second = hostile.WARM_UP + 1, hostile.WARM_UP + 11
    samples = [(first, one) for one in quiet] + [(second, one) for one in attacked]
    told = [(second, "busy")] * refused + [(first, "busy")]
    both = {"screen": samples, "bot": samples, "newcomer": samples}
    visited = Visited({"boards": 7, "status 200": 9}, 2)
    return Phase(name, 10.0, Played(0, [], [], both, told), visited)  # type: ignore[arg-type]


def test_the_attacked_half_is_compared_with_all_quiet_ones():
    found = figures([phase("boards", [0.01] * 100, [0.02] * 100, 0), phase("chat", [0.01], [0.05, 0.04], 3)])
    assert found["quiet_screen_ms_p99"] == pytest.approx(10)
    assert found["boards_p99_ratio"] == pytest.approx(2)
    assert found["p99_ratio_worst"] == found["chat_p99_ratio"] == pytest.approx(5)
    assert found["quick_bots_s_worst"] == 0.05
    assert (found["others_refused"], found["chat_refused"], found["quiet_refused"]) == (3, 3, 2)
    assert found["server_errors"] == 4
