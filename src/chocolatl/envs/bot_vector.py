"""`gymnasium.make_vec`: compiled where it can be, else games one by one with bots, with the same names."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from chocolatl.envs.gymnasium import ChocolatlSoloEnv
from chocolatl.envs.spaces import Observation
from chocolatl.envs.vector import COMPILED_OPPONENTS, ChocolatlVectorEnv


def vector_env(num_envs: int = 1, copy: bool = True, **options: Any) -> VectorEnv[Any, Any, Any]:
    """The vector environment for these opponents and rewards.

    Args:
        num_envs: how many games.
        copy: False hands out the compiled arrays themselves; games with bots always hand out new ones.
        options: those of `Chocolatl-v1`.
    """
    opponents, rewards = options.get("opponents", "random"), options.get("rewards", "win")
    if isinstance(rewards, str) and isinstance(opponents, str) and opponents in COMPILED_OPPONENTS:
        return ChocolatlVectorEnv(num_envs, copy=copy, **options)
    return BotVectorEnv(num_envs, **options)


class BotVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Games one after the other, in Python: for opponents and rewards that are not compiled."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, num_envs: int, **options: Any) -> None:
        self.num_envs = num_envs
        self.games = [ChocolatlSoloEnv(**options) for _ in range(num_envs)]
        first = self.games[0]
        self.setting, self.form = first.setting, first.form
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self._sampler = np.random.default_rng()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games everywhere; a seed counts up from game to game, a list has one for each."""
        seeds = [seed + game for game in range(self.num_envs)] if isinstance(seed, int) else seed
        if seeds is not None:
            self._sampler = np.random.default_rng([0 if one is None else one for one in seeds])
        given = seeds or [None] * self.num_envs
        self._over[:] = False
        return _stacked(
            [game.reset(seed=one, options=options) for game, one in zip(self.games, given, strict=True)]
        )

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action in every game; a game that was over begins anew instead."""
        if len(actions) != self.num_envs:
            raise ValueError(f"{len(actions)} actions: expected one for each of {self.num_envs} games")
        shown, rewards = [], np.zeros(self.num_envs)
        for number, game in enumerate(self.games):
            if self._over[number]:
                shown.append(game.reset())
                self._over[number] = False
            else:
                seen, rewards[number], self._over[number], _, info = game.step(actions[number])
                shown.append((seen, info))
        seen, infos = _stacked(shown)
        return seen, rewards, self._over.copy(), np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, a line for each game; for `cards`."""
        return np.stack([game.action_masks() for game in self.games])

    def sample_legal(self) -> NDArray[Any]:
        """A random legal action for every game."""
        if self.games[0].encoding == "keys":
            return self._sampler.random((self.num_envs, self.setting.keys), np.float32)
        return np.array([self._sampler.choice(np.flatnonzero(mask)) for mask in self.action_masks()])


def _stacked(shown: list[tuple[Observation, dict[str, Any]]]) -> tuple[Observation, dict[str, Any]]:
    first, told = shown[0]
    infos = {name: np.array([info[name] for _, info in shown]) for name in told}
    if not isinstance(first, dict):
        return np.stack([seen for seen, _ in shown]), infos
    return {name: np.stack([seen[name] for seen, _ in shown]) for name in first}, infos
