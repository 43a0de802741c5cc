"""`chocolatl check-fast`: both engines play the same games; every field must agree after every location."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from chocolatl.cli.exits import FAILED, FINE
from chocolatl.cli.parser import whole_number
from chocolatl.cli.waiting import progress

HELP = "prove that the compiled game plays by the rules"
EXAMPLES = ("chocolatl check-fast --games 60", "chocolatl check-fast --games 40 --seed 1000 --jobs 2")
BLOCK = 50


def configure(parser: argparse.ArgumentParser) -> None:
    """How many games, from which seed on."""
    parser.add_argument("--games", metavar="N", default=2000, type=whole_number(1), help="default 2000")
    parser.add_argument("--seed", metavar="N", default=0, type=whole_number(0), help="of the first game")
    parser.add_argument("--jobs", metavar="N", default=1, type=whole_number(1, 512), help="processes to use")


def run(args: argparse.Namespace) -> int:
    """Every game has the setting of its seed; the first difference is told and ends it."""
    from chocolatl.engine.equivalence import EngineMismatchError

    last = args.seed + args.games
    blocks = [range(at, min(at + BLOCK, last)) for at in range(args.seed, last, BLOCK)]
    compared = 0
    try:
        with ProcessPoolExecutor(args.jobs) as pool, progress("games", args.games) as advance:
            for block, positions in zip(blocks, pool.map(_check, blocks), strict=True):
                compared += positions
                advance(len(block))
    except EngineMismatchError as difference:
        print(f"chocolatl: the engines differ: {difference}", file=sys.stderr)
        return FAILED
    print(f"{args.games} games, {compared} positions: both engines agree in every field")
    return FINE


def _check(seeds: range) -> int:
    from chocolatl.engine.equivalence import check_games

    return check_games(seeds)
