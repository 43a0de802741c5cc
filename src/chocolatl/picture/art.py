"""The drawings by name, and their colours by day and by night.

Everything is drawn with the names of colours, `var(--slab)`. `coloured` puts in the values of a theme, so
that day and night are one drawing, as in the page.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple, get_args

from chocolatl.picture.shapes import number
from chocolatl.picture.text import write

Theme = Literal["day", "night"]
THEMES: tuple[Theme, ...] = get_args(Theme)

_BLOCK = re.compile(r"(:root|\.\w+) \{([^}]*)\}")
_TOKEN = re.compile(r"--([\w-]+): ([^;]+);")
_NAME = re.compile(r"var\(--([\w-]+)\)")
_TWO = re.compile(r"light-dark\((#\w+), (#\w+)\)")
_DRAWING = re.compile(r'viewBox="0 0 (\S+) (\S+)">(.*)</svg>', re.DOTALL)
_USED = re.compile(r'href="#([\w-]+)"')
_LETTER = re.compile(
    r'<text y="(\S+)" text-anchor="middle" font-family="Bree Serif" font-size="(\S+)" fill="(\S+)">(.)</text>'
)
_REFERENCE = re.compile(r'(\bid="|href="#|url\(#)')
_FADED = re.compile(r'(fill|stroke|stop)(-color)?="(#[0-9a-f]{6})([0-9a-f]{2})"')


class Drawing(NamedTuple):
    """What is inside one file, and its size."""

    width: float
    height: float
    inside: str


@cache
def drawing(name: str) -> Drawing:
    """A drawing by the name of its file, or one in a colour of its own: `hut`, `cube-jade`, `pod-3`."""
    file = files(__package__).joinpath("svg", f"{name}.svg")
    if file.is_file():
        found = _DRAWING.search(file.read_text(encoding="utf-8"))
        assert found is not None
        inside = _LETTER.sub(lambda m: write(m[4], 0, float(m[1]), float(m[2]), m[3]), found[3])
        colour = name.partition("-")[2] if name.startswith(("mark-", "sym-")) else ""
        return Drawing(float(found[1]), float(found[2]), _variant(inside, colour) if colour else inside)
    base, _, variant = name.rpartition("-")
    plain = drawing(base)
    return plain._replace(inside=_variant(plain.inside, variant))


def _variant(inside: str, variant: str) -> str:
    if variant.isdigit():
        return inside.replace("var(--pod)", f"var(--pod{variant})")
    return _NAME.sub(lambda found: _toned(found[0], found[1], variant), inside)


def _toned(whole: str, name: str, colour: str) -> str:
    return f"var(--{colour}-{name})" if name in ("tone", "tone-d", "letter") else whole


@cache
def tokens(theme: Theme) -> dict[str, str]:
    """Every colour of a theme. What belongs to a player or a mode has its name before it: `jade-tone`."""
    found = dict[str, str]()
    for place, block in _BLOCK.findall(files(__package__).joinpath("tokens.css").read_text(encoding="utf-8")):
        prefix = "" if place == ":root" else f"{place[1:]}-"
        found |= {prefix + name: _of_theme(value, theme) for name, value in _TOKEN.findall(block)}
    return {name: _NAME.sub(lambda other: found[other[1]], value) for name, value in found.items()}


def _of_theme(text: str, theme: Theme) -> str:
    return _TWO.sub(lambda pair: pair[1 + THEMES.index(theme)], text)


def coloured(text: str, theme: Theme) -> str:
    """The drawing in the colours of a theme.

    What can be seen through is written in words that every renderer knows. Names within the drawing get the
    theme before them: two pictures in one notebook share their names.
    """
    known = tokens(theme)
    named = _of_theme(_NAME.sub(lambda found: known[found[1]], text), theme)
    faded = _FADED.sub(
        lambda m: f'{m[1]}{m[2] or ""}="{m[3]}" {m[1]}-opacity="{int(m[4], 16) / 255:.3f}"', named
    )
    return _REFERENCE.sub(rf"\g<1>{theme}-", faded)


@cache
def _definition(name: str, theme: Theme) -> str:
    return coloured(f'<g id="{name}">{drawing(name).inside}</g>', theme)


@cache
def _shades(theme: Theme) -> str:
    return coloured(drawing("shades").inside, theme)


def definitions(body: str, theme: Theme) -> str:
    """Every drawing that a coloured body uses, once, and the gradients."""
    names = sorted({name.removeprefix(f"{theme}-") for name in _USED.findall(body)})
    return "<defs>" + _shades(theme) + "".join(_definition(name, theme) for name in names) + "</defs>"


def use(name: str, x: float, y: float, w: float, more: str = "") -> str:
    """A drawing with its upper left corner at a point, so wide."""
    scale = w / drawing(name).width
    return f'<use href="#{name}" transform="translate({number(x)} {number(y)})scale({scale:.4f})" {more}/>'


def standing(name: str, x: float, y: float, w: float, more: str = "") -> str:
    """A drawing that stands with the middle of its foot on a point."""
    kept = drawing(name)
    return use(name, x - w / 2, y - w * kept.height / kept.width, w, more)
