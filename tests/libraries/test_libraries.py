"""Learning libraries take the environments as they are, without a wrapper.

`python3 run.py libraries` installs them into an environment of its own and runs this; elsewhere each test
that lacks its library is skipped.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from chocolatl.envs import env, parallel_env

ID = "chocolatl.envs:Chocolatl-v1"
KEYS: dict[str, Any] = {"players": 3, "encoding": "keys", "observations": "normalised"}
CARDS: dict[str, Any] = {"players": 3, "observations": "normalised", "illegal": "raise"}


def test_sb3_contrib_trains_with_masks():
    """An action that the mask forbids would raise."""
    contrib = pytest.importorskip("sb3_contrib")
    made = gymnasium.make(ID, **CARDS)
    model = contrib.MaskablePPO("MultiInputPolicy", made, n_steps=64, batch_size=32, n_epochs=1, seed=1)
    model.learn(192)
    seen, _ = made.reset(seed=1)
    masks = made.get_wrapper_attr("action_masks")()
    action, _ = model.predict(seen, action_masks=masks)
    assert masks[action]


def test_the_example_for_sb3_trains(monkeypatch):
    pytest.importorskip("sb3_contrib")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    from sb3_ppo import train, win_share

    for keys in (False, True):
        model = train(players=3, steps=1, keys=keys, opponents="random", seed=1, batch=64)
        assert 0 <= win_share(model, 3, keys, "random", games=3)[0] <= 1


def test_sb3_trains_in_spawned_processes():
    sb3 = pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import SubprocVecEnv

    made = make_vec_env(
        ID, 2, env_kwargs=KEYS, vec_env_cls=SubprocVecEnv, vec_env_kwargs={"start_method": "spawn"}
    )
    sb3.PPO("MlpPolicy", made, n_steps=16, batch_size=16, n_epochs=1, seed=1).learn(64)
    made.close()


def test_torchrl_takes_one_seat_and_all_seats():
    pytest.importorskip("torchrl")
    from torchrl.envs import GymEnv, PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    made = GymEnv(ID, **KEYS)
    check_env_specs(made)
    assert made.rollout(12)["next", "reward"].shape[0] >= 1
    table = PettingZooWrapper(parallel_env(players=3, encoding="keys"), return_state=False)
    assert table.rollout(6)["player", "observation"].shape[-1] == parallel_env(players=3).setting.size


def test_tianshou_takes_one_seat_and_all_seats():
    pytest.importorskip("tianshou")
    from tianshou.env import DummyVectorEnv
    from tianshou.env.pettingzoo_env import PettingZooEnv

    made = DummyVectorEnv([lambda: gymnasium.make(ID, **KEYS)] * 2)
    made.reset(seed=1)
    _, rewards, *_ = made.step(np.full((2, 13), 0.5, np.float32))
    assert rewards.shape == (2,)
    table = PettingZooEnv(env(players=3))
    seen, _ = table.reset(seed=1)
    assert sum(seen["mask"]) == 13
    assert table.step(5)[0]["agent_id"] == "player_1"


def test_supersuit_makes_a_vector_of_seats():
    suit: Any = pytest.importorskip("supersuit")
    made = suit.pettingzoo_env_to_vec_env_v1(parallel_env(**KEYS))
    joined = suit.concat_vec_envs_v1(made, 2, base_class="gymnasium")
    seen, _ = joined.reset(seed=1)
    assert seen.shape == (6, parallel_env(players=3).setting.size)
    _, rewards, *_ = joined.step(np.full((6, 13), 0.5, np.float32))
    assert rewards.shape == (6,)


def test_rllib_trains():
    pytest.importorskip("ray.rllib")
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig

    ray.init(num_cpus=1, include_dashboard=False, configure_logging=False, log_to_driver=False)
    config = (
        PPOConfig()
        .environment(ID, env_config=KEYS)
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=64, minibatch_size=32, num_epochs=1)
    )
    algorithm = config.build_algo()
    try:
        assert algorithm.train()["num_env_steps_sampled_lifetime"] >= 64
    finally:
        algorithm.stop()
        ray.shutdown()
