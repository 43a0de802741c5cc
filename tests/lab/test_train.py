"""Training can be stopped and gone on with, and the same course gives the same network."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from chocolatl.bots.equilibrium.value_network import FEATURES
from chocolatl.lab import LocalExecutor
from chocolatl.lab.executors.ray_executor import RayExecutor
from chocolatl.lab.training.pipeline import Training, TrainingConfig
from chocolatl.lab.training.value_training import Positions, ValueNetwork, fit, loss
from chocolatl.rules.board import named_board

SMALL = TrainingConfig(players=3, sketched_games=80, generations=2, games=4, epochs=2)


def quiet(_: str) -> None:
    """Nobody listens."""


def test_a_stopped_training_ends_with_the_same_network(tmp_path: Path) -> None:
    whole = Training(SMALL, tmp_path / "whole", quiet).run()
    Training(replace(SMALL, generations=1), tmp_path / "parts", quiet).run()
    parts = Training(SMALL, tmp_path / "parts", quiet).run()
    assert whole.tolist() == parts.tolist()
    other = Training(replace(SMALL, seed=2), tmp_path / "other", quiet).run()
    assert whole.tolist() != other.tolist()


def test_self_play_by_several_processes_gives_the_same_network(tmp_path: Path) -> None:
    course = replace(SMALL, generations=1)
    alone = Training(course, tmp_path / "alone", quiet).run()
    together = Training(course, tmp_path / "together", quiet, LocalExecutor(2)).run()
    assert alone.tolist() == together.tolist()


def test_self_play_on_ray_gives_the_same_network(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="needs the extra 'ray', which is not installed")
    course = replace(SMALL, generations=0)
    alone = Training(course, tmp_path / "alone", quiet).run()
    on_ray = Training(course, tmp_path / "ray", quiet, RayExecutor(jobs=2)).run()
    assert alone.tolist() == on_ray.tolist()


def test_a_folder_belongs_to_one_course(tmp_path: Path) -> None:
    Training(replace(SMALL, generations=0), tmp_path, quiet).run()
    with pytest.raises(ValueError, match=r"course_3\.json holds other settings"):
        Training(replace(SMALL, seed=5), tmp_path, quiet).run()


def test_fitting_finds_who_is_ahead() -> None:
    random = np.random.default_rng(1)
    inputs = random.normal(size=(4000, 3, FEATURES))
    shares = np.eye(3)[np.argmax(inputs[:, :, 0], axis=1)]
    data = Positions(inputs, shares)
    net = ValueNetwork.fresh(random)
    fitted = fit(net, data, random, 6, 0.01)
    assert loss(fitted, data) < 0.4 < np.log(3) * 0.9 < loss(net, data)
    turned = fitted.shares(inputs[:50, ::-1])[:, ::-1]
    assert turned == pytest.approx(fitted.shares(inputs[:50]))


def test_a_folder_belongs_to_one_board(tmp_path: Path) -> None:
    """Courses from before a board could be chosen were all of the default one."""
    training = Training(replace(SMALL, sketched_games=20, generations=0), tmp_path, quiet)
    before = training.run()
    path = tmp_path / "course_3.json"
    course = json.loads(path.read_text())
    assert course.pop("board")["name"] == "default"
    path.write_text(json.dumps(course))
    assert training.run().tolist() == before.tolist()
    with pytest.raises(ValueError, match="holds other settings"):
        Training(replace(training.course, board=named_board("balanced")), tmp_path, quiet).run()
