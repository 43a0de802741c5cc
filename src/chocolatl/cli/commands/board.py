"""`chocolatl board`: what is printed on the board, for owners of the game to look at and correct."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from chocolatl.cli.exit_codes import FAILED, OK, UsageError
from chocolatl.cli.game_options import is_named, read_board, read_text
from chocolatl.cli.output import print_json
from chocolatl.cli.parser import FILE, group, option
from chocolatl.rules.board import board_text, default_board

EXAMPLES = (
    "chocolatl board show",
    "chocolatl board show balanced --picture",
    "chocolatl board new mine.toml",
    "chocolatl board check mine.toml",
    "chocolatl board show mine.toml --picture",
    "chocolatl simulate --games 2 --board mine.toml",
)


@group(EXAMPLES)
def run() -> None:
    """Three actions."""


@run.command()
@click.argument("file", metavar="[FILE]", required=False, type=FILE)
@option("--toml", "form", flag_value="toml", help="print the file alone")
@option("--picture", "form", flag_value="picture", help="print the picture alone")
@option("--json", "form", flag_value="json", help="print JSON")
def show(file: Path | None, form: str | None) -> int:
    """Print a board, its file and a picture; FILE may be a name: default, balanced."""
    from chocolatl.cli.board_ascii import picture

    board = read_board(file) if file else default_board()
    if form == "json":
        print_json(board)
        return OK
    text = board_text(str(file or "default")) if file is None or is_named(file) else read_text(file)
    parts = {"toml": text.rstrip("\n"), "picture": picture(board)}
    print("\n\n".join(part for name, part in parts.items() if form in (None, name)))
    return OK


@run.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
def check(files: tuple[Path, ...]) -> int:
    """Check board files: says line, key and what is allowed."""
    from chocolatl.records.board_file import BoardError, parse_board

    code = OK
    for file in files:
        try:
            board = parse_board(read_text(file), str(file))
            print(f"{file}: fine, board {board.name!r} for {board.rounds} rounds")
        except BoardError as error:
            print(error, file=sys.stderr)
            code = FAILED
    return code


@run.command()
@click.argument("file", metavar="FILE", type=FILE)
@option("--force", is_flag=True, help="overwrite a file that exists")
def new(file: Path, force: bool) -> int:
    """Write a board file to edit: a copy of our board, with comments."""
    try:
        with file.open("w" if force else "x", encoding="utf-8") as out:
            out.write(board_text("default"))
    except FileExistsError:
        raise UsageError(f"{file} exists: expected a new name, or --force") from None
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}: expected a file that can be written") from None
    print(f"{file}: written; edit it, then 'chocolatl board check {file}'")
    return OK
