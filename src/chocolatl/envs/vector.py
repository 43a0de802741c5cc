"""Thousands of games at once for Gymnasium: one compiled call steps them all."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from chocolatl.engine import layout as L
from chocolatl.engine.compile_notice import announce_compilation
from chocolatl.envs.env_config import EnvConfig, checked, checked_encoding, setting
from chocolatl.envs.illegal_actions import IllegalActionError, checked_illegal
from chocolatl.envs.kernel.batch import (
    EVERY_SEAT,
    begin_batch,
    sample_legal,
    step_batch,
    step_batch_by_keys,
)
from chocolatl.envs.kernel.batch_layout import Batch, BatchConfig
from chocolatl.envs.kernel.observation import TABLE_SIZE
from chocolatl.envs.kernel.pick_actions import ROW_SIZE
from chocolatl.envs.kernel.reward_kinds import KINDS
from chocolatl.envs.kernel.sequential_bid import BID_SIZE, Where
from chocolatl.envs.reset_options import read_options
from chocolatl.envs.spaces import Observation, ObservationForm, action_space
from chocolatl.rules import RULES_VERSION, Board

COMPILED_OPPONENTS = ("random", "none")


class ChocolatlVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Every game compiled. `opponents`: `random`, or `none`: then you play every seat in turn (self-play).

    `seat`: yours, or None for another one in every game. Infos are those of one game, a line for each: `seat`
    (that is asked), `scores`, `returns`, `illegal`. `copy`, as in Gymnasium's own vector environments: False
    hands out the arrays themselves, which the next step overwrites.
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
        encoding: str = "cards",
        observations: str = "int8",
        flat: bool = False,
        illegal: str = "repair",
        history: bool = False,
    ) -> None:
        announce_compilation()
        self.setting: EnvConfig = setting(players, edition, board, rules_version, history)
        self._b = self.setting.b
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat={seat}: expected 0 to {players - 1}, or None for any")
        if render_mode is not None:
            raise ValueError(f"render_mode={render_mode!r}: a batch of games is not drawn, expected None")
        self.num_envs = num_envs
        kind = KINDS.index(checked("rewards", rewards, KINDS))
        every = checked("opponents", opponents, COMPILED_OPPONENTS) == "none"
        self._plan = _plan(self.setting, EVERY_SEAT if every else seat, kind)
        self._cards = checked_encoding(encoding) == "cards"
        self._raises = checked_illegal(illegal) == "raise"
        self.form = ObservationForm(self.setting, encoding, observations, flat)
        self.single_observation_space = self.form.space
        self.single_action_space = action_space(self.setting, encoding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = _empty(self.setting, num_envs)
        self.copy = copy
        self._never = np.zeros(num_envs, np.bool_)
        self._sampler = np.zeros(1, np.uint64)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games everywhere; a list of seeds is read as one seed for each game.

        `options`: `edition` and `board` until the next reset, `chance` as another word for the seed.
        """
        chosen = read_options(options, self.setting)
        if chosen.position is not None:
            raise ValueError("reset option 'position': a batch starts new games, expected none")
        self._b = chosen.setting.b
        seed = seed if chosen.chance is None else chosen.chance
        if seed is not None or not self.batch.keys.any():
            self._seed(seed)
        begin_batch(self.batch, self._b, self._plan)
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
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action in every game; a game that was over begins anew instead."""
        if self._cards:
            step_batch(self.batch, self._b, self._plan, self._picks(actions))
        else:
            step_batch_by_keys(self.batch, self._b, self._plan, self._keys(actions))
        rewards, over, never = self._own(self.batch.rewards), self._own(self.batch.over), self._never.copy()
        return self._seen(), rewards, over, never, self._infos()

    def _picks(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        self._check_shape(chosen, (self.num_envs,))
        if self._raises:
            in_space = (chosen >= 0) & (chosen < self.setting.actions)
            allowed = self.batch.masks[np.arange(self.num_envs), np.where(in_space, chosen, 0)] > 0
            self._refuse(~(in_space & allowed), chosen)
        return chosen

    def _keys(self, actions: NDArray[Any]) -> NDArray[np.float64]:
        keys = np.array(actions, dtype=np.float64, order="C")
        self._check_shape(keys, (self.num_envs, self.setting.keys))
        if self._raises:
            self._refuse(((keys >= 0) & (keys <= 1)).sum(axis=1) < self.setting.keys, keys)
        return keys

    def _check_shape(self, given: NDArray[Any], wanted: tuple[int, ...]) -> None:
        if given.shape != wanted:
            raise ValueError(
                f"actions of shape {given.shape}: expected one for each of {self.num_envs} games, {wanted}"
            )

    def _refuse(self, wrong: NDArray[np.bool_], actions: NDArray[Any]) -> None:
        wrong = wrong & ~self.batch.over
        if wrong.any():
            game = int(wrong.argmax())
            legal = np.flatnonzero(self.batch.masks[game]).tolist() if self._cards else "numbers from 0 to 1"
            raise IllegalActionError(f"action {actions[game]} in game {game}: expected one of {legal}")

    def _seen(self) -> Observation:
        numbers = self.form.numbers(self.batch.seen)
        seen = self._own(numbers) if numbers is self.batch.seen else numbers
        return {"observation": seen, "action_mask": self._own(self.batch.masks)} if self.form.masked else seen

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        shown = {
            "seat": batch.seats,
            "scores": batch.scores,
            "returns": batch.shares,
            "illegal": batch.illegal,
        }
        if self._cards and not self.form.masked:
            shown["action_mask"] = batch.masks
        return {name: self._own(array) for name, array in shown.items()}

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, a line for each game; for `cards`."""
        return self.batch.masks.astype(np.bool_)

    def sample_legal(self) -> NDArray[Any]:
        """A random legal action for every game, compiled."""
        if not self._cards:
            seed, self._sampler[0] = int(self._sampler[0]), self._sampler[0] + np.uint64(1)
            return np.random.default_rng(seed).random((self.num_envs, self.setting.keys), np.float32)
        actions = np.empty(self.num_envs, np.int64)
        sample_legal(self.batch.masks, self._sampler, actions)
        return actions


def _plan(made: EnvConfig, learner: int | None, reward: int) -> BatchConfig:
    starts = {field.name: field.start for field in made.fields if field.part == "own"}
    return BatchConfig(
        values=made.values,
        players=made.players,
        learner=learner or 0,
        draw_seat=learner is None,
        reward=reward,
        size=made.size,
        width=(made.own_at - TABLE_SIZE) // made.players,
        own_at=made.own_at,
        past_at=made.past_at,
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
        past=np.zeros((games, made.size - made.past_at), np.int8),
        seen=np.zeros((games, made.size), np.int8),
        masks=np.zeros((games, made.actions), np.int8),
        shares=np.zeros((games, made.players), np.float64),
        rewards=np.zeros(games, np.float64),
        over=np.zeros(games, np.bool_),
        scores=np.zeros((games, made.players), np.int64),
        illegal=np.zeros(games, np.bool_),
    )
