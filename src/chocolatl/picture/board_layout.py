"""Where things lie, in the units of the board's drawing; the same numbers as in web/src/board/layout.ts."""

from __future__ import annotations

from typing import NamedTuple

from chocolatl.rules.types import Location


class Spot(NamedTuple):
    """A point."""

    x: float
    y: float


WIDTH, HEIGHT, RIM = 1110, 590, 44
COLUMNS, ROWS = 21, 11
BOXES = 2 * (COLUMNS + ROWS) - 4
PLACES: dict[Location, Spot] = {
    "temple": Spot(50, 68),
    "plantation": Spot(380, 96),
    "city": Spot(738, 106),
    "pyramid": Spot(78, 366),
    "drink": Spot(428, 362),
    "ball_court": Spot(734, 366),
}
ALTAR, ALTAR_WIDE = Spot(424, 276), 262
SLABS: dict[Location, Spot] = {
    "temple": Spot(202, 54),
    "plantation": Spot(186, 26),
    "city": Spot(198, 16),
    "pyramid": Spot(222, 30),
    "drink": Spot(186, 34),
    "ball_court": Spot(204, 30),
}
"""The name board with its slots, from the corner of its place."""


def cell(box: int) -> tuple[int, int]:
    """Column and row of a box: round the edge, clockwise from the bottom right, and round again."""
    n, right, bottom = box % BOXES, COLUMNS - 1, ROWS - 1
    if n <= right:
        return right - n, bottom
    if n <= right + bottom:
        return 0, bottom - (n - right)
    if n <= 2 * right + bottom:
        return n - right - bottom, 0
    return right, n - 2 * right - bottom


def centre(box: int) -> Spot:
    """The middle of a box."""
    column, row = cell(box)
    across, down = (WIDTH - RIM) / (COLUMNS - 1), (HEIGHT - RIM) / (ROWS - 1)
    return Spot(RIM / 2 + column * across, RIM / 2 + row * down)


def inward(box: int) -> tuple[int, int]:
    """The direction from a box to the middle of the board: markers stand on the inner half."""
    column, row = cell(box)
    return _inward(column, COLUMNS), _inward(row, ROWS)


def _inward(at: int, many: int) -> int:
    return 1 if at == 0 else -1 if at == many - 1 else 0


GAP = 8
LEAST_WIDE, LEAST_HIGH = 1366, 768
MOST_COLUMN = 340


class Canvas(NamedTuple):
    """How a picture is divided: the board, people at its right, words below; all in the board's units."""

    width: float
    height: float
    left: float
    column: float

    @property
    def tray(self) -> float:
        """The upper edge of the words."""
        return HEIGHT + 2 * GAP


def canvas(width: int, height: int) -> Canvas:
    """A wider picture gets a wider column of people, up to a limit; a higher one more room for words."""
    across = max(LEAST_WIDE, LEAST_HIGH * width / height)
    column = min(across - WIDTH - 3 * GAP, MOST_COLUMN)
    left = (across - WIDTH - 3 * GAP - column) / 2
    return Canvas(across, across * height / width, left, column)
