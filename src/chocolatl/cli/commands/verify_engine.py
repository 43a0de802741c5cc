"""`chocolatl verify-engine`: both engines play the same games and must agree in every field."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from chocolatl.cli.exit_codes import FAILED, OK
from chocolatl.cli.parser import command, option, whole_number
from chocolatl.cli.progress import progress

EXAMPLES = ("chocolatl verify-engine --games 60", "chocolatl verify-engine --games 40 --seed 1000 --jobs 2")
BLOCK = 50


@command(EXAMPLES)
@option("--games", metavar="N", default=2000, type=whole_number(1), help="default 2000")
@option("--seed", metavar="N", default=0, type=whole_number(0), help="of the first game")
@option("--jobs", metavar="N", default=1, type=whole_number(1, 512), help="processes to use")
def run(games: int, seed: int, jobs: int) -> int:
    """Every game has the setting of its seed; the first difference is told and ends it."""
    from chocolatl.engine.equivalence import EngineMismatchError

    last = seed + games
    blocks = [range(at, min(at + BLOCK, last)) for at in range(seed, last, BLOCK)]
    compared = 0
    try:
        with ProcessPoolExecutor(jobs) as pool, progress("games", games) as advance:
            for block, positions in zip(blocks, pool.map(_check, blocks), strict=True):
                compared += positions
                advance(len(block))
    except EngineMismatchError as difference:
        print(f"chocolatl: the engines differ: {difference}", file=sys.stderr)
        return FAILED
    print(f"{games} games, {compared} positions: both engines agree in every field")
    return OK


def _check(seeds: range) -> int:
    from chocolatl.engine.equivalence import check_games

    return check_games(seeds)
