"""Gymnasium: one seat against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from chocolatl.bots import Bot, answer
from chocolatl.engine.compile_notice import announce_compilation
from chocolatl.envs.action_encoding import picks_of
from chocolatl.envs.env_config import chance_of, checked_encoding, drawn_seed, setting
from chocolatl.envs.env_game import EnvGame
from chocolatl.envs.illegal_actions import checked_illegal, is_legal, refuse
from chocolatl.envs.kernel.pick_actions import TODO_AT
from chocolatl.envs.opponents import Opponents, one_each, seated
from chocolatl.envs.rendering import RENDER_MODES, Svg, board_svg, checked_render_mode, render
from chocolatl.envs.reset_options import read_options
from chocolatl.envs.rewards import Rewards, RewardTracker, checked_rewards
from chocolatl.envs.spaces import Observation, ObservationForm, action_space
from chocolatl.records.record import Record
from chocolatl.rules import RULES_VERSION, Board, Seat, State, question


class ChocolatlSoloEnv(gymnasium.Env[Observation, Any]):
    """`opponents`: a bot in short notation, one of your own or a `Pool` for all other seats, or one for each.

    `seat`: yours, or None for another one in every game. Infos: `seat`; `scores` and `returns` of all seats
    (shares of the victory once the game has ended, else zeros); `illegal`, whether the last action was not
    legal; with `flat` also `action_mask`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        players: int = 4,
        opponents: Opponents = "random",
        seat: int | None = 0,
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
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat={seat}: expected 0 to {players - 1}, or None for any")
        self.opponents = one_each(opponents, players - 1)
        self.encoding = checked_encoding(encoding)
        self.rewarding = checked_rewards(rewards)
        self.render_mode = checked_render_mode(render_mode)
        self.form = ObservationForm(self.setting, encoding, observations, flat)
        self.observation_space = self.form.space
        self.action_space = action_space(self.setting, encoding)
        self._wanted = seat
        self._cards = encoding == "cards"
        self._raises = checked_illegal(illegal) == "raise"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, played on to the first question; `options`: chance, position, edition, board."""
        super().reset(seed=seed)
        chosen = read_options(options, self._setting)
        game = drawn_seed(self.np_random)
        self.setting = chosen.setting
        chance = chance_of(game if chosen.chance is None else chosen.chance)
        self.table = EnvGame(self.setting, chance, chosen.position)
        self.seat: Seat = game % self.setting.players if self._wanted is None else self._wanted
        self._bots = self._seated(game)
        self._illegal = False
        self._play_on()
        self._paid = RewardTracker(self.table, self.rewarding)
        self._show()
        return self._observation(), self._info()

    def _seated(self, game: int) -> dict[Seat, Bot]:
        others = [seat for seat in range(self.setting.players) if seat != self.seat]
        random = np.random.default_rng(game)
        return {
            seat: seated(bot, f"{game}/{seat}", random)
            for seat, bot in zip(others, self.opponents, strict=True)
        }

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One card, or one complete answer; then the bots play until this seat is asked again."""
        self._illegal = not is_legal(self.table, self.seat, action, self._cards)
        if self._illegal and self._raises:
            raise refuse(self.setting, self.table, self.seat, action, self._cards)
        if self._cards:
            self.table.pick(self.seat, int(action))
        else:
            self.table.answer(self.seat, action)
        self._play_on()
        self._show()
        reward = self._paid.since_last()[self.seat]
        return self._observation(), reward, self.table.over, False, self._info()

    def _play_on(self) -> None:
        while not self.table.over and not self._owes(self.seat):
            self._bots_answer()

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
        seen, self._mask = self.table.see(self.seat)
        return self.form.shown(seen, self._mask)

    def _info(self) -> dict[str, Any]:
        shown = {
            "seat": self.seat,
            "scores": np.array(self.table.scores),
            "returns": np.array(self.table.shares),
            "illegal": self._illegal,
        }
        return shown if self.form.masked or not self._cards else shown | {"action_mask": self._mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib's MaskablePPO asks for it; for `cards`."""
        if not self._cards:
            raise AttributeError("action_masks: every action of encoding='keys' is legal")
        return self.table.see(self.seat)[1].astype(np.bool_)

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


def first_solo_env(**options: Any) -> ChocolatlSoloEnv:
    """`Chocolatl-v0`, whose opponents are greedy unless told otherwise."""
    return ChocolatlSoloEnv(**({"opponents": "greedy"} | options))
