"""Many games between bots, in constant memory, with the same figures on any machine and any number of jobs.

setup = Setup(players=("greedy", "random", "random"), seed=1)
for played in simulate(setup, games=1000, jobs=2):     chunks, in the order of the games
    tally.update(played.tally)                         whole numbers only: adding up has no order
report = make_report(setup, tally)
"""

from chocolatl.simulation.game import Game, Setup, play_game
from chocolatl.simulation.report import Report, make_report
from chocolatl.simulation.run import Chunk, given_up, simulate, spread
from chocolatl.simulation.tally import ACCUMULATORS, Accumulator, Tally, tally_of

__all__ = [
    "ACCUMULATORS",
    "Accumulator",
    "Chunk",
    "Game",
    "Report",
    "Setup",
    "Tally",
    "given_up",
    "make_report",
    "play_game",
    "simulate",
    "spread",
    "tally_of",
]
