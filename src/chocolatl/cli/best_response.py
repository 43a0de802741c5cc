"""`chocolatl best-response`: what somebody who knows a bot's strategy could take from it in one round."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from chocolatl.cli.exits import FINE
from chocolatl.cli.output import add_json_option, print_json
from chocolatl.cli.parser import reading, whole_number
from chocolatl.cli.waiting import progress

if TYPE_CHECKING:
    pass

HELP = "measure what can be taken from a bot by one who knows its strategy (a lower bound)"
LEAVES = {
    "habit": "the rest of the game played out of habit",
    "random": "the rest of the game played at random",
    "learned": "the learned value",
}
EXAMPLES = (
    "chocolatl best-response --bot greedy --positions 2 --asked 2",
    "chocolatl best-response --bot E:1:2 --size 4 --positions 1 --asked 2 --json",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Which bot, where, and how hard the responder tries."""
    parser.add_argument(
        "--bot", metavar="BOT", default="equilibrium", type=reading(_read_bot), help="default equilibrium"
    )
    parser.add_argument("--size", metavar="N", default=3, type=whole_number(3, 5), help="players (default 3)")
    parser.add_argument(
        "--positions", metavar="N", default=40, type=whole_number(1), help="of its own games (default 40)"
    )
    parser.add_argument("--seed", metavar="N", default=1, type=whole_number(0), help="same seed, same figure")
    parser.add_argument(
        "--asked",
        metavar="N",
        default=12,
        type=whole_number(1, 1000),
        help="how often the bot is asked at each seat: for the response, and again to judge it (default 12)",
    )
    add_json_option(parser)


def _read_bot(text: str) -> str:
    from chocolatl.bots import parse_bot

    return str(parse_bot(text))


def run(args: argparse.Namespace) -> int:
    """The mean over positions, with a 95% interval."""
    from chocolatl.lab.exploitability.exploitability import Effort, Exploitability, gains

    found = list[Exploitability]()
    with progress("positions", args.positions) as advance:
        for gain in gains(args.bot, args.size, args.positions, args.seed, Effort(args.asked)):
            found.append(gain)
            advance(1)
    figures = {leaf: _mean([getattr(gain, leaf) for gain in found]) for leaf in LEAVES}
    if args.json:
        print_json({"bot": args.bot, "size": args.size, "positions": len(found), **figures})
        return FINE
    print(f"{args.bot}, {args.size} players, {len(found)} positions: share of the victory that can be taken")
    for leaf, (mean, half) in figures.items():
        print(f"  {LEAVES[leaf]:42}{mean:+.4f} ± {half:.4f}")
    return FINE


def _mean(gains: Sequence[float]) -> tuple[float, float]:
    """Mean and half of its 95% interval."""
    from statistics import fmean, pstdev

    return round(fmean(gains), 4), round(1.96 * pstdev(gains) / len(gains) ** 0.5, 4)
