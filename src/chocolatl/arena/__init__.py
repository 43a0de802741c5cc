"""Tournaments by an honest protocol, ratings from them, and studies of the board.

tournament = Tournament(bots, make_tables(bots, sizes=(3, 4, 5), kinds=KINDS), seeds=range(100))
with ResultsFile(path, tournament.conditions) as file:
    for result in play(tournament, LocalExecutor(jobs=2), file.found):      only what is missing
        file.add(result)
report = make_report(tournament, file.found)
"""

from chocolatl.arena.executor import Executor, ExecutorError, LocalExecutor
from chocolatl.arena.figures import NothingPlayedError, make_report
from chocolatl.arena.report import ArenaReport
from chocolatl.arena.results import ResultsError, ResultsFile
from chocolatl.arena.tables import KINDS, make_tables
from chocolatl.arena.tournament import Tournament, play
from chocolatl.arena.unit import Conditions, Unit, UnitResult, play_unit

__all__ = [
    "KINDS",
    "ArenaReport",
    "Conditions",
    "Executor",
    "ExecutorError",
    "LocalExecutor",
    "NothingPlayedError",
    "ResultsError",
    "ResultsFile",
    "Tournament",
    "Unit",
    "UnitResult",
    "make_report",
    "make_tables",
    "play",
    "play_unit",
]
