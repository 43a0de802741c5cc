"""`chocolatl arena`: a tournament between bots by an honest protocol."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Generator
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chocolatl.cli.engines import add_engine_options, executor_of
from chocolatl.cli.exits import FAILED, FINE, INTERRUPTED, UsageError
from chocolatl.cli.options import add_rules_options, board_of, rules_of
from chocolatl.cli.output import add_json_option, print_json, write_page
from chocolatl.cli.parser import reading
from chocolatl.cli.waiting import progress, unbroken

if TYPE_CHECKING:
    from chocolatl.lab import ArenaReport, Tournament, UnitResult
    from chocolatl.lab.tournament.results_file import Key

    Played = Generator[UnitResult, None, None]

HELP = "let bots meet in a tournament and rate them"
EXAMPLES = (
    "chocolatl arena --players greedy,random --seeds 3 --sizes 3 --json",
    "chocolatl arena --players G,greedy:0,R --tables shared --seeds 100-101 --results a.jsonl --html a.html",
    "chocolatl arena --players G,greedy:0,R --tables shared --seeds 100-102 --results a.jsonl --jobs 2",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Who meets whom, on which seeds, where it is played and what is kept."""
    parser.add_argument(
        "--players",
        metavar="BOTS",
        default="greedy,random",
        type=reading(read_bots),
        help="the different bots, such as greedy,random (default); one alone meets itself",
    )
    parser.add_argument(
        "--sizes", metavar="N,N", default="3,4,5", type=reading(read_sizes), help="players at a table (3,4,5)"
    )
    parser.add_argument(
        "--tables",
        choices=("both", "duels", "shared"),
        default="both",
        help="duels: one among copies of another, both directions; shared: different bots at one table",
    )
    parser.add_argument("--hero", action="store_true", help="only duels with the first of the players")
    parser.add_argument(
        "--seeds",
        metavar="N|A-B",
        default="20",
        type=reading(read_seeds),
        help="how many, or which, such as 1000-1199: tune on some, report on others (default 20)",
    )
    parser.add_argument(
        "--results", metavar="FILE", type=Path, help="keep every finished unit; go on where the file ends"
    )
    parser.add_argument("--html", metavar="FILE", type=Path, help="write the report as a page with plots")
    add_engine_options(parser)
    add_rules_options(parser)
    add_json_option(parser)


def read_bots(text: str) -> tuple[str, ...]:
    """Different bots, in full notation; raises ValueError."""
    from chocolatl.bots import parse_bot

    bots = tuple(str(parse_bot(part)) for part in text.split(","))
    for bot in bots:
        if bots.count(bot) > 1:
            raise ValueError(f"{text!r}: {bot} is there twice: expected different bots")
    return bots


def read_sizes(text: str) -> tuple[int, ...]:
    """Numbers of players; raises ValueError."""
    sizes = [int(part) if part in ("3", "4", "5") else 0 for part in text.split(",")]
    if 0 in sizes:
        raise ValueError(f"{text!r}: expected some of 3, 4 and 5, such as 3,5")
    return tuple(sorted(set(sizes)))


def read_seeds(text: str) -> range:
    """`20` are the seeds 0 to 19, `100-149` those named; raises ValueError."""
    first, dash, last = text.partition("-")
    numbers = [first, last] if dash else [first]
    if all(number.isascii() and number.isdigit() for number in numbers):
        seeds = range(int(first), int(last) + 1) if dash else range(int(first))
        if seeds:
            return seeds
    raise ValueError(f"{text!r}: expected a number of seeds, such as 20, or a range, such as 1000-1199")


def run(args: argparse.Namespace) -> int:
    """Ctrl-C shows the figures of the seeds that are whole; the results file then has whole lines only."""
    from chocolatl.lab import ExecutorError, NothingPlayedError, ResultsError, make_report

    tournament = _tournament(args)
    try:
        found, stopped = _play(tournament, args)
        _show(make_report(tournament, found), args)
    except (ResultsError, OSError) as error:
        raise UsageError(str(error)) from None
    except (ExecutorError, NothingPlayedError) as error:
        print(f"chocolatl: {error}", file=sys.stderr)
        return INTERRUPTED if isinstance(error, NothingPlayedError) else FAILED
    return INTERRUPTED if stopped else FINE


def _tournament(args: argparse.Namespace) -> Tournament:
    from chocolatl.lab import KINDS, Conditions, Tournament, make_tables

    kinds = KINDS if args.tables == "both" else (args.tables,)
    tables = make_tables(args.players, args.sizes, kinds, first_only=args.hero)
    if not tables:
        raise UsageError("--tables shared: these bots only make duels: expected more bots or larger tables")
    conditions = Conditions(rules_of(args), board_of(args), args.rules_version)
    return Tournament(args.players, tables, args.seeds, conditions)


def _play(tournament: Tournament, args: argparse.Namespace) -> tuple[dict[Key, UnitResult], bool]:
    """All results, old and new, and whether Ctrl-C came before the end."""
    from chocolatl.lab import ResultsFile

    with ResultsFile(args.results, tournament.conditions) if args.results else nullcontext() as file:
        found = dict(file.found) if file else {}
        # A unit may take minutes: Ctrl-C does not wait for its end, only for that of a line.
        with suppress(KeyboardInterrupt), closing(_played(tournament, args, found)) as results:
            for result in results:
                with unbroken():
                    found[result.table, result.seed] = result
                    if file:
                        file.add(result)
    left = len(tournament.missing(found))
    if left:
        print(f"chocolatl: stopped, {left} of {len(tournament.units())} units left", file=sys.stderr)
    return found, bool(left)


def _played(tournament: Tournament, args: argparse.Namespace, found: dict[Key, Any]) -> Played:
    from chocolatl.lab import play

    missing = len(tournament.missing(found))
    if not missing:
        return
    with (
        closing(play(tournament, executor_of(args), found)) as results,
        progress("units", missing) as advance,
    ):
        for result in results:
            advance(1)
            yield result


def _show(report: ArenaReport, args: argparse.Namespace) -> None:
    if args.html:
        from chocolatl.lab.tournament.tournament_html import arena_page

        write_page(args.html, arena_page(report))
    if args.json:
        print_json(report)
        return
    from chocolatl.cli.arena_tables import print_arena

    print_arena(report)
