"""What both forms of PettingZoo share: the table, its spaces, its seeds and its pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Space
from gymnasium.utils import seeding

from chocolatl.engine.compile_notice import announce_compilation
from chocolatl.envs.env_config import chance_of, checked_encoding, drawn_seed, setting
from chocolatl.envs.env_game import EnvGame
from chocolatl.envs.illegal_actions import checked_illegal, is_legal, refuse
from chocolatl.envs.numbers import environment_name
from chocolatl.envs.rendering import RENDER_MODES, Svg, board_svg, checked_render_mode, render
from chocolatl.envs.reset_options import read_options
from chocolatl.envs.rewards import Rewards, RewardTracker, checked_rewards
from chocolatl.envs.spaces import ObservationForm, action_space
from chocolatl.records.record import Record
from chocolatl.rules import RULES_VERSION, Board, Seat, State

Agent = str
OF_THE_SUITE = {"options": 1}
"""What PettingZoo's own `api_test` hands to every environment, to see that options are taken at all."""


class PettingZooTable:
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
        rewards: Rewards = "win",
        render_mode: str | None = None,
        rules_version: str = RULES_VERSION,
        observations: str = "int8",
        flat: bool = False,
        illegal: str = "repair",
        history: bool = False,
    ) -> None:
        announce_compilation()
        self.setting = self._setting = setting(players, edition, board, rules_version, history)
        self.metadata = self.metadata | {"name": environment_name(rules_version)}
        self.encoding = checked_encoding(encoding)
        self.rewarding = checked_rewards(rewards)
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[Agent] = []
        self.form = ObservationForm(self.setting, encoding, observations, flat)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.form.space)
        self.action_spaces = {a: action_space(self.setting, encoding) for a in self.possible_agents}
        self.state_space = Box(
            np.tile(self.setting.low, players), np.tile(self.setting.high, players), dtype=np.int8
        )
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._cards = encoding == "cards"
        self._raises = checked_illegal(illegal) == "raise"
        self._generator: np.random.Generator | None = None

    def observation_space(self, agent: Agent) -> Space[Any]:
        """Numbers of `chocolatl.envs.observation_fields`, and for cards a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> Space[Any]:
        """See `chocolatl.envs.action_encoding`."""
        return self.action_spaces[agent]

    def _new_table(self, seed: int | None, options: dict[str, Any] | None) -> None:
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        chosen = read_options(None if options == OF_THE_SUITE else options, self._setting)
        game = drawn_seed(self._generator)
        self.agents = list(self.possible_agents)
        self.setting = chosen.setting
        chance = chance_of(game if chosen.chance is None else chosen.chance)
        self.table = EnvGame(self.setting, chance, chosen.position)
        self._paid = RewardTracker(self.table, self.rewarding)
        self._show()

    def _is_illegal(self, seat: Seat, action: Any) -> bool:
        """Raises IllegalActionError instead, if that was asked for."""
        if is_legal(self.table, seat, action, self._cards):
            return False
        if self._raises:
            raise refuse(self.setting, self.table, seat, action, self._cards)
        return True

    def _new_infos(self, illegal: dict[Agent, bool]) -> dict[Agent, dict[str, Any]]:
        """The same names as in Gymnasium."""
        scores, returns = np.array(self.table.scores), np.array(self.table.shares)
        return {
            agent: {"seat": seat, "scores": scores, "returns": returns, "illegal": illegal.get(agent, False)}
            for agent, seat in self._seat.items()
        }

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
