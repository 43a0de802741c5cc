"""What a seat is paid: by name, by a function of yours, or shaped by a potential."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chocolatl.envs.env_config import checked
from chocolatl.envs.env_game import EnvGame
from chocolatl.rules import State

REWARDS = ("win", "score", "points", "margin", "place")
"""win      1 for the winner, equal parts of 1 for a shared victory, 0 for the others; at the end
score    the final score; at the end
points   how far the marker moved since the last step; they add up to the final score
margin   the final score less the best score of the others; at the end
place    1 for the first, 0 for the last, even steps between, the mean for those who share one; at the end
"""

RewardFunction = Callable[[State, State], Sequence[float]]
"""From the positions before and after a step to what each seat earned by it."""


@dataclass(frozen=True)
class Shaped:
    """`base`, plus discount · potential(after) - potential(before): the best policies stay the best ones.

    `potential` gives a number for each seat; at the end it counts as 0. `value_potential` is one.

    >>> def boxes(state):
    ...     return [player.box / 40 for player in state.players]
    >>> game = parallel_env(players=3, rewards=Shaped(boxes))
    >>> _ = game.reset(seed=1)
    """

    potential: Callable[[State], Sequence[float]]
    discount: float = 1.0
    base: str = "win"


Rewards = str | Shaped | RewardFunction


def checked_rewards(rewards: Rewards) -> Rewards:
    """A name of REWARDS, a Shaped one or a function."""
    if isinstance(rewards, str):
        return checked("rewards", rewards, REWARDS)
    if isinstance(rewards, Shaped):
        checked("rewards of Shaped", rewards.base, REWARDS)
    elif not callable(rewards):
        raise ValueError(f"rewards={rewards!r}: expected a name, a Shaped or a function")
    return rewards


class RewardTracker:
    """Keeps what has been paid for in one game."""

    def __init__(self, table: EnvGame, rewards: Rewards) -> None:
        self.table, self.rewards = table, rewards
        self._scores = table.scores
        self._state = None if isinstance(rewards, str) else table.state
        self._potential = list(rewards.potential(table.state)) if isinstance(rewards, Shaped) else []

    def since_last(self) -> list[float]:
        """What every seat has earned since the last call."""
        if isinstance(self.rewards, str):
            return self._named(self.rewards)
        if isinstance(self.rewards, Shaped):
            return self._shaped(self.rewards)
        assert self._state is not None
        before, self._state = self._state, self.table.state
        return [float(one) for one in self.rewards(before, self._state)]

    def _shaped(self, rewards: Shaped) -> list[float]:
        before = self._potential
        over = self.table.over
        self._potential = [0.0] * len(before) if over else list(rewards.potential(self.table.state))
        return [
            paid + rewards.discount * after - then
            for paid, after, then in zip(self._named(rewards.base), self._potential, before, strict=True)
        ]

    def _named(self, name: str) -> list[float]:
        if name == "points":
            before, self._scores = self._scores, self.table.scores
            return [float(now - then) for now, then in zip(self._scores, before, strict=True)]
        if not self.table.over:
            return [0.0] * self.table.setting.players
        return at_the_end(name, self.table.scores, self.table.shares)


def at_the_end(name: str, scores: Sequence[int], shares: Sequence[float]) -> list[float]:
    """`win`, `score`, `margin` or `place` of a finished game."""
    seats = range(len(scores))
    if name == "win":
        return list(shares)
    if name == "score":
        return [float(score) for score in scores]
    if name == "margin":
        return [
            float(scores[seat] - max(scores[other] for other in seats if other != seat)) for seat in seats
        ]
    strength = list(zip(shares, scores, strict=True))
    return [_place(strength[seat], strength) for seat in seats]


def _place(mine: tuple[float, int], all_seats: Sequence[tuple[float, int]]) -> float:
    """The part of the others that this one has beaten; one who ties with it counts half."""
    beaten = sum(other < mine for other in all_seats)
    tied = sum(other == mine for other in all_seats) - 1
    return (beaten + tied / 2) / (len(all_seats) - 1)
