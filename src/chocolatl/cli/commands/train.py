"""`chocolatl train`: the values that the strong bots ship with, from nothing but self-play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from chocolatl.cli.executor_options import ExecutorOptions, executor_options
from chocolatl.cli.exit_codes import OK, UsageError
from chocolatl.cli.game_options import BOARD_HELP, read_board
from chocolatl.cli.parser import FILE, command, option, whole_number

EXAMPLES = ("chocolatl train values --players 3 --sketched-games 20 --generations 1 --games 3",)


@command(EXAMPLES)
@click.argument("folder", type=FILE)
@option("--players", metavar="N", type=whole_number(3, 5), help="only this many (default: 3, 4 and 5)")
@option("--seed", metavar="N", type=whole_number(0), help="same seed, same values")
@option("--sketched-games", metavar="N", type=whole_number(1), help="quick games of the first generation")
@option("--generations", metavar="N", type=whole_number(0), help="later generations")
@option("--games", metavar="N", type=whole_number(1), help="searched games in each of them")
@option("--board", metavar="FILE|NAME", type=FILE, help=BOARD_HELP)
@executor_options
def run(
    folder: Path, players: int | None, board: Path | None, executor: ExecutorOptions, **course: int | None
) -> int:
    """Train, tell how it goes, and write one file per number of players into FOLDER; begun work is continued.

    What is not given is as for the shipped values (`TrainingConfig`).
    """
    import numpy as np

    from chocolatl.lab.training.pipeline import Training, TrainingConfig

    given: dict[str, Any] = {name: value for name, value in course.items() if value is not None}
    if board is not None:
        given["board"] = read_board(board)
    for number in (players,) if players else (3, 4, 5):
        try:
            config = TrainingConfig(number, **given)
            net = Training(config, folder, _tell, executor.make()).run()
        except ValueError as error:
            raise UsageError(str(error)) from None
        path = folder / f"players_{number}.npy"
        np.save(path, net.astype(np.float32))
        print(path)
    return OK


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
