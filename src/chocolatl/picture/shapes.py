"""Small pieces of SVG as text; colours are names of tokens, numbers are in the units of the picture."""

from __future__ import annotations

from collections.abc import Iterable


def number(value: float) -> str:
    """As short as it is exact enough: a hundredth of a unit."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rect(x: float, y: float, w: float, h: float, fill: str, rx: float = 0, more: str = "") -> str:
    """A rectangle. `more`: further attributes."""
    at = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
    return f'<rect {at}{f""" rx="{number(rx)}" """ if rx else " "}fill="{fill}" {more}/>'


def circle(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    """A circle around a point."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}" {more}/>'


def path(d: str, fill: str, more: str = "") -> str:
    """A path."""
    return f'<path d="{d}" fill="{fill}" {more}/>'


def stroke(colour: str, width: float, more: str = "") -> str:
    """The attributes of a line."""
    return f'stroke="{colour}" stroke-width="{number(width)}" {more}'


def group(parts: Iterable[str], x: float = 0, y: float = 0, scale: float = 1, more: str = "") -> str:
    """Parts moved and scaled together."""
    moved = f"translate({number(x)} {number(y)})" if x or y else ""
    sized = f"scale({scale:.4f})" if scale != 1 else ""
    where = f'transform="{moved}{sized}" ' if moved or sized else ""
    return f"<g {where}{more}>{''.join(parts)}</g>"
