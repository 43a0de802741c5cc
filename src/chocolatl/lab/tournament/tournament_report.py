"""The figures of a tournament. All but `cpu` is the same for the same seeds, wherever it was played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from chocolatl.lab.statistics.cluster_bootstrap import Interval
from chocolatl.lab.tournament.pairings import Lineup
from chocolatl.rules import Source

FORMAT = 1


class DuelReport(msgspec.Struct, frozen=True):
    """`lone` among copies of `others`: win shares of one bot of each kind; fair is 1 / size."""

    size: int
    lone: str
    others: str
    share: float
    interval: Interval
    times_fair: float
    others_share: float
    score: float
    others_score: float


class SharedReport(msgspec.Struct, frozen=True):
    """A bot at the tables that all share: win share of one copy; fair is 1 / size."""

    size: int
    bot: str
    share: float
    interval: Interval
    times_fair: float


class RatingReport(msgspec.Struct, frozen=True):
    """Plackett–Luce from victories, which is what bots play for; `all_places` from the whole rankings.

    A bot that `never` won (or lost) may be arbitrarily weak (or strong): its rating is only a bound.
    """

    bot: str
    rating: float
    interval: Interval
    never: Literal["won", "lost"] | None
    by_size: dict[int, float]
    all_places: float
    all_places_interval: Interval


class PairReport(msgspec.Struct, frozen=True):
    """How often one finishes ahead of the other, over all games they share; a shared place is half."""

    bot: str
    other: str
    ahead: float
    interval: Interval


class CpuReport(msgspec.Struct, frozen=True):
    """Process CPU time of a decision, in milliseconds."""

    bot: str
    decisions: int
    mean_ms: float
    p50_ms: float
    p95_ms: float


class PointsReport(msgspec.Struct, frozen=True):
    """Mean score and points by source of one game, over all games of the bot."""

    bot: str
    score: float
    points: dict[Source, float]


class ArenaReport(msgspec.Struct, frozen=True):
    """All figures; only seeds that every table has played count."""

    format: int
    bots: tuple[str, ...]
    sizes: tuple[int, ...]
    first_seed: int
    seeds: int
    games: int
    rules: Mapping[str, str]
    board: str
    mean_rounds: float
    ratings: tuple[RatingReport, ...]
    duels: tuple[DuelReport, ...]
    shared: tuple[SharedReport, ...]
    pairs: tuple[PairReport, ...]
    points: tuple[PointsReport, ...]
    cpu: tuple[CpuReport, ...]
    tables: tuple[Lineup, ...]
