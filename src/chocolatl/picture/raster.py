"""From SVG to pixels, by ThorVG: no browser, no system library, no fonts."""

from __future__ import annotations

import io
from functools import cache
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any

from chocolatl.picture.model import Picture, Style
from chocolatl.picture.whole import svg

if TYPE_CHECKING:
    from PIL.Image import Image

_ONE_AT_A_TIME = Lock()
"""The engine is one for the process. Python goes on meanwhile: ctypes gives its lock back."""
_COMPRESSION = 6


class RasterError(RuntimeError):
    """The renderer refused what we drew; says which step."""


def png(picture: Picture, style: Style | None = None) -> bytes:
    """A position as a PNG file."""
    file = io.BytesIO()
    pixels(picture, style).save(file, "PNG", compress_level=_COMPRESSION)
    return file.getvalue()


def pixels(picture: Picture, style: Style | None = None) -> Image:
    """A position as a picture in memory, red, green and blue."""
    style = style or Style()
    return rasterised(svg(picture, style), style.width, style.height)


def rasterised(text: str, width: int, height: int) -> Image:
    """Our own SVG as a picture of this size. Not for strangers' SVG: ThorVG would read what it names."""
    from PIL import Image

    tvg = _thorvg()
    with _ONE_AT_A_TIME:
        canvas = tvg.SwCanvas(_engine())
        try:
            _expect("make room for", canvas.set_target(width, height))
            drawn = tvg.Picture(_engine())
            _expect("load", drawn.load_data(text.encode(), "svg", None, True))
            _expect("size", drawn.set_size(width, height))
            _expect("add", canvas.add(drawn))
            _expect("draw", canvas.draw(True))
            _expect("sync", canvas.sync())
            return Image.frombuffer("RGBA", (width, height), canvas.buffer_arr, "raw", "RGBA", 0, 1).convert(
                "RGB"
            )
        finally:
            canvas.destroy()


def _expect(step: str, result: Any) -> None:
    if result:
        raise RasterError(f"ThorVG could not {step} the picture: {result!r}")


def _thorvg() -> Any:
    """Untyped: some of its functions return other than they declare."""
    return import_module("thorvg_python")


@cache
def _engine() -> Any:
    return _thorvg().Engine(threads=0)
