"""Text in the page's fonts, drawn as outlines: it looks the same everywhere and needs no font.

letters.json has, for each face and letter, how far the next one stands (in thousandths of the letter size)
and its outline in steps from the last point; a text is one path of outlines put in a row.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

import msgspec

from chocolatl.picture.shapes import number

Face = Literal["display", "plain", "bold"]
Anchor = Literal["start", "middle", "end"]
DISPLAY: Face = "display"
PLAIN: Face = "plain"
BOLD: Face = "bold"

_EM = 1000
_BOX = (620, "m60 0v-700h500v700zm60-60h380v-580h-380z")
"""What stands for a letter that our fonts do not have."""
_KEPT = 4096


@cache
def _letters() -> dict[Face, dict[str, tuple[int, str]]]:
    data = files(__package__).joinpath("letters.json").read_bytes()
    return msgspec.json.decode(data, type=dict[Face, dict[str, tuple[int, str]]])


def written(text: str) -> str:
    """The text without accents that our fonts do not have; letters that they do not know stay as they are."""
    known = _letters()[PLAIN]
    return "".join(letter if letter in known else _plain(letter) for letter in text)


def _plain(letter: str) -> str:
    base = unicodedata.normalize("NFKD", letter)[:1]
    return base if base in _letters()[PLAIN] else letter


def legible(text: str) -> bool:
    """Whether at least half of the text can be written."""
    known = _letters()[PLAIN]
    return 2 * sum(letter in known for letter in written(text)) >= len(text) > 0


def width(text: str, size: float, face: Face = DISPLAY) -> float:
    """How wide a text is."""
    row = _letters()[face]
    return size * sum(row.get(letter, _BOX)[0] for letter in written(text)) / _EM


def cut(text: str, size: float, most: float, face: Face = DISPLAY) -> str:
    """The text, or its beginning and an ellipsis, within a width."""
    if width(text, size, face) <= most:
        return text
    while text and width(text + "…", size, face) > most:
        text = text[:-1]
    return text.rstrip() + "…"


def broken(text: str, size: float, most: float, lines: int, face: Face = DISPLAY) -> list[str]:
    """The text in at most so many lines of this width, broken between words; what does not fit is cut."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if width(longer, size, face) <= most or not found[-1] or len(found) == lines:
            found[-1] = longer
        else:
            found.append(word)
    return [cut(line, size, most, face) for line in found]


def write(
    text: object,
    x: float,
    y: float,
    size: float,
    fill: str = "var(--ink)",
    anchor: Anchor = "middle",
    face: Face = DISPLAY,
    spacing: float = 0,
) -> str:
    """Text on a base line. `spacing`: added between letters, in the units of `size`."""
    wide, outline = _outline(str(text), face, spacing * _EM / size)
    scale = size / _EM
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * wide * scale
    where = f"translate({number(left)} {number(y)})scale({scale:.4f})"
    return f'<path d="{outline}" transform="{where}" fill="{fill}"/>'


@lru_cache(_KEPT)
def _outline(text: str, face: Face, spacing: float) -> tuple[float, str]:
    row, at, parts = _letters()[face], 0.0, list[str]()
    for letter in written(text):
        wide, outline = row.get(letter, _BOX)
        if outline:
            parts.append(f"M{number(at)} 0{outline}")
        at += wide + spacing
    return at, "".join(parts)
