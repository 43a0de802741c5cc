"""`chocolatl simulate`: many games between bots, and what came of them."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from chocolatl.cli.exits import FINE, INTERRUPTED, UsageError
from chocolatl.cli.options import add_rules_options, board_of, edition_of, rules_of
from chocolatl.cli.output import add_json_option, print_json
from chocolatl.cli.parser import reading, whole_number
from chocolatl.cli.waiting import ctrl_c, progress

if TYPE_CHECKING:
    from chocolatl.lab.simulation import Setup, Tally

HELP = "play many games between bots and show what came of them"
EXAMPLES = (
    "chocolatl simulate --players greedy,random*3 --games 40",
    "chocolatl simulate --players greedy*2,random --games 50 --seed 7 --jobs 2 --edition german --rotate",
    "chocolatl simulate --games 3 --record games.jsonl --rule give_back=lowest",
    "chocolatl simulate --games 5 --json",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Who plays, how often, by which rules, and what is kept."""
    parser.add_argument(
        "--players",
        metavar="BOTS",
        default="greedy,random*3",
        type=reading(_read_players),
        help="the bots in seat order, such as greedy,random*3 (default) or G,R,R",
    )
    parser.add_argument(
        "--games", metavar="N", default=100, type=whole_number(1), help="how many (default 100)"
    )
    parser.add_argument("--seed", metavar="N", default=1, type=whole_number(0), help="same seed, same games")
    parser.add_argument("--jobs", metavar="N", default=1, type=whole_number(1, 512), help="processes to use")
    parser.add_argument("--rotate", action="store_true", help="everybody moves on one seat after each game")
    parser.add_argument(
        "--record", metavar="FILE", type=Path, help="write every game to this new file, one a line"
    )
    parser.add_argument("--append", action="store_true", help="add to the file of --record, if it exists")
    add_rules_options(parser)
    add_json_option(parser)


def _read_players(text: str) -> tuple[str, ...]:
    from chocolatl.bots import parse_table

    return tuple(str(spec) for spec in parse_table(text))


def run(args: argparse.Namespace) -> int:
    """Ctrl-C shows what has been played so far; the record file then holds exactly these games."""
    from chocolatl.lab.simulation import Setup, Tally, make_report

    setup = Setup(
        args.players,
        args.seed,
        rules_of(args),
        board_of(args),
        edition_of(args),
        args.rotate,
        args.rules_version,
    )
    tally = Tally()
    with _record_file(args.record, args.append) as file, ctrl_c() as stop:
        stopped = _play(setup, args, tally, file, stop)
    if tally["games",]:
        _show(make_report(setup, tally), args.json)
    if stopped:
        print(f"chocolatl: stopped after {tally['games',]} of {args.games} games", file=sys.stderr)
    return INTERRUPTED if stopped else FINE


def _play(
    setup: Setup, args: argparse.Namespace, tally: Tally, file: BinaryIO | None, stop: list[int]
) -> bool:
    """Adds to the tally and the file until all is played or Ctrl-C; tells whether it was stopped."""
    from chocolatl.lab.simulation import simulate

    played = simulate(setup, args.games, args.jobs, record=file is not None)
    with closing(played) as chunks, progress("games", args.games) as advance:
        for chunk in chunks:
            tally.update(chunk.tally)
            if file is not None:
                file.writelines(line + b"\n" for line in chunk.records)
            advance(chunk.games)
            if stop:
                break
    return bool(stop) and tally["games",] < args.games


def _record_file(path: Path | None, append: bool) -> Any:
    if path is None:
        if append:
            raise UsageError("--append: expected --record FILE with it")
        return nullcontext()
    try:
        return path.open("ab" if append else "xb")
    except FileExistsError:
        raise UsageError(f"--record {path}: exists: expected a new file, or --append") from None
    except OSError as error:
        raise UsageError(f"--record {path}: {error.strerror}: expected a file that can be written") from None


def _show(report: Any, as_json: bool) -> None:
    if as_json:
        print_json(report)
        return
    from chocolatl.cli.report_tables import print_report

    print_report(report)
