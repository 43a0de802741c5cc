"""PettingZoo: `parallel_env` (every seat acts in every step) and `env` (one seat after the other)."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from chocolatl.envs.pettingzoo_table import Agent, PettingZooTable
from chocolatl.envs.spaces import Observation


class ChocolatlParallelEnv(PettingZooTable, ParallelEnv[Agent, Observation, Any]):  # type: ignore[misc]
    """Every step, every seat acts; one that owes nothing has only `wait` in its mask, and is not read."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Observation], dict[Agent, dict[str, Any]]]:
        """A new game."""
        self._new_table(seed, options)
        self._actions = np.zeros(self.setting.players, np.int64)
        return self._observations(), self._new_infos({})

    def step(
        self, actions: dict[Agent, Any]
    ) -> tuple[
        dict[Agent, Observation],
        dict[Agent, float],
        dict[Agent, bool],
        dict[Agent, bool],
        dict[Agent, dict[str, Any]],
    ]:
        """A card (or a complete answer) of everybody who owes one."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        illegal = {agent: self._is_illegal(self._seat[agent], actions[agent]) for agent in self.agents}
        self._act(actions)
        self._show()
        agents, over = self.agents, self.table.over
        observations = self._observations()
        rewards = dict(zip(agents, self._paid.since_last(), strict=True))
        if over:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            self._new_infos(illegal),
        )

    def _act(self, actions: dict[Agent, Any]) -> None:
        if self._cards:
            self._actions[:] = [actions[agent] for agent in self.possible_agents]
            self.table.pick_all(self._actions)
        else:
            turn = self.table.turn
            for seat, agent in enumerate(self.possible_agents):
                if self.table.turn == turn:
                    self.table.answer(seat, actions[agent])

    def _observations(self) -> dict[Agent, Observation]:
        seen, masks = self.table.see_all()
        numbers = self.form.numbers(seen)
        if not self.form.masked:
            return dict(zip(self.agents, numbers, strict=True))
        return {
            agent: {"observation": one, "action_mask": mask}
            for agent, one, mask in zip(self.agents, numbers, masks, strict=True)
        }

    def action_masks(self) -> dict[Agent, NDArray[np.bool_]]:
        """Which actions of each seat are legal now; for `cards`."""
        masks = self.table.see_all()[1].astype(np.bool_)
        return dict(zip(self.possible_agents, masks, strict=True))


class ChocolatlEnv(PettingZooTable, AECEnv[Agent, Observation, Any]):  # type: ignore[misc]
    """One seat at a time, the lowest that owes a card; what it lays stays hidden until it is revealed."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        self._new_table(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._new_infos({})
        self.agent_selection = self.possible_agents[self.table.seat]
        self._just_paid = False

    def observe(self, agent: Agent) -> Observation:
        """What a seat sees now."""
        return self.form.shown(*self.table.see(self._seat[agent]))

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions of the selected agent are legal now; for `cards`."""
        return self.table.see(self._seat[self.agent_selection])[1].astype(np.bool_)

    def step(self, action: Any) -> None:
        """One card (or one complete answer) of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat, settled = self._seat[agent], len(self.table.trail)
        illegal = self._is_illegal(seat, action)
        self._cumulative_rewards[agent] = 0.0
        if self._cards:
            self.table.pick(seat, int(action))
        else:
            self.table.answer(seat, action)
        if len(self.table.trail) != settled:
            self._pay()
        elif self._just_paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._just_paid = False
        self.infos[agent]["illegal"] = illegal
        self._show()
        if not self.table.over:
            self.agent_selection = self.possible_agents[self.table.seat]

    def _pay(self) -> None:
        told = {agent: info["illegal"] for agent, info in self.infos.items()}
        self.infos = self._new_infos(told)
        self.rewards = dict(zip(self.agents, self._paid.since_last(), strict=True))
        self._just_paid = True
        self._accumulate_rewards()
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)


def parallel_env(**options: Any) -> ChocolatlParallelEnv:
    """The parallel form; options: those of `PettingZooTable`."""
    return ChocolatlParallelEnv(**options)


def raw_env(**options: Any) -> ChocolatlEnv:
    """The form with one seat after the other, without the wrapper that checks the order of calls."""
    return ChocolatlEnv(**options)


def env(**options: Any) -> AECEnv[Agent, Observation, Any]:
    """The form with one seat after the other; options as for `parallel_env`."""
    return cast(Any, wrappers.OrderEnforcingWrapper(raw_env(**options)))
