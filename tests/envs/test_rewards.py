"""Rewards of every kind: by name the same compiled and not, shaped without changing sums, and custom ones."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from chocolatl.envs import Shaped, parallel_env
from chocolatl.envs.rewards import REWARDS, at_the_end
from chocolatl.envs.vector import ChocolatlVectorEnv
from chocolatl.rules import State


def solo(**options: Any) -> Any:
    return gymnasium.make("Chocolatl-v1", encoding="keys", players=3, **options).unwrapped


def whole_game(made: Any, seed: int = 1) -> list[float]:
    made.reset(seed=seed)
    made.action_space.seed(seed)
    paid, over = [], False
    while not over:
        _, reward, over, _, _ = made.step(made.action_space.sample())
        paid.append(reward)
    return paid


def test_the_kinds_at_the_end():
    scores, shares = [40, 31, 31, 12], [1.0, 0.0, 0.0, 0.0]
    assert at_the_end("win", scores, shares) == shares
    assert at_the_end("score", scores, shares) == scores
    assert at_the_end("margin", scores, shares) == [9, -9, -9, -28]
    assert at_the_end("place", scores, shares) == [1.0, 0.5, 0.5, 0.0]
    assert at_the_end("place", [40, 40, 12], [0.0, 1.0, 0.0]) == [0.5, 1.0, 0.0]


@pytest.mark.parametrize("encoding", ["cards", "keys"])
@pytest.mark.parametrize("kind", REWARDS)
def test_compiled_rewards_are_those_of_one_game(kind, encoding):
    made = ChocolatlVectorEnv(32, players=3, seat=None, rewards=kind, encoding=encoding)
    _, infos = made.reset(seed=5)
    total, finished = np.zeros(32), 0
    for _ in range(120 if encoding == "cards" else 40):
        _, rewards, over, _, infos = made.step(made.sample_legal())
        total += rewards
        for game in np.flatnonzero(over):
            finished += 1
            scores, shares, seat = infos["scores"][game], infos["returns"][game], infos["seat"][game]
            name = "score" if kind == "points" else kind
            assert total[game] == pytest.approx(at_the_end(name, scores.tolist(), shares.tolist())[seat])
            total[game] = 0
    assert finished > 3


def test_shaping_adds_the_difference_of_the_potential_and_nothing_in_the_whole_game():
    def potential(state: State) -> list[float]:
        return [float(player.box) for player in state.players]

    plain, shaped = whole_game(solo()), whole_game(solo(rewards=Shaped(potential)))
    assert any(reward != 0 for reward in shaped[:-1])
    assert sum(shaped) == pytest.approx(sum(plain))


def test_the_value_network_is_a_potential():
    from chocolatl.envs.value_potential import value_potential

    made = solo(rewards=Shaped(value_potential))
    paid = whole_game(made, seed=2)
    assert any(reward != 0 for reward in paid[:-1])
    made.reset(seed=3)
    assert sum(value_potential(made.rules_state())) == pytest.approx(1)


def test_a_reward_of_your_own():
    def rounds(before: State, after: State) -> list[float]:
        return [float(after.round - before.round)] * len(after.players)

    made = solo(rewards=rounds)
    assert sum(whole_game(made)) == made.rules_state().round
    assert gymnasium.make_vec("Chocolatl-v1", num_envs=2, rewards=rounds).num_envs == 2
    with pytest.raises(ValueError, match="expected a name, a Shaped or a function"):
        parallel_env(rewards=3)
