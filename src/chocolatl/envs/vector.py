"""Thousands of games at once for Gymnasium: one compiled call steps them all."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from chocolatl.engine import layout as L
from chocolatl.envs.env_config import EnvConfig, checked, setting
from chocolatl.envs.kernel.batch import EVERY_SEAT, Batch, BatchConfig, begin_batch, sample_legal, step_batch
from chocolatl.envs.kernel.observation import TABLE_SIZE
from chocolatl.envs.kernel.pick_actions import ROW_SIZE
from chocolatl.envs.kernel.sequential_bid import BID_SIZE, Where
from chocolatl.envs.spaces import card_space, masked_space
from chocolatl.rules import RULES_VERSION, Board

Observations = dict[str, NDArray[np.int8]]
REWARDS = ("win", "points")
OPPONENTS = ("random", "none")


class ChocolatlVectorEnv(VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Card by card. `opponents`: `random`, or `none`: then you play every seat in turn (self-play).

    `seat`: yours, or None for another one in every game. Infos: `seat`, the seat that is asked; `returns`,
    each seat's share of the victory where a game has just ended, else zeros. `copy`, as in Gymnasium's own
    vector environments: False hands out the arrays themselves, which the next step overwrites.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 4,
        edition: str = "english",
        board: str | Board | None = None,
        opponents: str = "random",
        seat: int | None = 0,
        rewards: str = "win",
        render_mode: str | None = None,
        copy: bool = True,
        rules_version: str = RULES_VERSION,
    ) -> None:
        self.setting: EnvConfig = setting(players, edition, board, rules_version)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat={seat}: expected 0 to {players - 1}, or None for any")
        if render_mode is not None:
            raise ValueError(f"render_mode={render_mode!r}: a batch of games is not drawn, expected None")
        self.num_envs = num_envs
        by_points = checked("rewards", rewards, REWARDS) == "points"
        every = checked("opponents", opponents, OPPONENTS) == "none"
        self._plan = _plan(self.setting, EVERY_SEAT if every else seat, by_points)
        self.single_observation_space = masked_space(self.setting)
        self.single_action_space = card_space(self.setting)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = _empty(self.setting, num_envs)
        self.copy = copy
        self._never = np.zeros(num_envs, np.bool_)
        self._sampler = np.zeros(1, np.uint64)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """New games everywhere; a list of seeds is read as one seed for each game."""
        del options
        if seed is not None or not self.batch.keys.any():
            self._seed(seed)
        begin_batch(self.batch, self.setting.b, self._plan)
        return self._seen(), self._infos()

    def _seed(self, seed: int | list[int | None] | None) -> None:
        seeds = seed if isinstance(seed, list) else None
        for game in range(self.num_envs):
            entropy = (seed, game) if isinstance(seed, int) else (seeds[game],) if seeds else None
            fresh = np.random.SeedSequence(entropy)  # type: ignore[arg-type]
            self.batch.keys[game, 0] = fresh.generate_state(1, np.uint64)[0]
        self._sampler[0] = self.batch.keys[0, 0]

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One pick in every game; a game that was over begins anew instead."""
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(
                f"actions of shape {chosen.shape}: expected one for each of {self.num_envs} games"
            )
        step_batch(self.batch, self.setting.b, self._plan, chosen)
        rewards, over, never = self._own(self.batch.rewards), self._own(self.batch.over), self._never.copy()
        return self._seen(), rewards, over, never, self._infos()

    def _seen(self) -> Observations:
        return {"observation": self._own(self.batch.seen), "action_mask": self._own(self.batch.masks)}

    def _infos(self) -> dict[str, Any]:
        return {"seat": self._own(self.batch.seats), "returns": self._own(self.batch.shares)}

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def sample_legal(self) -> NDArray[np.int64]:
        """A random legal action for every game, compiled."""
        actions = np.empty(self.num_envs, np.int64)
        sample_legal(self.batch.masks, self._sampler, actions)
        return actions


def _plan(made: EnvConfig, learner: int | None, by_points: bool) -> BatchConfig:
    starts = {field.name: field.start for field in made.fields if field.part == "own"}
    return BatchConfig(
        values=made.values,
        players=made.players,
        learner=learner or 0,
        draw_seat=learner is None,
        by_points=by_points,
        size=made.size,
        width=(made.own_at - TABLE_SIZE) // made.players,
        own_at=made.own_at,
        where=Where(made.values, starts["laid"] - made.own_at, starts["slot"] - made.own_at),
    )


def _empty(made: EnvConfig, games: int) -> Batch:
    return Batch(
        rows=np.zeros((games, ROW_SIZE), np.int64),
        tapes=np.zeros((games, L.TAPE_SIZE), np.int8),
        keys=np.zeros((games, 1), np.uint64),
        randoms=np.zeros((games, 1), np.uint64),
        seats=np.zeros(games, np.int64),
        bids=np.zeros((games, BID_SIZE), np.int8),
        public=np.zeros((games, made.own_at), np.int8),
        seen=np.zeros((games, made.size), np.int8),
        masks=np.zeros((games, made.actions), np.int8),
        shares=np.zeros((games, made.players), np.float64),
        rewards=np.zeros(games, np.float64),
        over=np.zeros(games, np.bool_),
    )
