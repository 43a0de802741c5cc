"""Tournaments by an honest protocol, ratings from them, and studies of the board.

tournament = Tournament(bots, make_tables(bots, sizes=(3, 4, 5), kinds=KINDS), seeds=range(100))
with ResultsFile(path, tournament.conditions) as file:
    for result in play(tournament, LocalExecutor(jobs=2), file.found):      only what is missing
        file.add(result)
report = make_report(tournament, file.found)
"""

from chocolatl.lab.executors.executor import Executor, ExecutorError, LocalExecutor
from chocolatl.lab.tournament.estimates import NothingPlayedError, make_report
from chocolatl.lab.tournament.match import Conditions, Match, UnitResult, play_unit
from chocolatl.lab.tournament.pairings import KINDS, make_tables
from chocolatl.lab.tournament.results_file import ResultsError, ResultsFile
from chocolatl.lab.tournament.tournament import Tournament, play
from chocolatl.lab.tournament.tournament_report import ArenaReport

__all__ = [
    "KINDS",
    "ArenaReport",
    "Conditions",
    "Executor",
    "ExecutorError",
    "LocalExecutor",
    "Match",
    "NothingPlayedError",
    "ResultsError",
    "ResultsFile",
    "Tournament",
    "UnitResult",
    "make_report",
    "make_tables",
    "play",
    "play_unit",
]
