"""Information-set Monte-Carlo tree search from OpenSpiel's library among the bots that come with the game.

python examples/ismcts.py --table ismcts:16,random,random,random --seeds 5
python examples/ismcts.py --table equilibrium,ismcts,ismcts --equal --first 30000 --seeds 10

All play through the sequential form of OpenSpiel; the bots get the view of their seat, the search gets
positions that its seat cannot tell from the true one. Every seed is played in all rotations of the seats, on
the same chance. `ismcts:16` searches 16 times for each card; `--equal` finds out how many searches make
`ismcts` think at least as long, in CPU time for a whole answer, as the first player of the table. It is
OpenSpiel's search written in Python: the one in C++ does not run on games that are written in Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import chocolatl.envs.openspiel  # noqa: F401  (registers the game)
from chocolatl.bots import answer, make_bot
from chocolatl.bots.levels import warm_up
from chocolatl.engine.layout import TURN
from chocolatl.envs.action_encoding import picks_of
from chocolatl.lab.statistics.cluster_bootstrap import resample_counts, share_interval
from chocolatl.rules import question

SEARCH = "ismcts"
TRIED = 8
MARGIN = 1.1


class Searcher:
    """UCT with random games at the leaves; one search for each card."""

    def __init__(self, game: Any, simulations: int, seed: str) -> None:
        random, chances = Random(seed), np.random.RandomState(Random(seed).getrandbits(32))
        self._bot = ismcts.ISMCTSBot(
            game=game,
            evaluator=mcts.RandomRolloutEvaluator(1, chances),
            uct_c=0.7,
            max_simulations=simulations,
            random_state=chances,
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )
        self._bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, random.random))

    def pick(self, state: Any) -> int:
        """The next card or word."""
        return int(self._bot.step(state))


class Shipped:
    """A bot in short notation: it answers a question at once, and the answer is picked card by card."""

    def __init__(self, notation: str, seed: str) -> None:
        self._bot = make_bot(notation, seed)
        self._left: list[int] = []

    def pick(self, state: Any) -> int:
        """The next card or word."""
        if not self._left:
            now, seat = state.rules_state(), state.current_player()
            asked = question(now, seat)
            assert asked is not None
            values = state.get_game().setting.values
            self._left = list(picks_of(values, seat, asked, answer(self._bot, now, seat)))
        return self._left.pop(0)


Player = Searcher | Shipped


@dataclass
class Played:
    """What one player of the table did in all its games."""

    shares: list[float] = field(default_factory=list)
    seconds: float = 0.0
    answers: int = 0

    @property
    def milliseconds(self) -> float:
        """CPU time for a whole answer."""
        return 1000 * self.seconds / max(1, self.answers)


def seated(game: Any, name: str, seed: str) -> Player:
    """`ismcts:16`, or a bot in short notation."""
    kind, _, simulations = name.partition(":")
    return Searcher(game, int(simulations), seed) if kind == SEARCH else Shipped(name, seed)


def drawn(state: Any, seed: int) -> int:
    """Every draw has its own slot, so that it comes out the same however the game goes on."""
    due = state.position.draws[0]
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    return int(Random(f"{seed}/{due.kind}/{due.slot}").choices(outcomes, weights)[0])


def play(game: Any, table: Sequence[str], seed: int, rotation: int, played: Sequence[Played]) -> None:
    """One game; adds to what the players of the table have done."""
    order = [(seat + rotation) % len(table) for seat in range(len(table))]
    players = [seated(game, table[place], f"{seed}/{seat}") for seat, place in enumerate(order)]
    state, asked = game.new_initial_state(), (-1, -1)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state, seed))
            continue
        seat = state.current_player()
        mine, before = played[order[seat]], process_time()
        action = players[seat].pick(state)
        mine.seconds += process_time() - before
        mine.answers += asked != (asked := (int(state.position.row[TURN]), seat))
        state.apply_action(action)
    for seat, share in enumerate(state.returns()):
        played[order[seat]].shares.append(share)


def match(table: Sequence[str], seeds: range, board: str = "") -> list[Played]:
    """All seeds in all rotations, in the order of the table."""
    game = pyspiel.load_game(f"chocolatl(players={len(table)},board={board})")
    played = [Played() for _ in table]
    for seed in seeds:
        for rotation in range(len(table)):
            play(game, table, seed, rotation, played)
        print(f"seed {seed}: {np.mean(played[0].shares):.3f} so far", flush=True)
    return played


def equal(table: Sequence[str], seed: int, board: str = "") -> list[str]:
    """The table with as many searches as the time of its first player takes, and a little more."""
    warm_up()
    tried = match(
        [f"{SEARCH}:{TRIED}" if name == SEARCH else name for name in table], range(seed, seed + 1), board
    )
    search = tried[table.index(SEARCH)]
    simulations = ceil(MARGIN * TRIED * tried[0].milliseconds / search.milliseconds)
    return [f"{SEARCH}:{max(2, simulations)}" if name == SEARCH else name for name in table]


def summary(table: Sequence[str], played: Sequence[Played]) -> str:
    """Shares of the victory with intervals over seeds, and the CPU time of an answer."""
    lines = []
    for name, one in zip(table, played, strict=True):
        per_seed = np.array(one.shares).reshape(-1, len(table)).mean(axis=1)
        low, high = share_interval(per_seed, resample_counts(len(per_seed)))
        share = f"{per_seed.mean():.1%} ({low:.1%} – {high:.1%})"
        lines.append(f"{name:16} {share:24} {one.milliseconds:8.1f} ms CPU an answer")
    even = f"even would be {1 / len(table):.1%}"
    return "\n".join([*lines, f"{len(played[0].shares)} games, {len(per_seed)} seeds; {even}"])


def main() -> None:
    """From the command line."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--table", default="ismcts:16,random,random,random", help="seat by seat")
    parser.add_argument("--board", default="", help="a study board (short) or a board file")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--equal", action="store_true", help="search as long as the first player thinks")
    args = parser.parse_args()
    table = args.table.split(",")
    if args.equal:
        table = equal(table, args.first - 1, args.board)
        print(f"as long as {table[0]}: {table[-1]}", flush=True)
    print(summary(table, match(table, range(args.first, args.first + args.seeds), args.board)))


if __name__ == "__main__":
    main()
