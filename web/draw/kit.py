"""The drawing kit: one oblique projection, faces lit from the upper left, paths rounded to a tenth.

A drawing is a list of SVG elements. Colours are names of CSS tokens only, so that day and night are one drawing.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]
Space = tuple[float, float, float]
RIGHT, UP = 0.36, 0.42  # one unit of depth goes this far right and up
SHADE_RIGHT, SHADE_DOWN = 0.9, 0.2  # a ground shadow per unit of height


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.").removeprefix("0") or "0"


def colour(name: str) -> str:
    return (
        name if name.startswith(("#", "url", "none", "currentColor", "white", "black")) else f"var(--{name})"
    )


def points(corners: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def more(opacity: float = 1, extra: str = "") -> str:
    faint = "" if opacity == 1 else f' opacity="{number(opacity) if opacity >= 0.1 else opacity}"'
    return faint + (f" {extra}" if extra else "")


def poly(corners: Iterable[Point], fill: str, opacity: float = 1, extra: str = "") -> str:
    return f'<path d="M{points(corners)}z" fill="{colour(fill)}"{more(opacity, extra)}/>'


def path(d: str, fill: str, opacity: float = 1, extra: str = "") -> str:
    return f'<path d="{d}" fill="{colour(fill)}"{more(opacity, extra)}/>'


def line(d: str, stroke: str, width: float, opacity: float = 1, extra: str = "") -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour(stroke)}" stroke-width="{number(width)}"'
        f' stroke-linecap="round" stroke-linejoin="round"{more(opacity, extra)}/>'
    )


def oval(x: float, y: float, rx: float, ry: float, fill: str, opacity: float = 1, extra: str = "") -> str:
    where = f'cx="{number(x)}" cy="{number(y)}"'
    if rx == ry:
        return f'<circle {where} r="{number(rx)}" fill="{colour(fill)}"{more(opacity, extra)}/>'
    return (
        f'<ellipse {where} rx="{number(rx)}" ry="{number(ry)}" fill="{colour(fill)}"{more(opacity, extra)}/>'
    )


def rect(
    x: float, y: float, w: float, h: float, fill: str, r: float = 0, opacity: float = 1, extra: str = ""
) -> str:
    size = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
    rounded = f' rx="{number(r)}"' if r else ""
    return f'<rect {size}{rounded} fill="{colour(fill)}"{more(opacity, extra)}/>'


def group(parts: Iterable[str], x: float = 0, y: float = 0, scale: float = 1, extra: str = "") -> str:
    moved = f"translate({number(x)} {number(y)})" if x or y else ""
    sized = "" if scale == 1 else f"scale({scale:g})"
    transform = " ".join(filter(None, (moved, sized)))
    placed = f' transform="{transform}"' if transform else ""
    return f"<g{placed}{' ' + extra if extra else ''}>{''.join(parts)}</g>"


def glow(x: float, y: float, r: float) -> str:
    """Seen at night only: by day the token is transparent."""
    return oval(x, y, r, r, "url(#g-glow)")


class Ground:
    """Plan coordinates on the ground: x to the right, y away from us, z up."""

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y

    def at(self, place: Space) -> Point:
        x, y, z = place
        return self.x + x + RIGHT * y, self.y - UP * y - z

    def face(self, corners: Sequence[Space], fill: str, opacity: float = 1, extra: str = "") -> str:
        return poly([self.at(corner) for corner in corners], fill, opacity, extra)

    def block(
        self,
        corner: Space,
        size: Space,
        faces: tuple[str, str, str],
        inset: float = 0,
    ) -> list[str]:
        """Top, front and right side; the top drawn in by `inset` all round."""
        (x, y, z), (w, d, h), i = corner, size, inset
        top, front, side = faces
        t = z + h
        return [
            self.face(
                [(x + w, y, z), (x + w, y + d, z), (x + w - i, y + d - i, t), (x + w - i, y + i, t)], side
            ),
            self.face([(x, y, z), (x + w, y, z), (x + w - i, y + i, t), (x + i, y + i, t)], front),
            self.face(
                [(x + i, y + i, t), (x + w - i, y + i, t), (x + w - i, y + d - i, t), (x + i, y + d - i, t)],
                top,
            ),
        ]

    def shadow(self, corner: Space, size: Space, reach: float = 1) -> str:
        """On the ground, to the right and towards us."""
        (x, y, _), (w, d, h) = corner, size
        dx, dy = h * SHADE_RIGHT * reach, h * SHADE_DOWN * reach
        base = [
            self.at((x, y, 0)),
            self.at((x + w, y, 0)),
            self.at((x + w, y + d, 0)),
            self.at((x, y + d, 0)),
        ]
        thrown = [(px + dx, py + dy) for px, py in base]
        return poly(hull([*base, *thrown]), "sh")


def hull(spots: Iterable[Point]) -> list[Point]:
    """Convex hull by Andrew's monotone chain."""
    ordered = sorted(set(spots))

    def half(run: Iterable[Point]) -> list[Point]:
        kept: list[Point] = []
        for spot in run:
            while len(kept) > 1 and cross(kept[-2], kept[-1], spot) <= 0:
                kept.pop()
            kept.append(spot)
        return kept[:-1]

    return half(ordered) + half(reversed(ordered))


def cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def ring(spots: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise([*spots, spots[0]]))


def drawing(width: float, height: float, parts: Iterable[str]) -> str:
    size = f"0 0 {number(width)} {number(height)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}">{"".join(parts)}</svg>\n'
