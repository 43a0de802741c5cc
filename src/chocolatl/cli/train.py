"""`chocolatl train`: the values that the strong bots ship with, from nothing but self-play."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from chocolatl.cli.engines import add_engine_options, executor_of
from chocolatl.cli.exits import FINE, UsageError
from chocolatl.cli.parser import whole_number

HELP = "train the values of the strong bots by self-play; resumable"
EXAMPLES = ("chocolatl train values --players 3 --sketched-games 20 --generations 1 --games 3",)

COURSE = {
    "seed": "same seed, same values",
    "sketched_games": "quick games of the first generation",
    "generations": "later generations",
    "games": "searched games in each of them",
}
"""Settings of `arena.train.Course`, which has their defaults: those of the shipped values."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Where to, for how many players, and how long; what is not given is as for the shipped values."""
    parser.add_argument("folder", type=Path, help="for checkpoints and results; begun work is continued")
    parser.add_argument(
        "--players", metavar="N", type=whole_number(3, 5), help="only this many (default: 3, 4 and 5)"
    )
    for name, text in COURSE.items():
        option = "--" + name.replace("_", "-")
        least = 1 if name.endswith("games") else 0
        parser.add_argument(option, metavar="N", type=whole_number(least), help=text)
    add_engine_options(parser)


def run(args: argparse.Namespace) -> int:
    """Train, tell how it goes, and write one file per number of players."""
    import numpy as np

    from chocolatl.lab.training.pipeline import Training, TrainingConfig

    given = {name: value for name in COURSE if (value := getattr(args, name)) is not None}
    for players in (args.players,) if args.players else (3, 4, 5):
        course = TrainingConfig(players, **given)
        try:
            net = Training(course, args.folder, _tell, executor_of(args)).run()
        except ValueError as error:
            raise UsageError(str(error)) from None
        path = args.folder / f"players_{players}.npy"
        np.save(path, net.astype(np.float32))
        print(path)
    return FINE


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
