"""PettingZoo: `parallel_env` (every seat acts in every step) and `env` (one seat after the other)."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from gymnasium.spaces import Box, Space
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from chocolatl.envs.env_config import chance_of, checked_encoding, drawn_seed, setting
from chocolatl.envs.env_game import EnvGame
from chocolatl.envs.numbers import environment_name
from chocolatl.envs.rendering import RENDER_MODES, Svg, board_svg, checked_render_mode, render
from chocolatl.envs.rewards import RewardTracker, checked_rewards
from chocolatl.envs.spaces import Observation, action_space, observation_space
from chocolatl.records.record import Record
from chocolatl.rules import RULES_VERSION, Board, State

Agent = str


class _Chocolatl:
    """What both forms share: the table, its spaces and its seeds."""

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": environment_name(RULES_VERSION),
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 4,
        edition: str = "english",
        board: str | Board | None = None,
        encoding: str = "cards",
        rewards: str = "win",
        render_mode: str | None = None,
        rules_version: str = RULES_VERSION,
    ) -> None:
        self.setting = setting(players, edition, board, rules_version)
        self.metadata = self.metadata | {"name": environment_name(rules_version)}
        self.encoding = checked_encoding(encoding)
        self.rewarding = checked_rewards(rewards)
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[Agent] = []
        self.observation_spaces = {a: observation_space(self.setting, encoding) for a in self.possible_agents}
        self.action_spaces = {a: action_space(self.setting, encoding) for a in self.possible_agents}
        self.state_space = Box(
            np.tile(self.setting.low, players), np.tile(self.setting.high, players), dtype=np.int8
        )
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._cards = encoding == "cards"
        self._generator: np.random.Generator | None = None

    def observation_space(self, agent: Agent) -> Space[Any]:
        """Numbers of `chocolatl.envs.observation_fields`, and for cards a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> Space[Any]:
        """See `chocolatl.envs.action_encoding`."""
        return self.action_spaces[agent]

    def _new_table(self, seed: int | None) -> None:
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.table = EnvGame(self.setting, chance_of(drawn_seed(self._generator)))
        self._paid = RewardTracker(self.table, self.rewarding)
        self._show()

    def state(self) -> Any:
        """What all seats see together, one after the other."""
        return self.table.see_all()[0].ravel()

    def rules_state(self) -> State:
        """The position as a state of the rules."""
        return self.table.state

    def record(self) -> Record:
        """The game so far; `chocolatl verify` accepts it."""
        return self.table.record()

    def render(self) -> Any:
        """The board as all see it (`rgb_array`, `svg`), or the table with all hands in letters (`ansi`)."""
        return render(self.table.state, self.render_mode)

    def _show(self) -> None:
        """`human` needs nobody to call `render`."""
        if self.render_mode == "human":
            self.render()

    def _repr_svg_(self) -> Svg:
        """The board in a notebook."""
        return board_svg(self.table.state)

    def close(self) -> None:
        """Nothing is open."""


class ChocolatlParallelEnv(_Chocolatl, ParallelEnv[Agent, Observation, Any]):  # type: ignore[misc]
    """Every step, every seat acts; one that owes nothing has only `wait` in its mask, and is not read."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Observation], dict[Agent, dict[str, Any]]]:
        """A new game."""
        del options
        self._new_table(seed)
        self._actions = np.zeros(self.setting.players, np.int64)
        return self._observations(), {agent: {} for agent in self.agents}

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
            {agent: {} for agent in agents},
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
        if not self._cards:
            return dict(zip(self.agents, seen, strict=True))
        return {
            agent: {"observation": one, "action_mask": mask}
            for agent, one, mask in zip(self.agents, seen, masks, strict=True)
        }


class ChocolatlEnv(_Chocolatl, AECEnv[Agent, Observation, Any]):  # type: ignore[misc]
    """One seat at a time, the lowest that owes a card; what it lays stays hidden until it is revealed."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        del options
        self._new_table(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._just_paid = False

    def observe(self, agent: Agent) -> Observation:
        """What a seat sees now."""
        seen, mask = self.table.see(self._seat[agent])
        return {"observation": seen, "action_mask": mask} if self._cards else seen

    def step(self, action: Any) -> None:
        """One card (or one complete answer) of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        seat, settled = self._seat[agent], len(self.table.trail)
        if self._cards:
            self.table.pick(seat, int(action))
        else:
            self.table.answer(seat, action)
        if len(self.table.trail) != settled:
            self._pay()
        elif self._just_paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._just_paid = False
        self._show()
        if not self.table.over:
            self.agent_selection = self.possible_agents[self.table.seat]

    def _pay(self) -> None:
        self.rewards = dict(zip(self.agents, self._paid.since_last(), strict=True))
        self._just_paid = True
        self._accumulate_rewards()
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)


def parallel_env(**options: Any) -> ChocolatlParallelEnv:
    """The parallel form; options: players, edition, board, encoding, rewards, render_mode."""
    return ChocolatlParallelEnv(**options)


def raw_env(**options: Any) -> ChocolatlEnv:
    """The form with one seat after the other, without the wrapper that checks the order of calls."""
    return ChocolatlEnv(**options)


def env(**options: Any) -> AECEnv[Agent, Observation, Any]:
    """The form with one seat after the other; options as for `parallel_env`."""
    return cast(Any, wrappers.OrderEnforcingWrapper(raw_env(**options)))
