"""`chocolatl board`: what is printed on the board, for owners of the game to look at and correct."""

from __future__ import annotations

import argparse
import sys
from importlib.resources import files
from pathlib import Path

from chocolatl.cli.exits import FAILED, FINE, UsageError
from chocolatl.cli.options import read_board, read_text
from chocolatl.cli.output import print_json

HELP = "show, check or copy a board file"
EXAMPLES = (
    "chocolatl board show",
    "chocolatl board new mine.toml",
    "chocolatl board check mine.toml",
    "chocolatl board show mine.toml --picture",
    "chocolatl simulate --games 2 --board mine.toml",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """show, check, new."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    show = actions.add_parser(
        "show", help="print a board", description="Print a board: its file and a picture."
    )
    show.add_argument(
        "file", metavar="FILE", nargs="?", type=Path, help="a board file (default: our own board)"
    )
    form = show.add_mutually_exclusive_group()
    for name, text in (("toml", "the file alone"), ("picture", "the picture alone"), ("json", "JSON")):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=f"print {text}")
    check = actions.add_parser(
        "check", help="check board files", description="Say line, key and what is allowed."
    )
    check.add_argument("files", metavar="FILE", nargs="+", type=Path, help="board files to check")
    new = actions.add_parser(
        "new", help="write a board file to edit", description="Copy our board, with comments."
    )
    new.add_argument("file", metavar="FILE", type=Path, help="the file to write")
    new.add_argument("--force", action="store_true", help="overwrite a file that exists")
    for action, work in ((show, _show), (check, _check), (new, _new)):
        action.set_defaults(work=work)


def run(args: argparse.Namespace) -> int:
    """Do what the action says."""
    code: int = args.work(args)
    return code


def default_text() -> str:
    """Our own board file, comments and all."""
    return files("chocolatl.rules").joinpath("boards/default.toml").read_text(encoding="utf-8")


def _show(args: argparse.Namespace) -> int:
    from chocolatl.cli.board_picture import picture
    from chocolatl.rules.board import default_board

    board = read_board(args.file) if args.file else default_board()
    if args.form == "json":
        print_json(board)
        return FINE
    text = read_text(args.file) if args.file else default_text()
    parts = {"toml": text.rstrip("\n"), "picture": picture(board)}
    print("\n\n".join(part for name, part in parts.items() if args.form in (None, name)))
    return FINE


def _check(args: argparse.Namespace) -> int:
    from chocolatl.rules.boardfile import BoardError, parse_board

    code = FINE
    for file in args.files:
        try:
            board = parse_board(read_text(file), str(file))
            print(f"{file}: fine, board {board.name!r} for {board.rounds} rounds")
        except BoardError as error:
            print(error, file=sys.stderr)
            code = FAILED
    return code


def _new(args: argparse.Namespace) -> int:
    try:
        with args.file.open("w" if args.force else "x", encoding="utf-8") as out:
            out.write(default_text())
    except FileExistsError:
        raise UsageError(f"{args.file} exists: expected a new name, or --force") from None
    except OSError as error:
        raise UsageError(f"{args.file}: {error.strerror}: expected a file that can be written") from None
    print(f"{args.file}: written; edit it, then 'chocolatl board check {args.file}'")
    return FINE
