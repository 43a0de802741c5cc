"""Gymnasium: one seat against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from chocolatl.bots import Bot, answer, parse_bot
from chocolatl.envs.action_encoding import picks_of
from chocolatl.envs.env_config import chance_of, checked_encoding, drawn_seed, setting
from chocolatl.envs.env_game import EnvGame
from chocolatl.envs.kernel.pick_actions import TODO_AT
from chocolatl.envs.rendering import RENDER_MODES, Svg, board_svg, checked_render_mode, render
from chocolatl.envs.rewards import RewardTracker, checked_rewards
from chocolatl.envs.spaces import Observation, action_space, observation_space
from chocolatl.records.record import Record
from chocolatl.rules import RULES_VERSION, Board, Seat, State, question

Opponents = str | Bot | Sequence[str | Bot]


class ChocolatlSoloEnv(gymnasium.Env[Observation, Any]):
    """`opponents`: a bot in short notation (or your own) for all other seats, or a list with one for each.

    `seat`: yours, or None for another one in every game.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        players: int = 4,
        opponents: Opponents = "greedy",
        seat: int | None = 0,
        edition: str = "english",
        board: str | Board | None = None,
        encoding: str = "cards",
        rewards: str = "win",
        render_mode: str | None = None,
        rules_version: str = RULES_VERSION,
    ) -> None:
        self.setting = setting(players, edition, board, rules_version)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat={seat}: expected 0 to {players - 1}, or None for any")
        self.opponents = _one_each(opponents, players - 1)
        self.encoding = checked_encoding(encoding)
        self.rewarding = checked_rewards(rewards)
        self.render_mode = checked_render_mode(render_mode)
        self.observation_space = observation_space(self.setting, encoding)
        self.action_space = action_space(self.setting, encoding)
        self._wanted = seat
        self._cards = encoding == "cards"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, played on to the first question."""
        super().reset(seed=seed, options=options)
        game = drawn_seed(self.np_random)
        self.table = EnvGame(self.setting, chance_of(game))
        self.seat: Seat = game % self.setting.players if self._wanted is None else self._wanted
        self._bots = self._seated(game)
        self._paid = RewardTracker(self.table, self.rewarding)
        self._show()
        return self._observation(), self._info()

    def _seated(self, game: int) -> dict[Seat, Bot]:
        others = [seat for seat in range(self.setting.players) if seat != self.seat]
        return {
            seat: parse_bot(bot).make(f"{game}/{seat}") if isinstance(bot, str) else bot
            for seat, bot in zip(others, self.opponents, strict=True)
        }

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One card, or one complete answer; then the bots play until this seat is asked again."""
        if self._cards:
            self.table.pick(self.seat, int(action))
        else:
            self.table.answer(self.seat, action)
        while not self.table.over and not self._owes(self.seat):
            self._bots_answer()
        self._show()
        reward = self._paid.since_last()[self.seat]
        return self._observation(), reward, self.table.over, False, self._info()

    def _owes(self, seat: Seat) -> bool:
        return bool(self.table.row[TODO_AT + seat])

    def _bots_answer(self) -> None:
        """Everyone else answers the same question, none knowing what another has answered."""
        state = self.table.state
        answers = {seat: answer(self._bots[seat], state, seat) for seat in self._bots if self._owes(seat)}
        for seat, given in answers.items():
            asked = question(state, seat)
            assert asked is not None
            for pick in picks_of(self.setting.values, seat, asked, given):
                self.table.pick(seat, pick)

    def _observation(self) -> Observation:
        seen, mask = self.table.see(self.seat)
        return {"observation": seen, "action_mask": mask} if self._cards else seen

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "scores": np.array(self.table.scores)}

    def rules_state(self) -> State:
        """The position as a state of the rules."""
        return self.table.state

    def record(self) -> Record:
        """The game so far; `chocolatl verify` accepts it."""
        return self.table.record()

    def render(self) -> Any:
        """The board as this seat sees it (`rgb_array`, `svg`), or all hands in letters (`ansi`)."""
        return render(self.table.state, self.render_mode, self.seat)

    def _show(self) -> None:
        """`human` needs nobody to call `render`."""
        if self.render_mode == "human":
            self.render()

    def _repr_svg_(self) -> Svg:
        """The board in a notebook."""
        return board_svg(self.table.state, self.seat)


def _one_each(opponents: Opponents, count: int) -> tuple[str | Bot, ...]:
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = (opponents,) * count
    if len(opponents) != count:
        raise ValueError(f"{len(opponents)} opponents {opponents!r}: expected one for each of {count} seats")
    for bot in opponents:
        if isinstance(bot, str):
            parse_bot(bot)
    return tuple(opponents)
