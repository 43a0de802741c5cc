"""Options that several commands share: which board, which rules, which bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import get_args, get_type_hints

from msgspec.structs import replace

from chocolatl.cli.exit_codes import UsageError
from chocolatl.cli.parser import FILE, Choice, Reading, option
from chocolatl.records.board_file import BoardError, parse_board
from chocolatl.rules import EDITIONS, Board, Rules, default_board
from chocolatl.rules.board import BOARD_NAMES, named_board
from chocolatl.rules.versions import RULES_VERSION, RULES_VERSIONS, edition_named
from chocolatl.suggestions import expected

Switch = tuple[str, str]
BOARD_HELP = f"a board file, or the name of one of ours: {', '.join(BOARD_NAMES)} (see 'chocolatl board')"


@dataclass(frozen=True)
class GameOptions:
    """By which rules and on which board."""

    rules: Rules
    edition: str | None
    """Its name, unless a switch was changed."""
    board: Board
    version: str


def game_options(function: Callable[..., int]) -> Callable[..., int]:
    """The options of a command that gets them as `game`."""

    @option("--edition", type=Choice(tuple(EDITIONS)), default="english", help="whose printed rules")
    @option(
        "--rule",
        metavar="SWITCH=VALUE",
        multiple=True,
        type=Reading(read_switch),
        help=f"change one switch of the edition: {', '.join(switches())}; may be repeated",
    )
    @option(
        "--rules-version",
        type=Choice(RULES_VERSIONS),
        default=RULES_VERSION,
        help="play by an older version of the rules (docs/RULES.md)",
    )
    @option("--board", metavar="FILE", type=FILE, help=BOARD_HELP)
    @wraps(function)
    def with_game(
        edition: str, rule: tuple[Switch, ...], rules_version: str, board: Path | None, **rest: object
    ) -> int:
        printed = edition_named(edition, rules_version)
        changed: dict[str, str] = dict(rule)
        rules = replace(printed, **changed)
        played_on = default_board() if board is None else read_board(board)
        game = GameOptions(rules, edition if rules == printed else None, played_on, rules_version)
        return function(game=game, **rest)

    return with_game


def bots_of(text: str) -> tuple[str, ...]:
    """The bots of a table in full notation, for `Reading`; raises ValueError."""
    from chocolatl.bots import parse_table

    return tuple(str(spec) for spec in parse_table(text))


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


def read_board(file: Path) -> Board:
    """A board file that must be right, or the name of a board that comes with the game."""
    if is_named(file):
        return named_board(str(file))
    try:
        return parse_board(read_text(file), str(file))
    except BoardError as error:
        raise UsageError(str(error)) from None


def is_named(file: Path) -> bool:
    """Whether this is the name of a board and not of a file: a file that exists goes first."""
    return str(file) in BOARD_NAMES and not file.exists()


def read_text(file: Path) -> str:
    """The text of a file that the user named."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}: expected a file that can be read") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file}: not UTF-8: expected a text file") from None
