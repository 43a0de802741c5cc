"""A tournament: its tables and seeds, what is still to play, and playing it."""

from __future__ import annotations

from collections.abc import Collection, Generator
from dataclasses import dataclass, field

from chocolatl.lab.executors.executor import Executor
from chocolatl.lab.tournament.match import Conditions, Match, UnitResult, play_unit
from chocolatl.lab.tournament.pairings import Lineup
from chocolatl.lab.tournament.results_file import Key


@dataclass(frozen=True)
class Tournament:
    """Every table plays every seed."""

    bots: tuple[str, ...]
    tables: tuple[Lineup, ...]
    seeds: range
    conditions: Conditions = field(default_factory=Conditions)

    def units(self) -> list[Match]:
        """Seed by seed: a tournament that stops early has whole seeds, and only these count."""
        return [Match(table, seed, self.conditions) for seed in self.seeds for table in self.tables]

    def missing(self, found: Collection[Key]) -> list[Match]:
        """What is still to play."""
        return [unit for unit in self.units() if (unit.table, unit.seed) not in found]


def play(
    tournament: Tournament, executor: Executor, found: Collection[Key] = ()
) -> Generator[UnitResult, None, None]:
    """The missing units, as they are finished."""
    yield from executor.run(play_unit, tournament.missing(found))
