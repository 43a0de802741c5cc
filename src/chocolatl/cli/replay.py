"""`chocolatl replay`: a recorded game told in words."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from chocolatl.cli.exits import FAILED, FINE, UsageError
from chocolatl.cli.output import LONGEST_LINE, add_json_option, print_json
from chocolatl.cli.parser import reading, whole_number
from chocolatl.rules.texts import shown

if TYPE_CHECKING:
    from chocolatl.rules.record import Record

HELP = "tell a recorded game in words, whole or step by step"
EXAMPLES = (
    "chocolatl simulate --games 3 --record games.jsonl",
    "chocolatl replay games.jsonl",
    "chocolatl replay games.jsonl --game 2 --seat 0 --lang de",
    "chocolatl replay games.jsonl --seat table --lang fr --json",
    "chocolatl replay games.jsonl --position 40",
)
EVERYTHING, TABLE = "everything", "table"
LANGUAGES = ("en", "nl", "de", "fr")


def configure(parser: argparse.ArgumentParser) -> None:
    """Which game, through whose eyes, in which language."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record, or many, one a line; .gz too")
    parser.add_argument(
        "--game", metavar="N", default=1, type=whole_number(1), help="which of many (default 1)"
    )
    parser.add_argument(
        "--seat",
        metavar="N",
        default=EVERYTHING,
        type=reading(_read_seat),
        help="only what this seat saw (from 0), or what the whole table saw: table (default: every secret)",
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (default en)")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each event")
    parser.add_argument(
        "--position",
        metavar="N",
        type=whole_number(0),
        help="print the position after event N, for a bug report",
    )
    add_json_option(parser)


def _read_seat(text: str) -> int | str | None:
    if text in (EVERYTHING, TABLE):
        return text if text == EVERYTHING else None
    if not text.isdecimal():
        raise ValueError(f"{text!r}: expected the number of a seat, or {TABLE}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Tells one game of the file, up to its first wrong event; nothing at all if its header is wrong."""
    from chocolatl.cli.record_files import read_game
    from chocolatl.rules.verify import verify

    record, _ = read_game(args.file, args.game)
    problem = verify(record).problem
    if problem is None:
        _show(record, args)
        return FINE
    if problem.event:
        _show(replace(record, events=record.events[: problem.event]), args)
    print(f"chocolatl: {shown(f'{args.file}: {problem}', LONGEST_LINE)}", file=sys.stderr)
    return FAILED


def _show(record: Record, args: argparse.Namespace) -> None:
    try:
        _print_position(record, args.position) if args.position is not None else _tell(record, args)
    except ValueError as error:
        raise UsageError(f"{args.file}: {error}") from None


def _print_position(record: Record, number: int) -> None:
    from chocolatl.rules.game import fold
    from chocolatl.rules.position import to_text

    if number >= len(record.events):
        raise ValueError(f"no event {number}: expected 0 to {len(record.events) - 1}")
    for line in to_text(fold(islice(record.events, number + 1))).splitlines():
        print(shown(line, LONGEST_LINE))


def _tell(record: Record, args: argparse.Namespace) -> None:
    from chocolatl.words import story

    lines = story(record, args.seat, args.lang)
    if args.json:
        print_json(list(lines))
        return
    for line in lines:
        print(f"{line.number:4}  " + "\n      ".join(shown(text, LONGEST_LINE) for text in line.text))
        if args.step and not sys.stdin.readline():
            return
