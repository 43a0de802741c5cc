"""A location on the board: its name board, the cards that lie there, and the sums once they are ranked."""

from __future__ import annotations

from collections.abc import Iterator

from chocolatl.picture.board_layout import PLACES, SLABS, Spot
from chocolatl.picture.labels import Labels
from chocolatl.picture.model import Picture
from chocolatl.picture.pieces import INK, card, disc, small_card, token
from chocolatl.picture.prizes import prizes
from chocolatl.picture.shapes import group, rect, stroke
from chocolatl.picture.text import cut, write
from chocolatl.rules.actions import Lay
from chocolatl.rules.events import Standing
from chocolatl.rules.rounds import CARDS_PER_BID
from chocolatl.rules.types import CARDS_PER_LOCATION, Card, Location, Seat
from chocolatl.rules.view import View

WIDE, HIGH = 128, 114
_CHIP = Spot(25, 34)


def place(picture: Picture, location: Location, labels: Labels) -> str:
    """Everything of one location, in its place on the board."""
    corner, slab = PLACES[location], SLABS[location]
    index = picture.view.board.locations.index(location)
    now = picture.view.location == location and picture.view.result is None
    slots = group(_slab(picture, location, index, now, labels), *slab)
    above = group(_rail(picture, picture.rankings.get(location, ())), slab.x + WIDE / 2 - 2, slab.y - 7)
    return group([prizes(picture, location, labels), slots, above], *corner)


def _slab(picture: Picture, location: Location, index: int, now: bool, labels: Labels) -> Iterator[str]:
    yield rect(5, 9, WIDE, HIGH, "var(--sh2)", 9)
    yield rect(0, 5, WIDE, HIGH, "var(--st3)", 9)
    yield rect(0, 0, WIDE, HIGH, "var(--slab)", 9)
    if now:
        yield rect(-3, -3, WIDE + 6, HIGH + 6, "none", 11, stroke("var(--hot)", 4))
    yield rect(-4, 0, WIDE + 4, 26, "var(--sign)", 6)
    yield rect(-2, 0, WIDE, 1.5, "#ffffff", 0, 'opacity="0.18"')
    name = cut(labels.say(f"place.{location}"), 16.5, WIDE - 30)
    yield write(name, 28, 18.8, 16.5, "var(--signt)", "start")
    yield disc(index + 1, 8, 13, 13.3, 16.5, 2.4)
    yield from _own_slots(picture.view, index) if picture.view.own else _slots(picture, index)


def _own_slots(view: View, index: int) -> Iterator[str]:
    """What the seat that looks has laid, large."""
    laid = own_cards(view, index)
    for slot in range(CARDS_PER_LOCATION):
        x, y = 7.5 + slot * 59, 31
        yield card(laid[slot], x, y, 54) if slot < len(laid) else _gap(x, y, 54, 75.6)


def own_cards(view: View, index: int) -> tuple[Card, ...]:
    """Laid, or given as an answer that others have not seen yet."""
    if view.own is None:
        return ()
    laid, asked, location = view.own.laid[index], view.asked, view.board.locations[index]
    if asked is None or location not in asked.locations or not isinstance(view.own.answer, Lay):
        return laid
    return (*laid, *view.own.answer.cards[asked.locations.index(location)])


def _slots(picture: Picture, index: int) -> Iterator[str]:
    """A column for every player, a card below the other; nobody's face-down card can be told."""
    many = len(picture.people)
    step = min(30.0, (WIDE - 8) / many)
    w = min(24.5, step - 2)
    left = (WIDE - step * many) / 2 + (step - w) / 2
    for seat, person in enumerate(picture.people):
        cards = (*picture.view.players[seat].shown[index], *(None,) * face_down(picture.view, index, seat))
        for row in range(CARDS_PER_LOCATION):
            x, y = left + seat * step, 33 + row * (w * 1.4 + 5)
            if row < len(cards):
                yield small_card(cards[row], x, y, w, person.colour)
            else:
                yield _gap(x, y, w, w * 1.4)


def _gap(x: float, y: float, w: float, h: float) -> str:
    dashed = stroke("var(--slotl)", 1.2, 'stroke-dasharray="3 2.4" stroke-opacity="0.6"')
    return rect(x, y, w, h, "var(--slot)", w * 0.1, dashed)


def face_down(view: View, index: int, seat: Seat) -> int:
    """How many of a seat's cards lie face down at a place, as everyone at the table can see."""
    shown = len(view.players[seat].shown[index])
    location, asked = view.board.locations[index], view.asked
    if asked is not None and asked.kind == "lay":
        laid = view.players[seat].answered and location in asked.locations
        return CARDS_PER_BID[view.mode] if laid else 0
    if view.location is None or (view.mode == "gold" and view.location != location):
        return 0
    return CARDS_PER_LOCATION - shown


def _rail(picture: Picture, ranking: tuple[Standing, ...]) -> Iterator[str]:
    """The ranked sums, best first: one chip per player. Its foot is at 0."""
    if not ranking:
        return
    wide = len(ranking) * (_CHIP.x + 2) + 4
    left, top = -wide / 2, -_CHIP.y - 6
    yield rect(left, top + 3, wide, _CHIP.y + 6, "var(--st3)", 7)
    yield rect(left, top, wide, _CHIP.y + 6, "var(--slab)", 7)
    for rank, standing in enumerate(ranking):
        x, y = left + 3 + rank * (_CHIP.x + 2), top + 3
        edge = stroke("var(--gold)", 2) if rank == 0 else stroke("var(--tagl)", 1)
        yield rect(x, y, *_CHIP, "#ffe08a" if rank == 0 else "#fff6e3", 5, edge)
        yield write(standing.total, x + _CHIP.x / 2, y + 14, 15, INK)
        yield token(picture.people[standing.seat].colour, x + _CHIP.x / 2, y + 25, 15)
