"""`chocolatl film`: a recorded game as an animated file, made without a browser."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from chocolatl.cli.exit_codes import FAILED, OK, UsageError
from chocolatl.cli.output import LONGEST_LINE
from chocolatl.cli.parser import FILE, Choice, Reading, command, option, whole_number
from chocolatl.cli.progress import progress
from chocolatl.i18n.catalogue import LANGUAGES
from chocolatl.rules.texts import shown

if TYPE_CHECKING:
    from chocolatl.picture.film import Film
    from chocolatl.records.record import Record

EXAMPLES = (
    "chocolatl simulate --games 2 --record games.jsonl",
    "chocolatl film games.jsonl -o game.webp --rounds 1 --size 320x180",
    "chocolatl film games.jsonl -o game.gif --game 2 --seat 0 --rounds 1 --size 240x135 --speed 2 --lang de",
    "chocolatl film games.jsonl -o end.png --theme night",
)
TABLE = "table"
KINDS = (".webp", ".gif", ".png", ".svg")
LEAST_SPEED, MOST_SPEED = 0.1, 20.0


def _read_output(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in KINDS:
        raise ValueError(f"{text!r}: expected a name that ends in {', '.join(KINDS)}")
    return path


def _read_seat(text: str) -> int | None:
    if text == TABLE:
        return None
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"{text!r}: expected the number of a seat, or {TABLE}")
    return int(text)


def _read_rounds(text: str) -> range:
    found = re.fullmatch(r"([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if last < first:
        raise ValueError(f"{text!r}: expected a round, or two with a line between, such as 1-2")
    return range(first, last + 1)


def _read_speed(text: str) -> float:
    speed = float(text) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text) else 0
    if not LEAST_SPEED <= speed <= MOST_SPEED:
        raise ValueError(f"{text!r}: expected a number from {LEAST_SPEED} to {MOST_SPEED:g}")
    return speed


def _read_size(text: str) -> tuple[int, int]:
    from chocolatl.picture.model import Style

    found = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", text)
    if not found:
        raise ValueError(f"{text!r}: expected width x height in pixels, such as 1280x720")
    style = Style(int(found[1]), int(found[2]))
    return style.width, style.height


@command(EXAMPLES)
@click.argument("file", metavar="RECORD", type=FILE)
@option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    type=Reading(_read_output),
    help="a film (.webp, .gif), or its last picture (.png, .svg)",
)
@option("--game", metavar="N", default=1, type=whole_number(1), help="which of many (default 1)")
@option(
    "--seat",
    metavar="N",
    type=Reading(_read_seat),
    help="what this seat saw (from 0; default: table, what everybody could see)",
)
@option("--rounds", metavar="N[-M]", type=Reading(_read_rounds), help="only these rounds, such as 1-2")
@option(
    "--speed", metavar="X", default="1", type=Reading(_read_speed), help="2 is twice as quick (default 1)"
)
@option(
    "--size", metavar="WxH", default="1280x720", type=Reading(_read_size), help="in pixels (default 1280x720)"
)
@option("--theme", type=Choice(("day", "night")), default="day", help="the colours (default day)")
@option("--lang", type=Choice(LANGUAGES), default="en", help="the language (default en)")
def run(
    file: Path, output: Path, game: int, size: tuple[int, int], theme: Any, lang: str, **shown_of: Any
) -> int:
    """Films one game of the file if it is true; a wrong one is refused with its first wrong event."""
    from chocolatl.cli.record_input import read_game
    from chocolatl.picture.film import Film
    from chocolatl.picture.model import Style
    from chocolatl.records.verify import verify

    record, _ = read_game(file, game)
    problem = verify(record).problem
    if problem is not None:
        print(f"chocolatl: {shown(f'{file}: {problem}', LONGEST_LINE)}", file=sys.stderr)
        return FAILED
    try:
        _write(output, record, Film(Style(*size, theme, lang), **shown_of))
    except ValueError as error:
        raise UsageError(f"{file}: {error}") from None
    return OK


def _write(target: Path, record: Record, film: Film) -> None:
    """Into a file beside the wanted one, which takes its name when it is whole."""
    beside = target.with_name(f"{target.name}.part")
    try:
        with beside.open("wb") as file:
            seconds = _make(file, target.suffix.lower(), record, film)
            size = file.tell()
        beside.replace(target)
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(f"{target}: {reason}: expected a file that can be written") from None
    finally:
        beside.unlink(missing_ok=True)
    print(f"{target}: {f'{seconds:.0f} s, ' if seconds else ''}{size / 1000:.0f} kB")


def _make(file: BinaryIO, suffix: str, record: Record, film: Film) -> float:
    from chocolatl.picture.film import cut, write_film, write_still

    if suffix in (".webp", ".gif"):
        with progress("pictures", len(cut(record, film))) as drawn:
            return write_film(file, record, film, "gif" if suffix == ".gif" else "webp", drawn) / 1000
    write_still(file, record, film, "svg" if suffix == ".svg" else "png")
    return 0
