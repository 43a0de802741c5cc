"""What a seat is paid: a share of the victory or its score at the end, or points as they are scored."""

from __future__ import annotations

from chocolatl.envs.env_config import checked
from chocolatl.envs.env_game import EnvGame

REWARDS = ("win", "score", "points")


def checked_rewards(rewards: str) -> str:
    """`win`: 1 for the winner, equal parts of 1 for a shared victory, 0 for the others, all at the end.

    `score`: the final score, at the end. `points`: how far the marker moved since the last step; they add up
    to the final score.
    """
    return checked("rewards", rewards, REWARDS)


class RewardTracker:
    """Keeps what has been paid for in one game."""

    def __init__(self, table: EnvGame, rewards: str) -> None:
        self.table, self.rewards = table, rewards
        self._scores = table.scores

    def since_last(self) -> list[float]:
        """What every seat has earned since the last call."""
        if self.rewards == "points":
            before, self._scores = self._scores, self.table.scores
            return [float(now - then) for now, then in zip(self._scores, before, strict=True)]
        if not self.table.over:
            return [0.0] * self.table.setting.players
        return self.table.shares if self.rewards == "win" else [float(score) for score in self.table.scores]
