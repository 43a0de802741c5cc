"""Options that several commands share: which board, which rules, which bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args, get_type_hints

from msgspec.structs import replace

from chocolatl.cli.exits import UsageError
from chocolatl.cli.parser import reading
from chocolatl.nearest import expected
from chocolatl.rules.board import Board, default_board
from chocolatl.rules.boardfile import BoardError, parse_board
from chocolatl.rules.editions import EDITIONS, Rules
from chocolatl.rules.versions import RULES_VERSION, RULES_VERSIONS, edition_named

Switch = tuple[str, str]


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """By which rules and on which board; read with `rules_of`, `edition_of` and `board_of`."""
    parser.add_argument("--edition", choices=tuple(EDITIONS), default="english", help="whose printed rules")
    parser.add_argument(
        "--rule",
        metavar="SWITCH=VALUE",
        action="append",
        default=[],
        type=reading(read_switch),
        help=f"change one switch of the edition: {', '.join(switches())}; may be repeated",
    )
    parser.add_argument(
        "--rules-version",
        choices=RULES_VERSIONS,
        default=RULES_VERSION,
        help="play by an older version of the rules (docs/RULES.md)",
    )
    parser.add_argument("--board", metavar="FILE", type=Path, help="a board file (see 'chocolatl board')")


def switches() -> dict[str, tuple[str, ...]]:
    """The switches of rule 7 and their values."""
    return {name: get_args(kind) for name, kind in get_type_hints(Rules).items()}


def read_switch(text: str) -> Switch:
    """`give_back=lowest`; raises ValueError with what was expected."""
    name, _, value = text.partition("=")
    known = switches()
    if name not in known:
        raise ValueError(f"switch {name!r} does not exist: {expected(name, known)}")
    if value not in known[name]:
        raise ValueError(f"{name}={value!r} does not exist: {expected(value, known[name])}")
    return name, value


def rules_of(args: argparse.Namespace) -> Rules:
    """The edition with its changed switches."""
    changed: dict[str, str] = dict(args.rule)
    return replace(edition_named(args.edition, args.rules_version), **changed)


def edition_of(args: argparse.Namespace) -> str | None:
    """The name of the edition, unless a switch was changed."""
    return args.edition if rules_of(args) == edition_named(args.edition, args.rules_version) else None


def board_of(args: argparse.Namespace) -> Board:
    """The board of the file that was named, or the default one."""
    return default_board() if args.board is None else read_board(args.board)


def read_board(file: Path) -> Board:
    """A board file that must be right."""
    try:
        return parse_board(read_text(file), str(file))
    except BoardError as error:
        raise UsageError(str(error)) from None


def read_text(file: Path) -> str:
    """The text of a file that the user named."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}: expected a file that can be read") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file}: not UTF-8: expected a text file") from None
