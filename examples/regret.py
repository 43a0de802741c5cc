"""Counterfactual regret minimisation on a shrunk board, with OpenSpiel: how exploitable is what it learns?

python examples/regret.py --board pair --iterations 100

With three players nothing promises that this ends in an equilibrium; the figure printed (NashConv) says how
much all players together could still gain by changing their mind alone: 0 is an equilibrium.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import chocolatl.envs.openspiel  # noqa: F401  (registers the game)

PLAYERS = 3


def learn(board: str, iterations: int, every: int) -> Iterator[tuple[int, float]]:
    """The exploitability of the average policy as the iterations go on."""
    game = pyspiel.load_game(f"chocolatl(board={board},players={PLAYERS})")
    solver = cfr.CFRPlusSolver(game)
    for number in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if number % every == 0 or number == 1:
            yield number, exploitability.nash_conv(game, solver.average_policy())


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--board", default="altar", help="a study board (altar, pair) or a board file")
    parser.add_argument("--iterations", type=int, default=100)
    args = parser.parse_args()
    for number, gap in learn(args.board, args.iterations, max(1, args.iterations // 10)):
        print(f"iteration {number:5}  NashConv {gap:.5f}", flush=True)


if __name__ == "__main__":
    main()
