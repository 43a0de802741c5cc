"""The two games of OpenSpiel: one seat after the other with hidden commitments, or all seats at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from chocolatl.envs.env_config import EnvConfig, setting
from chocolatl.envs.openspiel.chance_nodes import most_outcomes, words
from chocolatl.envs.openspiel.explicit_state import CHANCE, OVER, ExplicitState
from chocolatl.envs.openspiel.observer import Observer
from chocolatl.envs.openspiel.resample_infostate import resampled
from chocolatl.records.record import Record
from chocolatl.rules import RULES_VERSION, State
from chocolatl.rules.types import MAX_PLAYERS, MIN_PLAYERS

DEFAULTS: dict[str, Any] = {
    "players": 4,
    "edition": "english",
    "board": "",
    "rules_version": int(RULES_VERSION),
}
"""`board` is a study board or the path of a board file; empty for the default board."""


def game_type(name: str, long_name: str, dynamics: Any, duel: bool = False) -> Any:
    """What OpenSpiel wants to know beforehand. A duel has two players and no parameter for their number."""
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name=long_name,
        dynamics=dynamics,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if duel else kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2 if duel else MAX_PLAYERS,
        min_num_players=2 if duel else MIN_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={k: v for k, v in DEFAULTS.items() if k != "players" or not duel},
    )


SEQUENTIAL = game_type("chocolatl", "Chocolatl", pyspiel.GameType.Dynamics.SEQUENTIAL)
SIMULTANEOUS = game_type(
    "chocolatl_simultaneous", "Chocolatl (simultaneous)", pyspiel.GameType.Dynamics.SIMULTANEOUS
)


def game_info(made: EnvConfig) -> Any:
    """Sizes and bounds."""
    n, rounds, places = made.players, made.board.rounds, len(made.board.locations)
    bids = n * (1 + 2 * rounds * places)
    spoken = rounds * (places * n + n + 1 + 4)
    return pyspiel.GameInfo(
        num_distinct_actions=made.actions,
        max_chance_outcomes=most_outcomes(n, made.values),
        num_players=n,
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=bids + spoken,
    )


class ChocolatlState(pyspiel.State):  # type: ignore[misc]
    """One seat after the other, the lowest that owes a pick; what it lays is hidden until it is revealed."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.position = ExplicitState(game.setting)

    def current_player(self) -> int:
        """A seat, chance, or the end."""
        return self.position.turn

    def is_chance_node(self) -> bool:
        """Answered here: the way through the library would call back three times."""
        return self.position.turn == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What the seat to move may pick; all else (chance, another seat, the end) the library knows."""
        position = self.position
        if position.turn >= 0 and (player is None or player == position.turn):
            return position.legal_actions(position.turn).copy()
        known: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
        return known

    def _legal_actions(self, player: int) -> list[int]:
        assert player >= 0
        return self.position.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes of the draw that is due."""
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        position = self.position
        if position.draws:
            position.draw(action)
        else:
            position.pick(position.turn, action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if player == pyspiel.PlayerId.CHANCE:
            return words(position.draws[0], action, position.setting.players)
        return position.setting.names[action]

    def is_terminal(self) -> bool:
        """Whether the winner is known."""
        return self.position.turn == OVER

    def returns(self) -> list[float]:
        """Each seat's share of the victory."""
        return self.position.shares

    def __str__(self) -> str:
        return "\n".join(self.position.told)

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> ChocolatlState:
        """A state that this player cannot tell from this one; hidden cards are dealt anew, all alike."""
        state: ChocolatlState = resampled(self, player, random)
        return state

    def record(self) -> Record:
        """The game so far; `chocolatl verify` accepts it."""
        return self.position.record()

    def rules_state(self) -> State:
        """The position as a state of the rules, without the picks of a question that is still open."""
        position = self.position
        return position.setting.state(position.row)


SIMULTANEOUSLY = int(pyspiel.PlayerId.SIMULTANEOUS)


class ChocolatlSimultaneousState(ChocolatlState):
    """All seats that owe a pick make it at once; for the others the list of legal actions is empty."""

    def current_player(self) -> int:
        """All together, chance, or the end."""
        turn = self.position.turn
        return SIMULTANEOUSLY if turn >= 0 else turn

    legal_actions = pyspiel.State.legal_actions

    def _apply_actions(self, actions: list[int]) -> None:
        position = self.position
        owing = [seat for seat in range(len(actions)) if position.legal_actions(seat)]
        for seat in owing:
            position.pick(seat, actions[seat])


class AnyGame(pyspiel.Game):  # type: ignore[misc]
    """What all share."""

    kind: Any
    state: type[ChocolatlState]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.setting = self._setting(DEFAULTS | (params or {}))
        super().__init__(self.kind, self._info(), params or {})

    def _setting(self, chosen: dict[str, Any]) -> EnvConfig:
        board, version = chosen["board"] or None, str(chosen["rules_version"])
        return setting(int(chosen["players"]), chosen["edition"], board, version)

    def _info(self) -> Any:
        return game_info(self.setting)

    def new_initial_state(self) -> ChocolatlState:
        """Before the stack of markers is drawn."""
        return self.state(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Observations, or information states with perfect recall."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.setting, kind, params)


class ChocolatlGame(AnyGame):
    """`chocolatl`: works with every algorithm for sequential games."""

    kind, state = SEQUENTIAL, ChocolatlState


class ChocolatlSimultaneousGame(AnyGame):
    """`chocolatl_simultaneous`: bids are made together, as at a table."""

    kind, state = SIMULTANEOUS, ChocolatlSimultaneousState
