"""Below the board: which round and location it is, and what happens there in words."""

from __future__ import annotations

from collections.abc import Iterator

from chocolatl.picture.board_layout import Canvas
from chocolatl.picture.labels import Labels
from chocolatl.picture.model import Picture
from chocolatl.picture.pieces import INK, mode_shape
from chocolatl.picture.shapes import circle, group, path, rect, stroke
from chocolatl.picture.text import DISPLAY, PLAIN, Face, broken, cut, width, write

_LEFT = 360
_LARGE, _SMALL = 30, 24


def tray(picture: Picture, canvas: Canvas, labels: Labels) -> str:
    """A wooden band; its upper edge is at 0."""
    high = canvas.height - canvas.tray
    parts = [
        rect(0, 0, canvas.width, high, "url(#tray)"),
        rect(0, 0, canvas.width, 3, "var(--trayl)"),
        group(_round(picture, labels), canvas.left + 20, high / 2),
        *_caption(picture, canvas, high),
    ]
    return group(parts, 0, canvas.tray)


def _round(picture: Picture, labels: Labels) -> Iterator[str]:
    """Mode and number of the round, and the six stops of its way."""
    view = picture.view
    if view.round:
        assert view.mode is not None
        yield mode_shape(view.mode, 20, -28, 36)
        title = labels.say(
            "round.last" if view.last else "round.of", round=view.round, rounds=view.board.rounds
        )
        yield write(cut(title, 25, _LEFT - 70), 50, -31, 25, "var(--ontray)", "start")
        how = f"{labels.say(f'bid.{view.mode}')}, {labels.say(f'mode.{view.mode}.short')}"
        yield write(cut(how, 19, _LEFT - 70, PLAIN), 50, -9, 19, "var(--ontray2)", "start", PLAIN)
    yield from _stops(picture)


def _stops(picture: Picture) -> Iterator[str]:
    locations, now = picture.view.board.locations, picture.view.location
    place = locations.index(now) if now else len(picture.rankings) if picture.view.round else -1
    step = 54
    if len(locations) > 1:
        yield path(f"M18 37h{step * (len(locations) - 1)}", "none", stroke("var(--road1)", 7))
    for nth in range(len(locations)):
        at, done = now is not None and nth == place, nth < place
        fill = "var(--gold)" if at else "var(--btn)" if done else "var(--rim1)"
        ink = INK if at else "var(--btnt)" if done else "light-dark(#3a1f10, #fff0d8)"
        x, r, size = 18 + nth * step, 20 if at else 15, 21 if at else 17
        yield circle(x, 37, r, fill, stroke("var(--sign)", 3)) + write(
            nth + 1, x, 37 + size * 0.35, size, ink
        )


def _caption(picture: Picture, canvas: Canvas, high: float) -> Iterator[str]:
    """The first sentence large, the next below it; nothing without words."""
    if not picture.caption:
        return
    x = canvas.left + _LEFT + 16
    w = canvas.width - canvas.left - x - 14
    edge = stroke("#ffffff", 1, 'stroke-opacity="0.25" fill-opacity="0.08"')
    yield rect(x, 18, w, high - 34, "#ffffff", 14, edge)
    lines = list(_lines(picture.caption, w - 52, high - 50))
    total = sum(size * 1.28 for _, size, _, _ in lines)
    y = 18 + (high - 34 - total) / 2
    for text, size, fill, face in lines:
        yield write(text, x + 26, y + size * 0.98, size, fill, "start", face)
        y += size * 1.28


def _lines(caption: tuple[str, ...], room: float, high: float) -> Iterator[tuple[str, float, str, Face]]:
    """Broken to the width of the box, as many as its height takes."""
    used = 0.0
    for nth, sentence in enumerate(caption):
        face, fill = (DISPLAY, "var(--ontray)") if nth == 0 else (PLAIN, "var(--ontray2)")
        size = _LARGE if nth == 0 and width(sentence, _LARGE) <= room else _SMALL + (2 if nth == 0 else 0)
        for line in broken(sentence, size, room, 2, face):
            used += size * 1.28
            if used <= high:
                yield line, size, fill, face
