"""Information-set Monte-Carlo tree search from OpenSpiel's library plays whole games against random seats.

python examples/ismcts.py --games 20 --simulations 50

OpenSpiel's Python ISMCTS, because the C++ one does not run on games that are written in Python.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import chocolatl.envs.openspiel  # noqa: F401  (registers the game)


def searcher(game: Any, simulations: int, seed: int) -> ismcts.ISMCTSBot:
    """UCT with random playouts, on positions that the seat cannot tell from the true one."""
    random_state = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    return ismcts.ISMCTSBot(
        game=game,
        evaluator=evaluator,
        uct_c=0.7,
        max_simulations=simulations,
        random_state=random_state,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )


def play(game: Any, seat: int, simulations: int, seed: int) -> float:
    """One game, the search at one seat; its share of the victory."""
    bot, random = searcher(game, simulations, seed), Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        elif state.current_player() == seat:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return float(state.returns()[seat])


def win_share(board: str, players: int, games: int, simulations: int) -> tuple[float, float]:
    """Mean share of the victory and its standard error; every game from another seat."""
    game = pyspiel.load_game(f"chocolatl(players={players},board={board})")
    shares = [play(game, number % players, simulations, number) for number in range(games)]
    return float(np.mean(shares)), float(np.std(shares) / games**0.5)


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--board", default="", help="a study board (short) or a board file; default: the whole game"
    )
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=50)
    args = parser.parse_args()
    mean, error = win_share(args.board, args.players, args.games, args.simulations)
    print(f"ISMCTS against random: {mean:.3f} ± {1.96 * error:.3f}; even would be {1 / args.players:.3f}")


if __name__ == "__main__":
    main()
