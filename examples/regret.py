"""Counterfactual regret minimisation on a shrunk board, with OpenSpiel: how exploitable is what it learns?

python examples/regret.py --board pair --iterations 100
python examples/regret.py --board five --game chocolatl_duel --solver mccfr --iterations 10000

The figure printed (NashConv) says how much all players together could still gain by changing their mind
alone: 0 is an equilibrium. With three players nothing promises that this ends in one; with two
(`chocolatl_duel`) it does, and NashConv is twice OpenSpiel's `exploitability`. MCCFR samples a part of the
tree in each iteration.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver

import chocolatl.envs.openspiel  # noqa: F401  (registers the games)

GAMES = {"chocolatl": ",players=3", "chocolatl_duel": ""}
SOLVERS = ("cfr+", "mccfr")


def load(board: str, game: str = "chocolatl") -> Any:
    """A study board (or a file) as a game of three, or of two with a third seat that picks at random."""
    return pyspiel.load_game(f"{game}(board={board}{GAMES[game]})")


def learn(
    board: str, iterations: int, every: int, game: str = "chocolatl", solver: str = "cfr+", seed: int = 1
) -> Iterator[tuple[int, float]]:
    """The NashConv of the average policy as the iterations go on."""
    made = load(board, game)
    np.random.seed(seed)
    method = cfr.CFRPlusSolver(made) if solver == "cfr+" else ExternalSamplingSolver(made)
    step = method.evaluate_and_update_policy if solver == "cfr+" else method.iteration
    for number in range(1, iterations + 1):
        step()
        if number % every == 0 or number == 1:
            yield number, exploitability.nash_conv(made, method.average_policy())


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--board", default="altar", help="a study board (altar, pair, five) or a board file")
    parser.add_argument("--game", choices=GAMES, default="chocolatl")
    parser.add_argument("--solver", choices=SOLVERS, default="cfr+")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of what MCCFR samples")
    args = parser.parse_args()
    every = max(1, args.iterations // 10)
    for number, gap in learn(args.board, args.iterations, every, args.game, args.solver, args.seed):
        print(f"iteration {number:5}  NashConv {gap:.5f}", flush=True)


if __name__ == "__main__":
    main()
