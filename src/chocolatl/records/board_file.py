"""Board files: TOML in, Board out; a wrong file is told by line, key and what is allowed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import msgspec

from chocolatl.records.board_limits import BOARD_BYTES, CARD, CARD_LISTS, ENTRIES, LENGTHS, NUMBERS
from chocolatl.records.toml_limits import size_problem
from chocolatl.records.toml_lines import line_of_key
from chocolatl.rules import Board
from chocolatl.rules.texts import BOARD_NAME, shown, text_problem
from chocolatl.rules.types import CARDS_PER_LOCATION, COLOURS, LOCATIONS

BoardProblem = tuple[str, str]
"""The key that is wrong, and what is expected there."""


class BoardError(ValueError):
    """A board file that cannot be played on.

    >>> parse_board("name = 3", "mine.toml")
    Traceback (most recent call last):
    chocolatl.records.board_file.BoardError: mine.toml:1: name: Expected `str`, got `int`
    """


def parse_board(text: str, source: str) -> Board:
    """Read a board file.

    Args:
        text: TOML; `chocolatl board new` writes one with comments.
        source: what messages call it, such as the name of the file.

    Raises:
        BoardError: names file, line, key and what is allowed.

    >>> from importlib.resources import files
    >>> text = files("chocolatl.rules").joinpath("boards/default.toml").read_text(encoding="utf-8")
    >>> parse_board(text, "default.toml") == default_board()
    True
    >>> parse_board(text.replace("rounds = 7", "rounds = 99"), "mine.toml")
    Traceback (most recent call last):
    chocolatl.records.board_file.BoardError: mine.toml:12: rounds: expected 1 to 7, got 99
    """
    if too_much := size_problem(text, BOARD_BYTES):
        line, expected = too_much
        raise BoardError(f"{source}:{line}: too much for a board: expected {expected}")
    try:
        board = msgspec.convert(tomllib.loads(text), Board)
    except ValueError as error:  # also of a date that no calendar has
        if isinstance(error, msgspec.ValidationError):
            raise BoardError(_located(text, source, *_wrong_shape(str(error)))) from None
        raise BoardError(_not_toml(source, str(error))) from None
    for problem in board_problems(board):
        raise BoardError(_located(text, source, *problem))
    return board


def board_problems(board: Board) -> list[BoardProblem]:
    """What types cannot say: each number and list within its bounds, and together they must make a game."""
    return [*_wrong_name(board), *play_problems(board)]


def play_problems(board: Board) -> list[BoardProblem]:
    """The same for boards of games that are being played or were: what they are called changes no game."""
    checks = (_wrong_numbers, _wrong_cards, _wrong_lengths, _wrong_entries, _too_few)
    return [problem for check in checks for problem in check(board)]


def _located(text: str, source: str, key: str, expected: str) -> str:
    line = line_of_key(text, key)
    told = f"{shown(key)}: {shown(expected, 600)}"
    return f"{source}:{line}: {told}" if line else f"{source}: {told}"


def _not_toml(source: str, error: str) -> str:
    at = re.search(r" \(at line (\d+), column (\d+)\)\Z", error)
    place, reason = (f":{at[1]}:{at[2]}", error[: at.start()]) if at else ("", error)
    return f"{source}{place}: not TOML: {shown(reason)}"


def _wrong_shape(message: str) -> BoardProblem:
    """The key and the complaint in a message like "Expected `int`, got `str` - at `$.drink[1].first`"."""
    reason, _, path = message.partition(" - at `$")
    key = path.strip(".`")
    if named := re.match(r"Object contains unknown field `([^`]+)`", reason):
        return f"{key}.{named[1]}".lstrip("."), f"unknown key, expected one of {', '.join(_keys_at(key))}"
    if named := re.match(r"Object missing required field `([^`]+)`", reason):
        return f"{key}.{named[1]}".lstrip("."), f"missing, expected all of {', '.join(_keys_at(key))}"
    if named := re.match(r"Invalid enum value (.+)", reason):
        words: tuple[str, ...] = COLOURS if key.startswith("track") else LOCATIONS
        return key, f"expected one of {', '.join(words)}, got {named[1]}"
    return key, reason


def _keys_at(key: str) -> tuple[str, ...]:
    """The keys of the file, or of one entry of its list of tables."""
    if not key:
        return Board.__struct_fields__
    return ("first", "second") if key.startswith("drink") else ("boxes", "bonus")


def _wrong_name(board: Board) -> Iterator[BoardProblem]:
    if expected := text_problem(board.name, BOARD_NAME):
        yield "name", f"expected {expected}"


def _wrong_numbers(board: Board) -> Iterator[BoardProblem]:
    for key, bound in NUMBERS.items():
        value = getattr(board, key)
        if value not in bound:
            yield key, f"expected {bound}, got {_number(value)}"


def _wrong_lengths(board: Board) -> Iterator[BoardProblem]:
    for key, bound in LENGTHS.items():
        count = len(getattr(board, key))
        if count not in bound:
            yield key, f"expected {bound}, got {count}"


def _number(value: int) -> str:
    """Python refuses to write numbers of thousands of digits, and nobody wants to read them."""
    return str(value) if abs(value) < 10**12 else "a number of many digits"


def _wrong_cards(board: Board) -> Iterator[BoardProblem]:
    order = [LOCATIONS.index(location) for location in board.locations]
    if not order or order != sorted(set(order)):
        yield "locations", f"expected some of {', '.join(LOCATIONS)}, each once, in this order"
    wanted, cards = CARDS_PER_LOCATION * len(board.locations) + 1, board.cards
    if len(cards) != wanted:
        yield "cards", f"expected {wanted} cards (two per location and one to sacrifice), got {len(cards)}"
    if list(cards) != sorted(cards):
        yield "cards", "expected numbers from low to high"


def _wrong_entries(board: Board) -> Iterator[BoardProblem]:
    for key in CARD_LISTS:
        for place, card in enumerate(getattr(board, key)):
            if card not in CARD:
                yield f"{key}[{place}]", f"expected a card from {CARD}, got {_number(card)}"
    for key, parts in ENTRIES.items():
        for place, entry in enumerate(getattr(board, key)):
            for part, bound in parts.items():
                value = getattr(entry, part)
                if value not in bound:
                    yield f"{key}[{place}].{part}", f"expected {bound}, got {_number(value)}"


def _too_few(board: Board) -> Iterator[BoardProblem]:
    """One improvement card of each pile for each round but the last, a drink and two boxes for each round."""
    wanted = board.rounds - 1
    for key in ("improvements_low", "improvements_high"):
        count = len(getattr(board, key))
        if count < wanted:
            yield key, f"expected {wanted} or more cards, one for each round but the last, got {count}"
    if len(board.drink) < board.rounds:
        yield "drink", f"expected an entry for each of the {board.rounds} rounds, got {len(board.drink)}"
    boxes, stones = sum(row.boxes for row in board.pyramid), 2 * board.rounds
    if boxes < stones:
        yield "pyramid", f"expected {stones} or more boxes, two for each round, got {boxes}"
