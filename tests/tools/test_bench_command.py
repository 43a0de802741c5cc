"""`chocolatl bench`: figures beside targets. The figures here are made up: no test asserts a time."""

import json

import pytest

from chocolatl.cli import main
from tools.bench import bench_rules as rules

FINE = {"games_per_s": 400.0, "decisions_per_s": 60_000.0, "decide_p99_us": 90.0, "yardstick_mops": 30.0}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    figures = dict(FINE)
    monkeypatch.setattr(rules, "run", lambda seconds: figures)
    return figures


def test_figures_stand_beside_targets(measured: dict[str, float], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--check"]) == 0
    shown = capsys.readouterr().out
    row = next(line for line in shown.splitlines() if "decisions_per_s" in line)
    assert "60,000" in row
    assert "at least 50,000" in row
    assert "met" in row


@pytest.mark.parametrize(("figure", "value"), [("games_per_s", 299.0), ("decide_p99_us", 1001.0)])
def test_a_missed_target_fails_only_when_asked_to_check(
    figure: str, value: float, measured: dict[str, float], capsys: pytest.CaptureFixture[str]
) -> None:
    measured[figure] = value
    assert main(["bench", "rules", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["rules"]
    assert told[figure] == {"value": value, "target": told[figure]["target"], "met": False}
    assert told["yardstick_mops"]["met"] is None
    assert main(["bench", "rules", "--check"]) == 1


def test_an_unknown_bench_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "ruls"]) == 2
    assert "did you mean 'rules'?" in capsys.readouterr().err
