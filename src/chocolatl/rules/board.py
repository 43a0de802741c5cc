"""What is printed on the board and the cards (rule 8): data that an owner of the game can correct."""

from __future__ import annotations

from functools import cache

import msgspec

from chocolatl.rules.types import CARDS_PER_LOCATION, Card, Colour, Location, Value


class Drink(Value, frozen=True):
    """What location 5 pays in one round (4.5)."""

    first: int
    second: int


class Row(Value, frozen=True):
    """One row of the pyramid, from the bottom up (4.4)."""

    boxes: int
    bonus: int


class Board(Value, frozen=True):
    """All numbers that are printed rather than written in the rules. See boards/default.toml."""

    name: str
    cards: tuple[Card, ...]
    cubes: int
    goal: int
    rounds: int
    locations: tuple[Location, ...]
    track: tuple[Colour, ...]
    improvements_low: tuple[Card, ...]
    improvements_high: tuple[Card, ...]
    drink: tuple[Drink, ...]
    drink_last: int
    pyramid: tuple[Row, ...]
    pyramid_lead: int
    ball_first: int
    ball_second: int

    def colour(self, box: int) -> Colour:
        """The colour of a box; the printed row of colours repeats, and box 0 counts as red (2.2)."""
        return "red" if box == 0 else self.track[(box - 1) % len(self.track)]

    def row_of(self, stone: int) -> int:
        """The row of the pyramid that the stone with this number (from 0) falls in."""
        boxes = 0
        for number, row in enumerate(self.pyramid):
            boxes += row.boxes
            if stone < boxes:
                return number
        raise IndexError(f"the pyramid of board {self.name!r} has no box for stone {stone}")

    def row_start(self, row: int) -> int:
        """The number of the first stone of a row."""
        return sum(r.boxes for r in self.pyramid[:row])

    @property
    def bid_size(self) -> int:
        """How many cards a player lays in one round."""
        return CARDS_PER_LOCATION * len(self.locations)


DEFAULT_BOARD = "default"
BOARD_NAMES = (DEFAULT_BOARD, "balanced")
"""The boards that come with the game: files of this folder's `boards`, each with its reasons."""


def board_text(name: str) -> str:
    """The file of a board that comes with the game, comments and all; raises KeyError for another name."""
    # Imported here, because most programs that use the rules already have their board.
    from importlib.resources import files

    if name not in BOARD_NAMES:
        raise KeyError(name)
    return files(__package__).joinpath(f"boards/{name}.toml").read_text(encoding="utf-8")


@cache
def named_board(name: str) -> Board:
    """A board that comes with the game; raises KeyError for another name. The same value every time."""
    import tomllib

    return msgspec.convert(tomllib.loads(board_text(name)), Board)


def default_board() -> Board:
    """The board this project chose; see docs/RULES.md, section 8. The same value every time.

    >>> default_board().name
    'default'
    """
    return named_board(DEFAULT_BOARD)
