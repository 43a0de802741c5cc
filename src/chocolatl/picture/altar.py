"""The sacrifices on the altar: backs with their owners' symbols, or what is known of them."""

from __future__ import annotations

from collections.abc import Iterator

from chocolatl.picture.board_layout import ALTAR
from chocolatl.picture.labels import Labels
from chocolatl.picture.model import Picture
from chocolatl.picture.pieces import card, token
from chocolatl.picture.shapes import group, rect, stroke
from chocolatl.picture.text import write
from chocolatl.rules.types import Card, Seat
from chocolatl.rules.view import View

_WIDE = 30


def altar(picture: Picture, labels: Labels) -> str:
    """Its cards and its name; the stone itself belongs to the ground."""
    return group(_parts(picture, labels), *ALTAR)


def _parts(picture: Picture, labels: Labels) -> Iterator[str]:
    view, half = picture.view, (len(picture.people) - 1) / 2
    for seat, person in enumerate(picture.people):
        x, y = 131 + (seat - half) * 39 - _WIDE / 2, abs(seat - half) * 3.2
        value = _known(view, seat)
        if _given(view, seat):
            yield card(value, x, y, _WIDE, person.colour)
            if value is not None:
                yield token(person.colour, x + _WIDE / 2, y + 41, 17)
        else:
            dashed = stroke("var(--slotl)", 1.5, 'stroke-dasharray="3 2.4"')
            yield rect(x, y, _WIDE, _WIDE * 1.4, "var(--ghost)", 4, dashed)
            yield token(person.colour, x + _WIDE / 2, y + 21, 17)
    yield write(labels.say("altar.label"), 131, 72, 15, "light-dark(#3a1f10, #fff0d8)")


def _known(view: View, seat: Seat) -> Card | None:
    own = view.own.sacrifice if view.own is not None and view.seat == seat else None
    return own if own is not None else view.players[seat].sacrifice


def _given(view: View, seat: Seat) -> bool:
    chosen = view.asked is not None and view.asked.kind == "sacrifice" and view.players[seat].answered
    return view.round > 0 or chosen
