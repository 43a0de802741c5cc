"""Scores that anybody can repeat: a true result stands, every kind of false one is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chocolatl.cli import main
from chocolatl.lab.scoreboard.submission import SubmissionError, load_submission

BOT = """
from chocolatl.bots import make_bot

def best(seed):
    return make_bot("greedy:0", seed)
"""


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("score")
    (folder / "mine.py").write_text(BOT)
    file = folder / "result.json"
    command = ["score", f"{folder}/mine.py:best", "--against", "random", "--players", "3", "--seeds", "2"]
    assert main([*command, "-o", str(file)]) == 0
    return file


def test_a_true_result_stands(result, capsys):
    assert main(["score", "--check", str(result)]) == 0
    assert "2 of 2 units played again, all the same" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda r: r["lines"][0].update(share=1.0, low=1.0, high=1.0, opponent="greedy:15"),
            "does not follow",
        ),
        (lambda r: r["units"][0].update(shares=[0.5, 0.5, 0.5]), "another game was played"),
        (
            lambda r: r["units"][1].update(sha256="0" * 64),
            "seed 52001 against random, 3 players: another game",
        ),
        (lambda r: r["units"][0].update(seed=7), "expected the published ones"),
        (lambda r: r.update(submission="random"), "another game was played"),
        (lambda r: r.update(rules_version="1"), "expected chocolatl-score/1 and"),
    ],
)
def test_a_false_result_is_refused(result, tmp_path, capsys, change, told):
    claimed = json.loads(result.read_text())
    change(claimed)
    file = tmp_path / "false.json"
    file.write_text(json.dumps(claimed))
    assert main(["score", "--check", str(file)]) == 1
    assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong", ["greddy", "no_such.module:make", "missing.py:make", "chocolatl.bots:nothing"]
)
def test_what_cannot_be_scored_is_refused_by_name(wrong):
    with pytest.raises(SubmissionError, match="expected"):
        load_submission(wrong)
