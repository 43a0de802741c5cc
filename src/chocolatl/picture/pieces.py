"""Cards, dice, symbols and tags: what people hold in their hands, drawn as the page draws it."""

from __future__ import annotations

from chocolatl.picture.art import use
from chocolatl.picture.model import SeatColour
from chocolatl.picture.shapes import circle, group, number, path, rect, stroke
from chocolatl.picture.text import BOLD, DISPLAY, width, write
from chocolatl.rules.types import Card

CARD_WIDE, CARD_HIGH = 70, 98
INK = "#3a1f10"
BETTER = 12
"""Improvements are the cards above the highest that everyone starts with."""
_RIPE = (4, 7, 10)
_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}  # fmt: skip


def card(value: Card | None, x: float, y: float, w: float, owner: SeatColour | None = None) -> str:
    """A card with its corner at a point; without a value its back, with the owner's symbol."""
    return group(_back(owner) if value is None else _face(value), x, y, w / CARD_WIDE)


def _back(owner: SeatColour | None) -> list[str]:
    return [use("back", 0, 0, CARD_WIDE)] + ([use(f"sym-{owner}", 13, 27, 44)] if owner else [])


def _face(value: Card) -> list[str]:
    if value > BETTER:
        return [use("better", 0, 0, CARD_WIDE), write(value, 9, 42, 31, INK, "start", spacing=-2)]
    pod = 1 + sum(value >= ripe for ripe in _RIPE)
    turned = f'<g transform="rotate(22 44 66)">{use(f"pod-{pod}", 25, 38, 33)}</g>'
    return [
        use("card", 0, 0, CARD_WIDE),
        turned,
        write(value, 6 if value > 9 else 9, 37, 36, INK, "start", spacing=-2 if value > 9 else 0),
    ]


def small_card(value: Card | None, x: float, y: float, w: float, owner: SeatColour) -> str:
    """A card too small for its pod: the number above, the owner's symbol below."""
    if value is None:
        return card(None, x, y, w, owner)
    h = w * CARD_HIGH / CARD_WIDE
    fill = "#cfe8c8" if value > BETTER else "#fff3da"
    return "".join(
        (
            rect(x, y, w, h, fill, w * 0.1, stroke("var(--cardedge)", 1)),
            write(value, x + w / 2, y + h * 0.46, w * 0.62, INK),
            token(owner, x + w / 2, y + h * 0.74, w * 0.62),
        )
    )


def die(value: int | None, x: float, y: float, w: float, black: bool = False) -> str:
    """A harvest die (white) or a bonus die (black) with its corner at a point; None is one not rolled yet."""
    faint = ' opacity="0.35"' if value is None and not black else ""
    ink = "#ffe3a8" if black else INK
    pips = [circle(9 + a * 10.5, 16 + b * 10.5, 3.8, ink, faint) for a, b in _PIPS[value or 5]]
    return group([use(f"die-{'bonus' if black else 'harvest'}", 0, 0, 48), *pips], x, y, w / 48)


def token(colour: SeatColour, x: float, y: float, w: float) -> str:
    """A player's symbol around a point."""
    return use(f"sym-{colour}", x - w / 2, y - w / 2, w)


def tag(text: str, x: float, y: float, size: float = 13.4, holder: SeatColour | None = None) -> str:
    """A pill, the middle of its upper edge at a point; before the text the symbol of who has the thing."""
    h = size * 1.36
    symbol = h * 0.86 if holder else 0
    w = width(text, size, BOLD) + symbol + size * 1.2
    start = x - w / 2 + size * 0.6
    parts = [
        rect(x - w / 2, y, w, h, "var(--tag)", h / 2, stroke("var(--tagl)", 1)),
        write(text, start + symbol, y + h * 0.73, size, "var(--tagt)", "start", BOLD),
    ]
    if holder:
        parts.append(token(holder, start + symbol / 2 - 2, y + h / 2, symbol))
    return "".join(parts)


def disc(text: object, x: float, y: float, r: float, size: float, edge: float = 2) -> str:
    """A golden disc with a number."""
    return circle(x, y, r, "var(--gold)", stroke("var(--sign)", edge)) + write(
        text, x, y + size * 0.35, size, INK
    )


def mode_shape(mode: str, x: float, y: float, size: float) -> str:
    """The shape of a mode around a point: gold is a disc, red a square, green a leaf."""
    fill, half = f"var(--{mode}-box)", size / 2
    if mode == "gold":
        return circle(x, y, half, fill)
    if mode == "red":
        return rect(x - half, y - half, size, size, fill, size * 0.12)
    return group([path(LEAF, fill)], x, y, size / 32)


LEAF = "M-16 -13V-3Q-16 15 2 15H13Q16 15 16 12V3Q16 -15 -2 -15H-14Q-16 -15 -16 -13z"


def ribbon(text: str, x: float, y: float, size: float, fill: str, ink: str) -> str:
    """A band with notched ends, its upper edge in the middle at a point."""
    h, w = size * 1.5, width(text, size, DISPLAY) + size * 2
    n = size * 0.5
    across = f"h{number(w)}l{number(-n)} {number(h / 2)}l{number(n)} {number(h / 2)}h{number(-w)}"
    d = f"M{number(x - w / 2)} {number(y)}{across}l{number(n)} {number(-h / 2)}z"
    return path(d, fill) + write(text, x, y + h * 0.72, size, ink)
