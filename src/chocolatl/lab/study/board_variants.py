"""Boards to compare: the one at hand with some lines of its file replaced."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import msgspec

from chocolatl.records.board_file import board_problems
from chocolatl.rules import Board
from chocolatl.suggestions import expected


class VariantError(ValueError):
    """No such variant, or one that cannot be played on."""


@dataclass(frozen=True)
class Variant:
    """`lines` as they would stand in a board file."""

    name: str
    lines: str = ""

    def of(self, board: Board) -> Board:
        """The board with these lines instead of its own; raises VariantError."""
        try:
            changes = tomllib.loads(self.lines)
            changed = msgspec.convert(msgspec.to_builtins(board) | changes, Board)
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise VariantError(f"variant {self.lines!r}: {error}: expected lines of a board file") from None
        for key, wanted in board_problems(changed):
            raise VariantError(f"variant {self.lines!r}: {key}: {wanted}")
        return changed


_ALL = (
    Variant("as it is"),
    Variant("mostly gold track", 'track = ["gold", "gold", "red", "gold", "green"]'),
    Variant("only gold", 'track = ["gold"]'),
    Variant("only red", 'track = ["red"]'),
    Variant("only green", 'track = ["green"]'),
    Variant(
        "lower cards",
        "improvements_low = [3, 4, 5, 6, 7, 8]\nimprovements_high = [9, 10, 11, 12, 13, 14]",
    ),
    Variant(
        "higher cards",
        "improvements_low = [8, 9, 10, 11, 12, 13]\nimprovements_high = [14, 15, 16, 17, 18, 19]",
    ),
    Variant(
        "even piles",
        "improvements_low = [8, 9, 10, 11, 12, 13]\nimprovements_high = [8, 9, 10, 11, 12, 13]",
    ),
    Variant(
        "drink falls faster",
        "drink = [{first = 8, second = 4}, {first = 7, second = 3}, {first = 5, second = 1}, "
        "{first = 4, second = 0}, {first = 3, second = 0}, {first = 2, second = 0}, {first = 1, second = 0}]",
    ),
    Variant("goal at 50", "goal = 50"),
)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {variant.name.replace(" ", "-"): variant for variant in _ALL}
)


def variant_named(text: str) -> Variant:
    """A variant of our list, or lines of a board file such as `goal = 50`; raises VariantError."""
    if "=" in text:
        return Variant(text.strip(), text)
    if text not in VARIANTS:
        raise VariantError(f"variant {text!r} does not exist: {expected(text, VARIANTS)}, or 'goal = 50'")
    return VARIANTS[text]
