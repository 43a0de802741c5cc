"""Board files: TOML in, Board out; a wrong file is told by line, key and what is allowed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import msgspec

from chocolatl.rules.board import Board
from chocolatl.rules.tomlplace import line_of
from chocolatl.rules.words import CARDS_PER_LOCATION, COLOURS, LOCATIONS

HIGHEST_CARD = 99
MOST_ROUNDS = 7

Problem = tuple[str, str]
"""The key that is wrong, and what is expected there."""


class BoardError(ValueError):
    """A board file that cannot be played on."""


def parse_board(text: str, source: str) -> Board:
    """Read a board file; raises BoardError naming file, line, key and what is allowed."""
    try:
        board = msgspec.convert(tomllib.loads(text), Board)
    except tomllib.TOMLDecodeError as error:
        raise BoardError(_not_toml(source, str(error))) from None
    except msgspec.ValidationError as error:
        raise BoardError(_located(text, source, *_wrong_shape(str(error)))) from None
    for problem in board_problems(board):
        raise BoardError(_located(text, source, *problem))
    return board


def board_problems(board: Board) -> list[Problem]:
    """What types cannot say: the numbers must make a game together."""
    checks = (_wrong_numbers, _wrong_cards, _wrong_piles, _wrong_lists)
    return [problem for check in checks for problem in check(board)]


def _located(text: str, source: str, key: str, expected: str) -> str:
    line = line_of(text, key)
    return f"{source}:{line}: {key}: {expected}" if line else f"{source}: {key}: {expected}"


def _not_toml(source: str, error: str) -> str:
    at = re.search(r" \(at line (\d+), column (\d+)\)$", error)
    place, reason = (f":{at[1]}:{at[2]}", error[: at.start()]) if at else ("", error)
    return f"{source}{place}: not TOML: {reason}"


def _wrong_shape(message: str) -> Problem:
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


def _wrong_numbers(board: Board) -> Iterator[Problem]:
    if not 1 <= board.rounds <= MOST_ROUNDS:
        yield "rounds", f"expected 1 to {MOST_ROUNDS}, got {board.rounds}"
    for key, least in _LEAST.items():
        value = getattr(board, key)
        if value < least:
            yield key, f"expected {least} or more, got {value}"


_LEAST = {"goal": 1, "cubes": 1, "drink_last": 0, "pyramid_lead": 0, "ball_first": 0, "ball_second": 0}


def _wrong_cards(board: Board) -> Iterator[Problem]:
    order = [LOCATIONS.index(location) for location in board.locations]
    if not order or order != sorted(set(order)):
        yield "locations", f"expected some of {', '.join(LOCATIONS)}, each once, in this order"
    wanted, cards = CARDS_PER_LOCATION * len(board.locations) + 1, board.cards
    if len(cards) != wanted:
        yield "cards", f"expected {wanted} cards (two per location and one to sacrifice), got {len(cards)}"
    if list(cards) != sorted(cards):
        yield "cards", "expected numbers from low to high"
    yield from _wrong_values("cards", cards)


def _wrong_piles(board: Board) -> Iterator[Problem]:
    wanted = board.rounds - 1
    for key in ("improvements_low", "improvements_high"):
        pile = getattr(board, key)
        if len(pile) < wanted:
            yield key, f"expected {wanted} or more cards, one for each round but the last, got {len(pile)}"
        yield from _wrong_values(key, pile)


def _wrong_values(key: str, cards: tuple[int, ...]) -> Iterator[Problem]:
    for place, card in enumerate(cards):
        if not 0 <= card <= HIGHEST_CARD:
            yield f"{key}[{place}]", f"expected a card from 0 to {HIGHEST_CARD}, got {card}"


def _wrong_lists(board: Board) -> Iterator[Problem]:
    if not board.track:
        yield "track", "expected at least one colour: gold, red or green"
    if len(board.drink) < board.rounds:
        yield "drink", f"expected an entry for each of the {board.rounds} rounds, got {len(board.drink)}"
    for place, pay in enumerate(board.drink):
        if pay.first < 0 or pay.second < 0:
            yield f"drink[{place}]", f"expected points of 0 or more, got {pay.first} and {pay.second}"
    for place, row in enumerate(board.pyramid):
        if row.boxes < 1 or row.bonus < 0:
            yield f"pyramid[{place}]", "expected boxes of 1 or more and a bonus of 0 or more"
    boxes, stones = sum(row.boxes for row in board.pyramid), 2 * board.rounds
    if boxes < stones:
        yield "pyramid", f"expected {stones} or more boxes, two for each round, got {boxes}"
