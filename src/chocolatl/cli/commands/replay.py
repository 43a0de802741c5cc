"""`chocolatl replay`: a recorded game told in words."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from chocolatl.cli.exit_codes import FAILED, OK, UsageError
from chocolatl.cli.output import LONGEST_LINE, print_json
from chocolatl.cli.parser import FILE, Choice, Reading, command, json_option, option, whole_number
from chocolatl.i18n import LANGUAGES, transcript
from chocolatl.rules.texts import shown

if TYPE_CHECKING:
    from chocolatl.records.record import Record

EXAMPLES = (
    "chocolatl simulate --games 3 --record games.jsonl",
    "chocolatl replay games.jsonl",
    "chocolatl replay games.jsonl --game 2 --seat 0 --lang de",
    "chocolatl replay games.jsonl --seat table --lang fr --json",
    "chocolatl replay games.jsonl --position 40",
)
EVERYTHING, TABLE = "everything", "table"


def _read_seat(text: str) -> int | str | None:
    if text in (EVERYTHING, TABLE):
        return text if text == EVERYTHING else None
    if not text.isdecimal():
        raise ValueError(f"{text!r}: expected the number of a seat, or {TABLE}")
    return int(text)


@command(EXAMPLES)
@click.argument("file", metavar="FILE", type=FILE)
@option("--game", metavar="N", default=1, type=whole_number(1), help="which of many (default 1)")
@option(
    "--seat",
    metavar="N",
    default=EVERYTHING,
    type=Reading(_read_seat),
    help="only what this seat saw (from 0), or what the whole table saw: table (default: every secret)",
)
@option("--lang", type=Choice(LANGUAGES), default="en", help="the language (default en)")
@option("--step", is_flag=True, help="wait for Enter after each event")
@option(
    "--position", metavar="N", type=whole_number(0), help="print the position after event N, for a bug report"
)
@json_option
def run(file: Path, game: int, position: int | None, **telling: Any) -> int:
    """Tells one game of the file, up to its first wrong event; nothing at all if its header is wrong."""
    from chocolatl.cli.record_input import read_game
    from chocolatl.records.verify import verify

    record, _ = read_game(file, game)
    problem = verify(record).problem
    good = record if problem is None else replace(record, events=record.events[: problem.event or 0])
    try:
        if good.events and position is not None:
            _print_position(good, position)
        elif good.events:
            _tell(good, **telling)
    except ValueError as error:
        raise UsageError(f"{file}: {error}") from None
    if problem is None:
        return OK
    print(f"chocolatl: {shown(f'{file}: {problem}', LONGEST_LINE)}", file=sys.stderr)
    return FAILED


def _print_position(record: Record, number: int) -> None:
    from chocolatl.records.position_text import format_position
    from chocolatl.rules.game import fold

    if number >= len(record.events):
        raise ValueError(f"no event {number}: expected 0 to {len(record.events) - 1}")
    for line in format_position(fold(islice(record.events, number + 1))).splitlines():
        print(shown(line, LONGEST_LINE))


def _tell(record: Record, seat: Any, lang: str, step: bool, as_json: bool) -> None:
    lines = transcript(record.names, record.events, seat, lang)
    if as_json:
        print_json(list(lines))
        return
    for line in lines:
        print(f"{line.number:4}  " + "\n      ".join(shown(text, LONGEST_LINE) for text in line.text))
        if step and not sys.stdin.readline():
            return
