"""The examples run, small, and show what they say they show."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
ROUNDS = 20


@pytest.fixture
def example(monkeypatch) -> Any:
    from importlib import import_module

    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield import_module
    for path in EXAMPLES.glob("*.py"):
        sys.modules.pop(path.stem, None)


@pytest.fixture(scope="module")
def trained() -> Any:
    """A few rounds are enough to beat random clearly; counted, so that a busy machine learns as much."""
    sys.path.insert(0, str(EXAMPLES))
    import train_policy

    sys.path.remove(str(EXAMPLES))
    return train_policy, train_policy.train(seconds=np.inf, games=256, rounds=ROUNDS)


def test_a_trained_policy_beats_random_clearly(trained, tmp_path):
    module, policy = trained
    policy.save(tmp_path / "policy.npz")
    mean, error = module.win_share(module.Policy.load(tmp_path / "policy.npz"), games=600)
    assert mean - 3 * error > 0.5  # even is 0.25; choosing evenly card by card is about 0.41


def test_the_slope_is_the_slope(trained):
    """PPO's gradient, against differences: with fresh probabilities it is that of the plain objective."""
    module, _ = trained
    env = module.ChocolatlVectorEnv(8)
    seen, _ = env.reset(seed=1)
    policy = module.Policy.fresh(env, 5, 1)
    policy.weights = [w.astype(np.float64) for w in policy.weights]
    actions = env.sample_legal()
    part = {
        "seen": seen["observation"],
        "mask": seen["action_mask"],
        "action": actions,
        "advantage": np.linspace(-1, 1, 8),
        "target": np.linspace(0, 2, 8),
    }
    part["old"] = policy.forward(part["seen"], part["mask"])[2][np.arange(8), actions]

    def loss():
        _, _, logp, values = policy.forward(part["seen"], part["mask"])
        ratio = np.exp(logp[np.arange(8), actions] - part["old"])
        entropy = -(np.exp(logp) * np.where(np.exp(logp) > 0, logp, 0)).sum(axis=1)
        return (-part["advantage"] * ratio - 0.01 * entropy + 0.25 * (values - part["target"]) ** 2).mean()

    slopes = module.gradients(policy, part, 0.01)
    for layer, at in ((0, (0, 0)), (0, (250, 3)), (1, (2, 5)), (1, (5, 24)), (1, (1, 12))):
        policy.weights[layer][at] += 1e-6
        above = loss()
        policy.weights[layer][at] -= 2e-6
        below = loss()
        policy.weights[layer][at] += 1e-6
        assert slopes[layer][at] == pytest.approx((above - below) / 2e-6, rel=1e-3, abs=1e-6)


def test_a_tournament_with_the_shipped_bots(example, trained):
    _, policy = trained
    shares = example("tournament").tournament(policy, ["greedy", "random"], players=4, games=9)
    assert {name: len(some) for name, some in shares.items()} == {"policy": 12, "greedy": 12, "random": 12}
    assert sum(map(sum, shares.values())) == pytest.approx(9)


def test_regret_goes_to_nothing_on_the_smallest_board(example):
    gaps = [gap for _, gap in example("regret").learn("altar", iterations=20, every=10)]
    assert gaps[0] > 0.5
    assert gaps[-1] < 0.02


@pytest.mark.parametrize(("solver", "iterations"), [("cfr+", 20), ("mccfr", 300)])
def test_a_duel_on_the_smallest_board_is_solved(example, solver, iterations):
    """With two players both methods end in an equilibrium; the figures are those of docs/RESEARCH.md."""
    *_, (_, gap) = example("regret").learn("altar", iterations, iterations, "chocolatl_duel", solver)
    assert gap < 0.025


def test_self_play_beats_random_clearly(example):
    module = example("self_play")
    policy = module.train(np.inf, games=128, rounds=12)
    mean, error = module.win_share(policy, players=3, games=500)
    assert mean - 3 * error > 0.5  # even is 0.33


def test_cloning_learns_what_was_played(example, tmp_path):
    """Far better than choosing evenly among legal cards, in games that it was not shown."""
    from chocolatl.data.make_dataset import make_dataset

    make_dataset(tmp_path / "games", ("greedy:0",) * 3, 41, 5)
    module = example("clone_policy")
    _, same = module.clone(*module.read(tmp_path / "games"), passes=6, winners=True, hidden=32, seed=1)
    assert same > 0.3


def test_a_curve_has_an_interval_over_seeds(example, tmp_path):
    module = example("learning_curve")
    found = module.curve("ppo", 3, seeds=1, rounds=10, save=f"{tmp_path}/{{seed}}.onnx", games=100)
    assert [len(shares) for shares in found.values()] == [1]
    mean, half = module.interval([0.5, 0.7])
    assert (mean, half) == (pytest.approx(0.6), pytest.approx(1.27, abs=0.01))
    assert (tmp_path / "1.onnx").stat().st_size < 2_000_000


def test_tree_search_among_the_shipped_bots(example):
    """A seed in all rotations; every player is counted, and so is its time."""
    module = example("ismcts")
    table = ["greedy", "ismcts:2", "random"]
    played = module.match(table, range(1, 2), board="short")
    assert [len(one.shares) for one in played] == [3, 3, 3]
    assert sum(sum(one.shares) for one in played) == pytest.approx(3)
    assert all(one.answers > 3 and one.seconds > 0 for one in played)
    assert "3 games, 1 seeds" in module.summary(table, played)


def test_tree_search_is_given_the_time_of_the_first_player(example):
    table = example("ismcts").equal(["greedy", "ismcts", "random"], seed=1, board="short")
    assert table[0::2] == ["greedy", "random"]
    assert int(table[1].removeprefix("ismcts:")) >= 2
