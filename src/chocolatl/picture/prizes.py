"""What one wins at a location, as objects, and tags that say who gets it; from the corner of the place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from chocolatl.picture.art import standing, use
from chocolatl.picture.labels import Labels, signed
from chocolatl.picture.model import Picture
from chocolatl.picture.pieces import card, die, disc, tag, token
from chocolatl.picture.shapes import group, rect, stroke
from chocolatl.picture.text import BOLD, PLAIN, width, write
from chocolatl.rules.types import Location

_FLAGS = ((16, 6), (158, 0), (66, -4), (116, -8), (186, 14))
_STONE_WIDE, _STONE_HIGH = 36, 26
_MOST_STONES, _MOST_ROWS = 5, 4
"""A pyramid with more in a row, or more rows, is drawn smaller."""
_MOST_ROUNDS = 8


def prizes(picture: Picture, location: Location, labels: Labels) -> str:
    """What lies at a location to be won."""
    return "".join(_PRIZES[location](picture, labels))


def _temple(picture: Picture, labels: Labels) -> Iterator[str]:
    view = picture.view
    for name, holder, x, y, w, text in (
        ("god", view.chocolatl, 46, 187, 46, labels.say("prize.first", n=signed(1))),
        ("old_man", view.old_man, 162, 190, 36, labels.say("prize.last")),
    ):
        yield standing(name, x, y, w)
        yield tag(text, x, 192, holder=None if holder is None else picture.people[holder].colour)


def _plantation(picture: Picture, labels: Labels) -> Iterator[str]:
    for rank, points in enumerate(picture.view.harvest):
        yield die(points, 40 + rank * 56 - 24, 102, 48)
        yield tag(labels.rank(rank + 1), 40 + rank * 56, 155)


def _city(picture: Picture, labels: Labels) -> Iterator[str]:
    built = [(seat, player.huts) for seat, player in enumerate(picture.view.players) if player.huts]
    for (x, y), (seat, huts) in zip(_FLAGS, built, strict=False):
        colour = picture.people[seat].colour
        yield use(f"flag-{colour}", x - 4, y - 11, 19)
        yield write(huts, x + 6.5, y + 0.5, 13.4, f"var(--{colour}-letter)")
    yield standing("hut", 44, 150, 58)
    yield write(labels.say("city.or"), 92, 130, 15)
    yield die(None, 118, 100, 48, black=True)
    yield tag(labels.say("prize.hut"), 44, 154) + tag(labels.say("prize.die"), 142, 154)


def _pyramid(picture: Picture, _: Labels) -> Iterator[str]:
    """Built from the bottom, row by row; upper rows first, so that lower stones stand in front."""
    board = picture.view.board
    most = max(row.boxes for row in board.pyramid)
    scale = min(1, _MOST_STONES / most, _MOST_ROWS / len(board.pyramid))
    rows = [group(_row(picture, row, most)) for row in reversed(range(len(board.pyramid)))]
    yield group(rows, 14, 136, scale)


def _row(picture: Picture, row: int, most: int) -> Iterator[str]:
    board, stones = picture.view.board, picture.view.pyramid
    first, boxes = board.row_start(row), board.pyramid[row].boxes
    start, y = (most - boxes) * _STONE_WIDE / 2, -(row + 1) * _STONE_HIGH
    for box in range(boxes):
        x = start + box * _STONE_WIDE
        if first + box < len(stones):
            colour = picture.people[stones[first + box]].colour
            yield use(f"stone-{colour}", x - 1, y - 8.4, 45) + token(colour, x + 18.5, y + 12.6, 20)
        else:
            yield rect(
                x, y, 35, 25, "var(--ghost)", 3, stroke("var(--ghostl)", 1.5, 'stroke-dasharray="3 2.4"')
            )
    yield disc(board.pyramid[row].bonus, start + boxes * _STONE_WIDE + 13, y + 13, 11.5, 14.5)


def _drink(picture: Picture, labels: Labels) -> Iterator[str]:
    """What each round pays: a small table, the round that is played marked."""
    view = picture.view
    table = view.board.drink
    cell = 16.5 * min(1, _MOST_ROUNDS / len(table))
    rows = (
        (labels.say("drink.round"), [str(i + 1) for i in range(len(table))]),
        (labels.rank(1), [str(points.first or "–") for points in table]),
        (labels.rank(2), [str(points.second or "–") for points in table]),
    )
    head = max(width(name, 13.4, BOLD) for name, _ in rows) + 10
    wide, high = head + cell * len(table) + 4, 51
    yield rect(2, 5, wide + 4, high, "var(--sh2)", 6)
    yield rect(0, 0, wide, high, "var(--tag)", 6, stroke("var(--tagl)", 1.5))
    if view.round:
        yield rect(head + cell * (view.round - 1), 0, cell, high, "var(--r)")
    for line, (name, values) in enumerate(rows):
        y = 13.5 + line * 16.4
        yield write(
            name, 5, y, 13.4, "var(--tagt)" if line else "var(--ink2)", "start", BOLD if line else PLAIN
        )
        for i, value in enumerate(values):
            yield _cell(value, head + cell * (i + 0.5), y, i + 1 - view.round, line == 0)
    last = labels.say("drink.last", n=signed(-view.board.drink_last))
    span = width(last, 13.4, BOLD) + 16
    yield rect(wide + 4 - span, -16, span, 18, "var(--r)", 9)
    yield write(last, wide + 4 - span / 2, -2.5, 13.4, "#ffffff", face=BOLD)


def _cell(value: str, x: float, y: float, ahead: int, head: bool) -> str:
    if ahead == 0:
        return write(value, x, y, 13.4, "#ffffff", face=BOLD)
    pale = ahead < 0 or head
    return write(value, x, y, 13.4, "var(--ink2)" if pale else "var(--tagt)", face=PLAIN if pale else BOLD)


def _ball_court(picture: Picture, labels: Labels) -> Iterator[str]:
    view = picture.view
    if view.last:
        for rank, points in enumerate((view.board.ball_first, view.board.ball_second)):
            yield points_paper(points, 60 + rank * 74, 118, 24) + tag(
                labels.rank(rank + 1), 60 + rank * 74, 158
            )
        return
    for rank, value in enumerate(sorted(view.improvements, reverse=True)):
        yield card(value, 60 + rank * 74 - 25, 88, 50) + tag(labels.rank(rank + 1), 60 + rank * 74, 160)


def points_paper(points: int, x: float, y: float, size: float) -> str:
    """Points as a prize: a paper with a golden edge, its upper edge in the middle at a point."""
    text = signed(points)
    wide, high = width(text, size) + size, size * 1.4
    paper = rect(x - wide / 2, y, wide, high, "var(--tag)", size * 0.4, stroke("var(--gold)", 2))
    return paper + write(text, x, y + high * 0.74, size, "var(--tagt)")


_PRIZES: dict[Location, Callable[[Picture, Labels], Iterator[str]]] = {
    "temple": _temple,
    "plantation": _plantation,
    "city": _city,
    "pyramid": _pyramid,
    "drink": lambda picture, labels: iter([group(_drink(picture, labels), -2, 108)]),
    "ball_court": _ball_court,
}
