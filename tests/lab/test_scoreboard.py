"""Scores that anybody can repeat: a true result stands, every kind of false one is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chocolatl.cli import main
from chocolatl.envs.env_config import setting
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


PROGRAM = """
import json, sys

for line in sys.stdin:
    asked = json.loads(line)
    question = asked["question"]
    cards = sorted(question.get("cards", []))
    answers = {
        "lay": lambda: {"cards": [[cards.pop() for _ in range(g["count"])] for g in question["groups"]]},
        "roll": lambda: {"do": "pass"},
        "take": lambda: {"prize": "die"},
        "place_first": lambda: {"seat": asked["view"]["seat"]},
    }
    kind = question["ask"]
    body = answers.get(kind, lambda: {"card": cards[0]})()
    print(json.dumps({"do": kind} | body), flush=True)
"""


def test_a_program_is_scored(tmp_path, capsys):
    (tmp_path / "bot.py").write_text(PROGRAM)
    command = f"external:{sys.executable} {tmp_path}/bot.py"
    assert main(["score", command, "--against", "random", "--players", "3", "--seeds", "1"]) == 0
    assert "against 2 random:" in capsys.readouterr().out


def network(path: Path, kind: str = "FLOAT", name: str = "observation", history: bool = False) -> str:
    """A linear network, the same for every test; as any library would export it."""
    onnx: Any = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    helper, floats, made = onnx.helper, onnx.TensorProto.FLOAT, setting(3, history=history)
    weights = np.random.default_rng(4).normal(size=(made.size, made.actions)).astype(np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Cast", [name], ["numbers"], to=floats),
            helper.make_node("MatMul", ["numbers", "weights"], ["scores"]),
        ],
        "policy",
        [helper.make_tensor_value_info(name, getattr(onnx.TensorProto, kind), ["games", made.size])],
        [helper.make_tensor_value_info("scores", floats, ["games", made.actions])],
        [onnx.numpy_helper.from_array(weights, "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, path)
    return str(path)


@pytest.mark.parametrize(("kind", "history"), [("FLOAT", False), ("INT8", True)])
def test_a_network_is_scored_and_checked(tmp_path, capsys, kind, history):
    file, result = network(tmp_path / "mine.onnx", kind, history=history), tmp_path / "result.json"
    command = ["score", file, "--against", "random", "--players", "3", "--seeds", "1", "-o", str(result)]
    assert main(command) == 0
    assert main(["score", "--check", str(result)]) == 0
    assert "1 of 1 units played again, all the same" in capsys.readouterr().out


def test_a_network_that_does_not_fit_is_refused_before_a_game(tmp_path, capsys):
    (tmp_path / "words.onnx").write_text("no network")
    size = [setting(players).size for players in (3, 4)]
    wrong = {
        network(tmp_path / "three.onnx"): f"reads {size[0]} numbers: expected {size[1]} at this table",
        network(tmp_path / "name.onnx", name="state"): "reads state: expected observation",
        network(tmp_path / "type.onnx", "INT32"): "reads tensor(int32): expected tensor(int8) or",
        str(tmp_path / "words.onnx"): "expected a network as ONNX",
        str(tmp_path / "missing.onnx"): "expected a network as ONNX",
    }
    for file, told in wrong.items():
        assert main(["score", file, "--against", "random", "--players", "4", "--seeds", "1"]) == 2
        assert told in capsys.readouterr().err
