"""`chocolatl study`: what the board is like, judged by many games of bots."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from chocolatl.cli.engines import add_engine_options, executor_of
from chocolatl.cli.exits import FAILED, FINE, UsageError
from chocolatl.cli.options import add_rules_options, board_of, rules_of
from chocolatl.cli.output import add_json_option, print_json, write_page
from chocolatl.cli.parser import reading, whole_number
from chocolatl.cli.waiting import progress

if TYPE_CHECKING:
    from chocolatl.lab.study import StudyReport, Variant

HELP = "study the board: what locations are worth, how games go, who has an advantage"
EXAMPLES = (
    "chocolatl study --games 60",
    "chocolatl study --players greedy*4 --games 40 --variant only-gold --variant 'goal = 50' --html s.html",
    "chocolatl study --players greedy*3 --games 40 --jobs 2 --edition dutch --json",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Who plays, how often, on which boards, and what is written."""
    parser.add_argument(
        "--players",
        metavar="BOTS",
        default="greedy*5",
        type=reading(_read_players),
        help="the bots of the table, such as greedy*5 (default)",
    )
    parser.add_argument(
        "--games", metavar="N", default=400, type=whole_number(1), help="on each board (default 400)"
    )
    parser.add_argument("--seed", metavar="N", default=1, type=whole_number(0), help="same seed, same games")
    parser.add_argument(
        "--variant",
        metavar="NAME|LINES",
        action="append",
        default=[],
        help="another board beside yours: all, one of our list, or lines of a board file; may be repeated",
    )
    parser.add_argument("--html", metavar="FILE", type=Path, help="write the study as a page with plots")
    add_engine_options(parser)
    add_rules_options(parser)
    add_json_option(parser)


def _read_players(text: str) -> tuple[str, ...]:
    from chocolatl.bots import parse_table

    return tuple(str(spec) for spec in parse_table(text))


def run(args: argparse.Namespace) -> int:
    """The board at hand first, then its variants."""
    from chocolatl.lab import ExecutorError

    try:
        _show(_study(args), args)
    except OSError as error:
        raise UsageError(
            f"--html {args.html}: {error.strerror}: expected a file that can be written"
        ) from None
    except ExecutorError as error:
        print(f"chocolatl: {error}", file=sys.stderr)
        return FAILED
    return FINE


def _variants(names: list[str]) -> list[Variant]:
    from chocolatl.lab.study import VARIANTS, VariantError, variant_named

    wanted = [text for name in names for text in (VARIANTS if name == "all" else (name,))]
    try:
        return list(dict.fromkeys([VARIANTS["as-it-is"], *map(variant_named, wanted)]))
    except VariantError as error:
        raise UsageError(f"--variant: {error}") from None


def _study(args: argparse.Namespace) -> StudyReport:
    import msgspec

    from chocolatl.lab.simulation import Setup
    from chocolatl.lab.study import StudyReport, VariantError, play_study
    from chocolatl.lab.study.study_report import FORMAT, PUBLIC_SCORES

    variants, board, rules = _variants(args.variant), board_of(args), rules_of(args)
    setup = Setup(args.players, args.seed, rules, board, rotate=True, version=args.rules_version)
    played = play_study(setup, args.games, variants, executor_of(args))
    boards = []
    with progress("boards", len(variants)) as advance:
        try:
            for study in played:
                boards.append(study)
                advance(1)
        except VariantError as error:
            raise UsageError(f"--variant: {error}") from None
    return StudyReport(
        FORMAT,
        args.players,
        args.games,
        args.seed,
        {**msgspec.to_builtins(rules), "version": args.rules_version},
        board.name,
        PUBLIC_SCORES.get(len(args.players)),
        tuple(boards),
    )


def _show(report: StudyReport, args: argparse.Namespace) -> None:
    if args.html:
        from chocolatl.lab.study.study_html import study_page

        write_page(args.html, study_page(report))
    if args.json:
        print_json(report)
        return
    from chocolatl.cli.study_tables import print_study

    print_study(report)
