"""Small tournaments, played once."""

from functools import cache
from pathlib import Path

from chocolatl.lab import KINDS, LocalExecutor, ResultsFile, Tournament, UnitResult, make_tables, play
from chocolatl.lab.tournament.results_file import Key

BOTS = ("greedy", "random")


def tournament(bots: tuple[str, ...] = BOTS, sizes: tuple[int, ...] = (3,), seeds: int = 4) -> Tournament:
    return Tournament(bots, make_tables(bots, sizes, KINDS), range(seeds))


@cache
def played(what: Tournament) -> dict[Key, UnitResult]:
    return {(unit.table, unit.seed): unit for unit in play(what, LocalExecutor())}


def without_cpu(unit: UnitResult) -> tuple[object, ...]:
    """What must be the same wherever it was played."""
    return unit.table, unit.seed, unit.games, unit.points


def lines(path: Path, what: Tournament) -> list[UnitResult]:
    with ResultsFile(path, what.conditions) as file:
        return list(file.found.values())
