"""From results to figures: the seed is the unit, and all intervals are drawn from the same resamples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal

import msgspec
import numpy as np

from chocolatl.lab.statistics.cluster_bootstrap import (
    Array,
    interval,
    resample_counts,
    rounded,
    share_interval,
)
from chocolatl.lab.statistics.cpu_histogram import CpuHistogram, mean, quantile
from chocolatl.lab.statistics.plackett_luce import choices, ratings
from chocolatl.lab.tournament.match import GameResult, UnitResult
from chocolatl.lab.tournament.pairings import Lineup, is_duel
from chocolatl.lab.tournament.results_file import Key
from chocolatl.lab.tournament.tournament import Tournament
from chocolatl.lab.tournament.tournament_report import (
    FORMAT,
    ArenaReport,
    CpuReport,
    DuelReport,
    PairReport,
    PointsReport,
    RatingReport,
    SharedReport,
)
from chocolatl.rules.types import SOURCES


class NothingPlayedError(ValueError):
    """No seed has been played by all tables yet."""


def make_report(tournament: Tournament, found: Mapping[Key, UnitResult]) -> ArenaReport:
    """The figures of all seeds that are whole."""
    figures = Estimates(tournament, found)
    games = [game for unit in figures.units for game in unit.games]
    return ArenaReport(
        format=FORMAT,
        bots=tournament.bots,
        sizes=figures.sizes,
        first_seed=figures.seeds[0],
        seeds=len(figures.seeds),
        games=len(games),
        rules={**msgspec.to_builtins(tournament.conditions.rules), "version": tournament.conditions.version},
        board=tournament.conditions.board.name,
        mean_rounds=rounded(sum(game.rounds for game in games) / len(games)),
        ratings=figures.ratings(),
        duels=tuple(figures.duel(table) for table in tournament.tables if is_duel(table)),
        shared=figures.shared(),
        pairs=figures.pairs(),
        points=tuple(figures.points(bot) for bot in tournament.bots),
        cpu=tuple(figures.cpu(bot) for bot in tournament.bots),
        tables=tournament.tables,
    )


class Estimates:
    """The results, arranged by seed."""

    def __init__(self, tournament: Tournament, found: Mapping[Key, UnitResult]) -> None:
        self.bots, self.tables = tournament.bots, tournament.tables
        self.seeds = [s for s in tournament.seeds if all((table, s) in found for table in self.tables)]
        if not self.seeds:
            raise NothingPlayedError("no seed has been played at all tables yet")
        self.by_table = {table: [found[table, seed] for seed in self.seeds] for table in self.tables}
        self.units = [unit for units in self.by_table.values() for unit in units]
        self.sizes = tuple(sorted({len(table) for table in self.tables}))

    @cached_property
    def counts(self) -> Array:
        """The resamples of seeds, the same for every figure."""
        return resample_counts(len(self.seeds))

    def duel(self, table: Lineup) -> DuelReport:
        """The first of the table against the others."""
        units, size = self.by_table[table], len(table)
        wins = [win_shares(unit) for unit in units]
        lone = np.array([share[0] for share in wins])
        others = np.array([sum(share[1:]) / (size - 1) for share in wins])
        scores = np.array([game.scores for unit in units for game in unit.games]).mean(axis=0)
        return DuelReport(
            size=size,
            lone=table[0],
            others=table[1],
            share=rounded(lone.mean()),
            interval=share_interval(lone, self.counts),
            times_fair=rounded(lone.mean() * size),
            others_share=rounded(others.mean()),
            score=rounded(scores[0]),
            others_score=rounded(scores[1:].mean()),
        )

    def shared(self) -> tuple[SharedReport, ...]:
        """Bots of the tables that are no duels, size by size."""
        return tuple(
            self._shared(bot, tables)
            for size in self.sizes
            if (tables := [t for t in self.tables if len(t) == size and not is_duel(t)])
            for bot in self.bots
        )

    def _shared(self, bot: str, tables: Sequence[Lineup]) -> SharedReport:
        size = len(tables[0])
        seats = sum(table.count(bot) for table in tables)
        per_seed = sum((self._wins(bot, table) for table in tables), np.zeros(len(self.seeds))) / seats
        share = per_seed.mean()
        return SharedReport(
            size, bot, rounded(share), share_interval(per_seed, self.counts), rounded(share * size)
        )

    def _wins(self, bot: str, table: Lineup) -> Array:
        """Per seed, the win shares of all copies of a bot at a table."""
        mine = [position for position, name in enumerate(table) if name == bot]
        shares = [win_shares(unit) for unit in self.by_table[table]]
        return np.array([sum(share[position] for position in mine) for share in shares], dtype=np.float64)

    def ratings(self) -> tuple[RatingReport, ...]:
        """One fit over everything, and one for each size."""
        victories = self._fit(self.sizes, self.counts)
        places = self._fit(self.sizes, self.counts, victory_only=False)
        by_size = {size: self._fit((size,), self.counts[:1])[0] for size in self.sizes}
        return tuple(
            RatingReport(
                bot,
                rounded(victories[0, b], 1),
                interval(victories[:, b], 1),
                self._never(bot),
                {size: rounded(fit[b], 1) for size, fit in by_size.items()},
                rounded(places[0, b], 1),
                interval(places[:, b], 1),
            )
            for b, bot in enumerate(self.bots)
        )

    def _never(self, bot: str) -> Literal["won", "lost"] | None:
        tables = [table for table in self.tables if bot in table and set(table) != {bot}]
        shares = np.array([self._wins(bot, table) for table in tables])
        if not tables or (0 < shares.mean() < 1 - 1e-9):
            return None
        return "won" if shares.mean() == 0 else "lost"

    def _fit(self, sizes: Sequence[int], counts: Array, *, victory_only: bool = True) -> Array:
        tables = [table for table in self.tables if len(table) in sizes]
        numbers = {table: [self.bots.index(bot) for bot in table] for table in tables}
        per_seed = [
            choices(
                ((numbers[table], game.ranks) for table in tables for game in self.by_table[table][s].games),
                len(self.bots),
                victory_only=victory_only,
            )
            for s in range(len(self.seeds))
        ]
        return ratings(per_seed, counts)

    def pairs(self) -> tuple[PairReport, ...]:
        """Every ordered pair of different bots that share a table."""
        return tuple(
            self._pair(bot, other)
            for bot in self.bots
            for other in self.bots
            if bot != other and any(bot in table and other in table for table in self.tables)
        )

    def _pair(self, bot: str, other: str) -> PairReport:
        tables = [table for table in self.tables if bot in table and other in table]
        meetings = sum(len(table) * table.count(bot) * table.count(other) for table in tables)
        ahead = np.array(
            [
                sum(_ahead(game, t, bot, other) for t in tables for game in self.by_table[t][s].games)
                / meetings
                for s in range(len(self.seeds))
            ]
        )
        return PairReport(bot, other, rounded(ahead.mean()), share_interval(ahead, self.counts))

    def points(self, bot: str) -> PointsReport:
        """Sums of whole numbers, divided once."""
        total, games = Counter[str](), 0
        for unit in self.units:
            for name, points in zip(unit.table, unit.points, strict=True):
                if name == bot:
                    total.update(points)
                    games += len(unit.games)
        by_source = {source: rounded(total[source] / games) for source in SOURCES}
        return PointsReport(bot, rounded(total.total() / games), by_source)

    def cpu(self, bot: str) -> CpuReport:
        """All decisions of a bot, by process CPU time."""
        classes = CpuHistogram()
        for unit in self.units:
            for name, cpu in zip(unit.table, unit.cpu, strict=True):
                if name == bot:
                    classes.update(cpu)
        times = (mean(classes), quantile(classes, 0.5), quantile(classes, 0.95))
        return CpuReport(bot, classes.total(), *(rounded(time) for time in times))


def win_shares(unit: UnitResult) -> list[float]:
    """For each position of the table, the mean over all rotations; a shared victory is divided."""
    sixtieths = [0] * len(unit.table)
    for game in unit.games:
        winners = [position for position, rank in enumerate(game.ranks) if rank == 0]
        for position in winners:
            sixtieths[position] += 60 // len(winners)
    return [wins / (60 * len(unit.games)) for wins in sixtieths]


def _ahead(game: GameResult, table: Lineup, bot: str, other: str) -> float:
    mine = _ranks(game, table, bot)
    theirs = _ranks(game, table, other)
    return sum((a < b) + (a == b) / 2 for a in mine for b in theirs)


def _ranks(game: GameResult, table: Iterable[str], bot: str) -> list[int]:
    return [rank for rank, name in zip(game.ranks, table, strict=True) if name == bot]
