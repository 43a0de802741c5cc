"""The final scoring: the altar opened, points source by source, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from chocolatl.i18n.catalogue import listed
from chocolatl.picture.art import use
from chocolatl.picture.board_layout import HEIGHT, RIM, WIDTH
from chocolatl.picture.labels import Labels, signed
from chocolatl.picture.markers import marker_boxes
from chocolatl.picture.model import Final, Picture
from chocolatl.picture.pieces import card, ribbon, token
from chocolatl.picture.shapes import group, path, rect, stroke
from chocolatl.picture.text import BOLD, broken, cut, write
from chocolatl.rules.types import SOURCES, Seat

_WIDE, _HIGH = WIDTH - 2 * RIM - 60, HEIGHT - 2 * RIM - 40
_NAMES, _ALTAR, _TOTAL = 210, 84, 96
_HEAD, _FOOT = 126, 14
_PAPERS = 90


def final(picture: Picture, told: Final, labels: Labels) -> str:
    """A sheet of paper over the board."""
    parts = [
        rect(4, 8, _WIDE, _HIGH, "var(--sh2)", 16),
        rect(0, 0, _WIDE, _HIGH, "url(#paper)", 16, stroke("var(--sign)", 2)),
        *_title(picture, labels),
        *_heads(picture, told, labels),
    ]
    step = (_HIGH - _HEAD - _FOOT) / len(picture.people)
    for nth, seat in enumerate(reversed(picture.view.line)):
        parts.append(group(_row(picture, told, seat, step), 0, _HEAD + nth * step))
    return group(parts, RIM + 30, RIM + 20)


def _title(picture: Picture, labels: Labels) -> Iterator[str]:
    result = picture.view.result
    if result is None:
        yield write(labels.say("reveal.end"), _WIDE / 2, 44, 32)
        return
    names = listed([picture.people[seat].name for seat in result.winners], labels.lang)
    text = labels.say("end.winner", names=names, n=len(result.winners))
    yield from _confetti(picture)
    yield ribbon(cut(text, 34, _WIDE - 160), _WIDE / 2, 4, 34, "var(--r)", "#ffffff")
    yield use("crown", _WIDE / 2 - 22, -26, 44)


def _confetti(picture: Picture) -> Iterator[str]:
    """Paper in the players' colours, scattered at random but the same in every picture."""
    chance = Random(7)
    for nth in range(_PAPERS):
        x, y, turn = chance.uniform(0, _WIDE), chance.uniform(-18, 60), chance.uniform(0, 180)
        colour = picture.people[nth % len(picture.people)].colour
        where = f'transform="translate({x:.0f} {y:.0f})rotate({turn:.0f})" opacity="0.85"'
        yield path("M-5 -3h10v6h-10z", f"var(--{colour}-tone)", where)


def _columns(told: Final) -> list[str]:
    """The sources that have brought anybody anything so far."""
    return [source for source in SOURCES if any(found == source for _, found in told.points)]


def _spots(told: Final) -> list[tuple[str, float, float]]:
    """Every source with the middle of its column, and how wide it may be."""
    sources = _columns(told)
    room = _WIDE - _NAMES - _ALTAR - _TOTAL
    wide = min(130.0, room / max(1, len(sources)))
    return [(source, _NAMES + _ALTAR + wide * (nth + 0.5), wide) for nth, source in enumerate(sources)]


def _heads(picture: Picture, told: Final, labels: Labels) -> Iterator[str]:
    spots: list[tuple[str, float, float]] = [
        ("altar.label", _NAMES + _ALTAR / 2, _ALTAR),
        ("end.total", _WIDE - _TOTAL / 2, _TOTAL),
    ]
    spots += [(f"source.{source}", x, wide) for source, x, wide in _spots(told)]
    for key, x, wide in spots:
        lines = broken(labels.say(key), 13, wide - 8, 4, BOLD)
        for nth, line in enumerate(lines):
            yield write(line, x, _HEAD - 8 - (len(lines) - 1 - nth) * 14, 13, face=BOLD)
    del picture


def _row(picture: Picture, told: Final, seat: Seat, high: float) -> Iterator[str]:
    person, middle = picture.people[seat], high / 2
    result = picture.view.result
    if result is not None and seat in result.winners:
        yield rect(8, 3, _WIDE - 16, high - 6, "var(--hi)", 10, stroke("var(--gold)", 3))
    yield path(f"M12 0H{_WIDE - 12}", "none", stroke("var(--tagl)", 1))
    yield token(person.colour, 40, middle, 34) + write(
        cut(person.name, 22, _NAMES - 72), 64, middle + 8, 22, anchor="start"
    )
    tall = min(72.0, high - 10)
    yield card(
        told.cards[seat], _NAMES + _ALTAR / 2 - tall / 2.8, middle - tall / 2, tall / 1.4, person.colour
    )
    for source, x, _ in _spots(told):
        points = told.points.get((seat, source))
        if points is not None:
            yield write(signed(points), x, middle + 9, 26, "var(--warn)" if points < 0 else "var(--ink)")
    yield write(marker_boxes(picture)[seat], _WIDE - _TOTAL / 2, middle + 14, 40)
