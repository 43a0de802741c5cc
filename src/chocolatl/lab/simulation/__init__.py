"""Many games between bots, in constant memory, with the same figures on any machine and any number of jobs.

setup = Setup(players=("greedy", "random", "random"), seed=1)
for played in simulate(setup, games=1000, jobs=2):     chunks, in the order of the games
    tally.update(played.tally)                         whole numbers only: adding up has no order
report = make_report(setup, tally)
"""

from chocolatl.lab.simulation.simulate import Chunk, simulate
from chocolatl.lab.simulation.simulated_game import Setup, SimulatedGame, play_game
from chocolatl.lab.simulation.simulation_report import SimulationReport, make_report
from chocolatl.lab.simulation.tally import ACCUMULATORS, Accumulator, Tally, tally_of

__all__ = [
    "ACCUMULATORS",
    "Accumulator",
    "Chunk",
    "Setup",
    "SimulatedGame",
    "SimulationReport",
    "Tally",
    "make_report",
    "play_game",
    "simulate",
    "tally_of",
]
