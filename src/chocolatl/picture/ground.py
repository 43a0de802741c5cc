"""What lies still: the carved rim, the track, the land and the six locations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from chocolatl.picture.art import Theme, coloured, use
from chocolatl.picture.board_layout import (
    ALTAR,
    ALTAR_WIDE,
    BOXES,
    HEIGHT,
    PLACES,
    RIM,
    WIDTH,
    centre,
    inward,
)  # fmt: skip
from chocolatl.picture.pieces import LEAF
from chocolatl.picture.shapes import circle, group, path, rect, stroke
from chocolatl.picture.text import write
from chocolatl.rules.board import Board
from chocolatl.rules.types import Colour, Location

_SCENERY: dict[Location, tuple[str, float, float, float]] = {
    "temple": ("temple", 0, 0, 204),
    "plantation": ("grove", 0, 6, 196),
    "city": ("city", 4, 0, 196),
    "pyramid": ("yard", 0, 8, 222),
    "drink": ("kitchen", 4, 0, 172),
    "ball_court": ("court", 0, 10, 224),
}
_EVERY = 10
"""On a small picture only every so manieth box is numbered."""
_KEPT = 64


@lru_cache(_KEPT)
def ground(board: Board, taken: frozenset[int], location: Location | None, small: bool, theme: Theme) -> str:
    """The board without anything on it, coloured; numbers of the taken boxes make room for the markers."""
    parts = (*_rim(), *_track(board, taken, small), *_land(board, location))
    return coloured("".join(parts), theme)


def _rim() -> Iterator[str]:
    stops = '<stop offset="0" stop-color="var(--rim1)"/><stop offset="1" stop-color="var(--rim2)"/>'
    yield f'<linearGradient id="rim" x2="0" y2="1">{stops}</linearGradient>'
    inner = rect(RIM, RIM, WIDTH - 2 * RIM, HEIGHT - 2 * RIM, "#000", 10)
    yield f'<clipPath id="inner">{inner}</clipPath>'
    yield rect(4, 6, WIDTH - 6, HEIGHT - 4, "var(--sh2)", 12)
    yield rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, "url(#rim)", 12, stroke("var(--rimhi)", 3))
    dark, light = "", ""
    for box in range(BOXES):
        (x1, y1), (x2, y2) = centre(box), centre(box + 1)
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        flat = y1 == y2
        dark += f"M{x:.1f} {y - 15:.1f}v30" if flat else f"M{x - 15:.1f} {y:.1f}h30"
        light += f"M{x + 1.4:.1f} {y - 15:.1f}v30" if flat else f"M{x - 15:.1f} {y + 1.4:.1f}h30"
    yield path(dark, "none", stroke("var(--rimlo)", 1.6, 'opacity="0.5"'))
    yield path(light, "none", stroke("var(--rimhi)", 1.6, 'opacity="0.8"'))


def _track(board: Board, taken: frozenset[int], small: bool) -> Iterator[str]:
    if board.goal < BOXES:
        yield _goal(*centre(board.goal))
    for box in range(BOXES):
        colour = board.colour(box)
        x, y = centre(box)
        yield group([*_inlay(colour), _numbered(box, colour, box in taken, small)], x, y)


def _goal(x: float, y: float) -> str:
    ray = '<path d="M-5 -15L0 -24L5 -15z" transform="rotate({})" fill="light-dark(#b5301c, #f0a07e)"/>'
    return group([ray.format(30 * nth) for nth in range(12)], x, y)


def _inlay(colour: Colour) -> Iterator[str]:
    """A shape carved into the rim: light below, dark above, then itself."""
    for down, fill in ((1.6, "var(--rimhi)"), (-1.3, "var(--rimlo)"), (0, f"var(--{colour}-box)")):
        if colour == "red":
            yield rect(-15, down - 15, 30, 30, fill, 3.5)
        elif colour == "gold":
            yield circle(0, down, 16.5, fill)
        else:
            yield path(LEAF, fill, f'transform="translate(0 {down})"' if down else "")


def _numbered(box: int, colour: Colour, taken: bool, small: bool) -> str:
    fill = f"var(--{colour}-on-box)"
    if small:
        return "" if taken or box % _EVERY else write(box, 0, 7, 21, fill)
    if taken:
        x, y = inward(box)
        return write(box, -x * 8, 5 - y * 9, 13.4, fill)
    return write(box, 0, 5.4, 15.5, fill)


def _land(board: Board, location: Location | None) -> Iterator[str]:
    parts = [use("wide", RIM, RIM, WIDTH - 2 * RIM)]
    for place in board.locations:
        name, x, y, w = _SCENERY[place]
        parts.append(use(name, PLACES[place].x + x, PLACES[place].y + y, w))
    parts.append(use("altar", *ALTAR, ALTAR_WIDE))
    parts += [use("canoe", 688, 196, 36), use("carrier", 722, 306, 16), use("carrier", 62, 344, 16)]
    runner = PLACES[location or board.locations[0]]
    parts.append(
        use("runner", runner.x + 222, runner.y + 186 - (0 if location in ("temple", None) else 30), 24)
    )
    yield group(parts, more='clip-path="url(#inner)"')
    frame = stroke("var(--rimlo)", 3)
    yield rect(RIM, RIM, WIDTH - 2 * RIM, HEIGHT - 2 * RIM, "none", 10, frame)
