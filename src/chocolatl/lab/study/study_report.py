"""The figures of a study."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from chocolatl.rules import Colour, Location

FORMAT = 1
PUBLIC_SCORES = {5: (54, 46, 44, 43, 43)}
"""The one public report of final scores (rules, section 8)."""


class Estimate(msgspec.Struct, frozen=True):
    """A figure and its standard error (nothing, where there were too few games to tell)."""

    value: float
    error: float | None


class RankWorth(msgspec.Struct, frozen=True):
    """A rank against the middle ones: win share and final points it brings, and points paid at once."""

    rank: str
    win_share: Estimate
    points: Estimate
    paid: float


class LocationWorth(msgspec.Struct, frozen=True):
    """One location in one round; round 0 stands for all rounds together."""

    location: Location
    round: int
    games: int
    ranks: tuple[RankWorth, ...]


Verdict = Literal["reached", "not reached", "not shown"]


class Criterion(msgspec.Struct, frozen=True):
    """One part of what makes a board worth playing: `aim` is the most or the least it should be."""

    name: str
    figure: Estimate
    aim: float
    at_most: bool
    verdict: Verdict


class BoardStudy(msgspec.Struct, frozen=True):
    """One variant. `ended`, `rounds` and `modes` are shares; `seats` and `stack` (0: top) win shares."""

    variant: str
    lines: str
    games: int
    mean_rounds: float
    rounds: dict[int, float]
    ended: dict[str, float]
    modes: dict[Colour, float]
    modes_by_round: dict[int, dict[Colour, float]]
    scores: tuple[Estimate, ...]
    seats: tuple[Estimate, ...]
    stack: tuple[Estimate, ...]
    worth: tuple[LocationWorth, ...]
    criteria: tuple[Criterion, ...]


class StudyReport(msgspec.Struct, frozen=True):
    """All variants, played by the same bots with the same seeds."""

    format: int
    players: tuple[str, ...]
    games: int
    seed: int
    rules: Mapping[str, str]
    board: str
    public_scores: tuple[int, ...] | None
    boards: tuple[BoardStudy, ...]
