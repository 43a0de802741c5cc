"""The score markers on the track: a stack shows who lies on whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chocolatl.picture.art import use
from chocolatl.picture.board_layout import BOXES, Spot, centre, inward
from chocolatl.picture.model import Picture
from chocolatl.picture.shapes import rect
from chocolatl.picture.text import BOLD, write
from chocolatl.rules.types import Seat

_INWARD = 13
_WIDE = 40
_FOOT = 0.46
"""Part of a marker's height that lies above the point it stands on."""


def markers(picture: Picture) -> str:
    """All markers, each stack from its bottom; the leader wears a crown."""
    boxes = marker_boxes(picture)
    ahead = max(boxes)
    parts = list[str]()
    for box in sorted(set(boxes)):
        seats = [seat for seat in reversed(picture.view.line) if boxes[seat] == box]
        for height, seat in enumerate(seats):
            leads = box == ahead > 0 and height == len(seats) - 1
            parts += _marker(picture, seat, box, height, leads)
    return "".join(parts)


def marker_boxes(picture: Picture) -> Sequence[int]:
    """Where every marker stands now."""
    return picture.boxes or [player.box for player in picture.view.players]


def _marker(picture: Picture, seat: Seat, box: int, height: int, leads: bool) -> Iterator[str]:
    x, y = _stands(box, height)
    high = _WIDE * 50 / 46
    left, top = x - _WIDE / 2, y - high * _FOOT
    if leads:
        yield use("crown", x - 17 * 0.58, top - 11, 17)
    yield use(f"mark-{picture.people[seat].colour}", left, top, _WIDE)
    if box >= BOXES:
        yield rect(left + 14, top + 30, 28, 14, "var(--sign)", 5)
        yield write(f"+{BOXES}", left + 28, top + 41, 11, "var(--signt)", face=BOLD)


def _stands(box: int, height: int) -> Spot:
    """On a corner the stack leans into the board, so that five markers hide neither number nor neighbours."""
    (x, y), (across, down) = centre(box), inward(box)
    if across and down:
        return Spot(x + across * (_INWARD + 19 * height), y + down * (2 * _INWARD + 4 * height))
    return Spot(x + across * _INWARD + 13 * height, y + down * _INWARD - 9 * height)
