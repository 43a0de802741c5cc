"""`chocolatl_duel`: two players and a third seat that picks at random, as a zero-sum game.

The rules need three seats. With the third one as chance (all its legal picks alike, hidden like any other)
two are left, and each gets the difference of their shares of the victory. OpenSpiel's measures and guarantees
for two players then hold: `exploitability` is how far a policy is from an equilibrium, and CFR ends in one.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from chocolatl.envs.env_config import EnvConfig
from chocolatl.envs.openspiel.chance_nodes import most_outcomes
from chocolatl.envs.openspiel.explicit_state import CHANCE
from chocolatl.envs.openspiel.games import AnyGame, ChocolatlState, game_info, game_type

THIRD = 2
DUEL = game_type("chocolatl_duel", "Chocolatl (duel)", pyspiel.GameType.Dynamics.SEQUENTIAL, duel=True)


class ChocolatlDuelState(ChocolatlState):
    """The sequential game of three with the picks of the third seat as chance."""

    def current_player(self) -> int:
        """One of two seats, chance, or the end."""
        turn = self.position.turn
        return CHANCE if turn == THIRD else turn

    def is_chance_node(self) -> bool:
        """Whether something is drawn, or the third seat picks."""
        return self.current_player() == CHANCE

    legal_actions = pyspiel.State.legal_actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes of the draw that is due, or all picks of the third seat."""
        if self.position.turn != THIRD:
            return super().chance_outcomes()
        picks = self.position.legal_actions(THIRD)
        return [(pick, 1 / len(picks)) for pick in picks]

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position.turn == THIRD:
            return f"third {self.position.setting.names[action]}"
        return super()._action_to_string(player, action)

    def returns(self) -> list[float]:
        """The difference of both shares."""
        first, second, _ = self.position.shares
        return [first - second, second - first]

    def resample_from_infostate(self, player: int, random: Any) -> ChocolatlState:
        """Not for duels; the game of three has it."""
        raise NotImplementedError("chocolatl_duel has no resample_from_infostate: expected chocolatl")


class ChocolatlDuelGame(AnyGame):
    """Works with every algorithm for two-player zero-sum games."""

    kind, state = DUEL, ChocolatlDuelState

    def _setting(self, chosen: dict[str, Any]) -> EnvConfig:
        return super()._setting(chosen | {"players": 3})

    def _info(self) -> Any:
        three = game_info(self.setting)
        return pyspiel.GameInfo(
            num_distinct_actions=three.num_distinct_actions,
            max_chance_outcomes=max(most_outcomes(3, self.setting.values), self.setting.actions),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=three.max_game_length,
        )
