"""The people around the board: score, cubes, huts, dice, figures, and who has chosen."""

from __future__ import annotations

from collections.abc import Iterator

from chocolatl.picture.art import standing, use
from chocolatl.picture.labels import Labels, signed
from chocolatl.picture.markers import marker_boxes
from chocolatl.picture.model import Picture
from chocolatl.picture.pieces import die, token
from chocolatl.picture.shapes import circle, group, path, rect, stroke
from chocolatl.picture.text import BOLD, cut, width, write
from chocolatl.rules.types import Seat

HIGH, STEP = 98, 108
_FIGURE, _MAN = 28, 22
_SIZES = (20, 18, 16)
"""Of a name: as large as there is room for."""


def plaques(picture: Picture, wide: float, labels: Labels) -> str:
    """One below the other, the leader first."""
    order = list(reversed(picture.view.line))
    return "".join(
        group(_plaque(picture, seat, wide, labels), 0, nth * STEP) for nth, seat in enumerate(order)
    )


def _plaque(picture: Picture, seat: Seat, wide: float, labels: Labels) -> Iterator[str]:
    colour, mine = picture.people[seat].colour, picture.view.seat == seat
    won = picture.view.result is not None and seat in picture.view.result.winners
    tone = f"var(--{colour}-tone)"
    edge = stroke("var(--gold)", 4) if won else stroke(tone, 3) if mine else stroke("var(--tagl)", 1)
    yield rect(0, 3, wide, HIGH, "var(--tagl)", 11)
    yield rect(0, 0, wide, HIGH, "url(#paper)", 11, edge)
    yield path(
        f"M9 0H5Q0 2 0 11V{HIGH - 11}Q0 {HIGH - 2} 5 {HIGH}H9Q5 {HIGH - 4} 5 {HIGH - 11}V11Q5 4 9 0z", tone
    )
    yield circle(38, HIGH / 2, 25, "var(--paper)", stroke("var(--tagl)", 3, 'stroke-opacity="0.45"'))
    yield token(colour, 38, HIGH / 2, 37)
    yield from _chosen(picture, seat)
    score = marker_boxes(picture)[seat]
    yield write(score, wide - 14, 44, 36, anchor="end")
    yield from _name(picture, seat, wide - 104 - width(str(score), 36))
    yield from _things(picture, seat, wide)
    yield from _gain(picture, seat, wide, labels)


def _chosen(picture: Picture, seat: Seat) -> Iterator[str]:
    if picture.view.players[seat].answered:
        yield circle(57, HIGH / 2 + 19, 10, "var(--btn)", stroke("var(--paper)", 1.5))
        line = stroke("var(--btnt)", 2.6, 'stroke-linecap="round" stroke-linejoin="round"')
        yield path(f"M52.5 {HIGH / 2 + 19}l3.4 3.6 6-7", "none", line)


def _name(picture: Picture, seat: Seat, room: float) -> Iterator[str]:
    """The name, and after it the figures the player holds."""
    view = picture.view
    figures = [("god", _FIGURE)] if view.chocolatl == seat else []
    figures += [("old_man", _MAN)] if view.old_man == seat else []
    whole, room = picture.people[seat].name, room - sum(w + 6 for _, w in figures)
    size = next((size for size in _SIZES if width(whole, size) <= room), _SIZES[-1])
    name = cut(whole, size, room)
    yield write(name, 74, 39, size, anchor="start")
    x = 74 + width(name, size) + 8
    for figure, w in figures:
        yield standing(figure, x + w / 2, 45, w)
        x += w + 6


def _things(picture: Picture, seat: Seat, wide: float) -> Iterator[str]:
    player, colour = picture.view.players[seat], picture.people[seat].colour
    x = 74.0
    things = [(use(f"cube-{colour}", 0, -17, 23), player.cubes, 24)]
    things += [(use("hut", 0, -19, 25), player.huts, 27)] if player.huts else []
    things += [(die(None, 0, -19, 22, black=True), player.dice, 25)] if player.dice else []
    for drawn, many, w in things:
        yield group([drawn, write(many, w + 3, -1, 17, anchor="start", face=BOLD)], x, 81)
        x += w + 3 + width(str(many), 17, BOLD) + 9
    del wide


def _gain(picture: Picture, seat: Seat, wide: float, labels: Labels) -> Iterator[str]:
    """Points that were just won, or that this player has chosen."""
    asked, points = picture.view.asked, picture.gains.get(seat, 0)
    if points:
        text = signed(points)
        w = width(text, 17, BOLD) + 18
        yield rect(wide - 12 - w, 61, w, 25, "var(--btn)" if points > 0 else "var(--r)", 12.5)
        ink = "var(--btnt)" if points > 0 else "#ffffff"
        yield write(text, wide - 12 - w / 2, 79.5, 17, ink, face=BOLD)
    elif picture.view.players[seat].answered:
        yield write(labels.say("plaque.chosen"), wide - 14, 80, 15, "var(--ok)", "end", BOLD)
    elif asked is not None and seat in asked.seats:
        yield write(labels.say("plaque.thinks"), wide - 14, 80, 15, "var(--ink2)", "end", BOLD)
