"""Board files: TOML in, Board out; a wrong file is told by line, key and what is allowed."""

from __future__ import annotations

import re
import tomllib

import msgspec

from chocolatl.rules.board import Board
from chocolatl.rules.words import CARDS_PER_LOCATION, LOCATIONS


class BoardError(ValueError):
    """A board file that cannot be played on."""


def parse_board(text: str, source: str) -> Board:
    """Read a board file; raises BoardError naming file, line, key and what is allowed."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoardError(f"{source}: not TOML: {error}") from None
    try:
        board = msgspec.convert(data, Board)
    except msgspec.ValidationError as error:
        raise BoardError(_located(text, source, *_key_and_reason(str(error)))) from None
    for key, allowed in board_problems(board):
        raise BoardError(_located(text, source, key, allowed))
    return board


def _key_and_reason(message: str) -> tuple[str, str]:
    reason, _, path = message.partition(" - at `$.")
    named = re.search(r"(?:unknown|missing required) field `(\w+)`", reason)
    return (named[1] if named else re.split(r"[\[`.]", path)[0]), reason


def _located(text: str, source: str, key: str, reason: str) -> str:
    lines = text.splitlines()
    line = next((n for n, row in enumerate(lines, 1) if re.match(rf"\s*{re.escape(key)}\s*=", row)), None)
    place = f"{source}:{line}" if line else source
    return f"{place}: {key}: {reason}"


def board_problems(board: Board) -> list[tuple[str, str]]:
    """What TOML and types cannot say: the numbers must make a game together."""
    wanted = CARDS_PER_LOCATION * len(board.locations) + 1
    order = [LOCATIONS.index(location) for location in board.locations]
    checks = (
        (1 <= board.rounds <= 7, "rounds", f"expected 1 to 7, got {board.rounds}"),
        (board.goal >= 1, "goal", f"expected at least 1, got {board.goal}"),
        (board.cubes >= 1, "cubes", f"expected at least 1, got {board.cubes}"),
        (
            bool(order) and order == sorted(set(order)),
            "locations",
            f"expected some of {', '.join(LOCATIONS)}, each once, in this order",
        ),
        (
            len(board.cards) == wanted,
            "cards",
            f"expected {wanted} cards (two per location and one to sacrifice), got {len(board.cards)}",
        ),
        (all(0 <= card <= 99 for card in board.cards), "cards", "expected numbers from 0 to 99"),
        (list(board.cards) == sorted(board.cards), "cards", "expected numbers from low to high"),
        (len(board.track) >= 1, "track", "expected at least one colour"),
        *(
            (
                _enough_cards(board, pile),
                f"improvements_{name}",
                f"expected at least {board.rounds - 1} cards from 0 to 99, one for each round but the last",
            )
            for name, pile in (("low", board.improvements_low), ("high", board.improvements_high))
        ),
        (
            len(board.drink) >= board.rounds,
            "drink",
            f"expected an entry for each of the {board.rounds} rounds, got {len(board.drink)}",
        ),
        (all(d.first >= 0 and d.second >= 0 for d in board.drink), "drink", "expected points of 0 or more"),
        (board.drink_last >= 0, "drink_last", "expected 0 or more: it is what the last one loses"),
        (
            all(row.boxes >= 1 and row.bonus >= 0 for row in board.pyramid),
            "pyramid",
            "expected rows of at least 1 box and a bonus of 0 or more",
        ),
        (
            sum(row.boxes for row in board.pyramid) >= 2 * board.rounds,
            "pyramid",
            f"expected at least {2 * board.rounds} boxes, two for each round",
        ),
        (board.pyramid_lead >= 0, "pyramid_lead", "expected 0 or more"),
        (board.ball_first >= 0, "ball_first", "expected 0 or more"),
        (board.ball_second >= 0, "ball_second", "expected 0 or more"),
    )
    return [(key, reason) for fine, key, reason in checks if not fine]


def _enough_cards(board: Board, pile: tuple[int, ...]) -> bool:
    return len(pile) >= board.rounds - 1 and all(0 <= card <= 99 for card in pile)
