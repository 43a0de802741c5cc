"""The outlines of the page's letters, for pictures made without a browser."""

import json
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

SOURCE = Path(__file__).resolve().parents[1] / "src" / "fonts"
FACES = {"display": "bree-serif", "plain": "alegreya-sans-500", "bold": "alegreya-sans-800"}
EM = 1000


class RelativePen(BasePen):  # type: ignore[misc]
    """Writes SVG path data in steps from the last point, so that letters can be put in a row as text."""

    def __init__(self, glyphs: Any, scale: float) -> None:
        super().__init__(glyphs)
        self.d = ""
        self._scale, self._at, self._start = scale, (0, 0), (0, 0)

    def _step(self, letter: str, *points: tuple[float, float]) -> None:
        whole = [(round(x * self._scale), -round(y * self._scale)) for x, y in points]
        numbers = [part - base for point in whole for part, base in zip(point, self._at, strict=True)]
        self._at = whole[-1]
        self.d += letter + "".join(f"{'' if nth == 0 or n < 0 else ' '}{n}" for nth, n in enumerate(numbers))

    def _moveTo(self, point: Any) -> None:  # noqa: N802
        self._step("m", point)
        self._start = self._at

    def _lineTo(self, point: Any) -> None:  # noqa: N802
        self._step("l", point)

    def _curveToOne(self, *points: Any) -> None:  # noqa: N802
        self._step("c", *points)

    def _qCurveToOne(self, *points: Any) -> None:  # noqa: N802
        self._step("q", *points)

    def _closePath(self) -> None:  # noqa: N802
        self.d += "z"
        self._at = self._start


def letters(file: Path) -> dict[str, list[Any]]:
    """Of every letter: how far the next one stands, in thousandths of the letter size, and its outline."""
    font = TTFont(file)
    glyphs, scale = font.getGlyphSet(), EM / font["head"].unitsPerEm
    found = dict[str, list[Any]]()
    for code, name in sorted(font.getBestCmap().items()):
        pen = RelativePen(glyphs, scale)
        glyphs[name].draw(pen)
        found[chr(code)] = [round(glyphs[name].width * scale), pen.d]
    return found


def text() -> str:
    faces = {face: letters(SOURCE / f"{file}.woff2") for face, file in FACES.items()}
    lines = [f"{json.dumps(face)}: {{\n{_rows(rows)}\n}}" for face, rows in faces.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _rows(rows: dict[str, list[Any]]) -> str:
    return ",\n".join(
        f"{json.dumps(key)}: {json.dumps(row, separators=(',', ':'))}" for key, row in rows.items()
    )
