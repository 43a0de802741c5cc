"""How large the numbers and lists of a board may be: one table, for checks, messages, schemas and docs.

The compiled engine holds every board within these bounds (a test compares them with fast/layout.py).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from chocolatl.rules.texts import BOARD_NAME
from chocolatl.rules.types import CARDS_PER_LOCATION, LOCATIONS

BOARD_BYTES = 20_000
"""A board file, in bytes of UTF-8."""


class Bound(NamedTuple):
    """From the least to the most, both allowed. `what` is counted, or is the number's unit."""

    least: int
    most: int
    what: str

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.least <= value <= self.most

    def __str__(self) -> str:
        return f"{self.least} to {self.most}{' ' if self.what else ''}{self.what}"


MOST_ROUNDS = 7
CARD = Bound(0, 99, "")

NUMBERS = {
    "rounds": Bound(1, MOST_ROUNDS, ""),
    "goal": Bound(1, 9_999, ""),
    "cubes": Bound(1, 999, ""),
    "drink_last": Bound(0, 999, "points"),
    "pyramid_lead": Bound(0, 999, ""),
    "ball_first": Bound(0, 999, "points"),
    "ball_second": Bound(0, 999, "points"),
}
"""Numbers of the board."""

LENGTHS = {
    "locations": Bound(1, len(LOCATIONS), "locations"),
    "cards": Bound(CARDS_PER_LOCATION + 1, CARDS_PER_LOCATION * len(LOCATIONS) + 1, "cards"),
    "track": Bound(1, 200, "colours"),
    "improvements_low": Bound(0, 32, "cards"),
    "improvements_high": Bound(0, 32, "cards"),
    "drink": Bound(1, MOST_ROUNDS, "entries"),
    "pyramid": Bound(1, 2 * MOST_ROUNDS, "rows"),
}
"""Entries of its lists."""

ENTRIES = {
    "drink": {"first": Bound(0, 999, "points"), "second": Bound(0, 999, "points")},
    "pyramid": {"boxes": Bound(1, 99, "boxes"), "bonus": Bound(0, 999, "points")},
}
"""Numbers in the tables of its lists."""

CARD_LISTS = ("cards", "improvements_low", "improvements_high")


def add_bounds(definitions: dict[str, Any]) -> None:
    """Write these bounds into the JSON Schema of Board, Drink and Row."""
    board = definitions["Board"]["properties"]
    board["name"].update(minLength=BOARD_NAME.least, maxLength=BOARD_NAME.most)
    for key, bound in NUMBERS.items():
        board[key].update(_minimum(bound))
    for key, bound in LENGTHS.items():
        board[key].update(minItems=bound.least, maxItems=bound.most)
    for key in CARD_LISTS:
        board[key]["items"].update(_minimum(CARD))
    for name, key in (("Drink", "drink"), ("Row", "pyramid")):
        for part, bound in ENTRIES[key].items():
            definitions[name]["properties"][part].update(_minimum(bound))


def _minimum(bound: Bound) -> dict[str, int]:
    return {"minimum": bound.least, "maximum": bound.most}
