"""PNG icons from web/public/icon.svg, and the picture of links without a table: `python -m tools.icons`.

Square and opaque: phones cut the corners as they like.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL.Image import Image

from chocolatl.picture import Picture, Style, people_named, pixels
from chocolatl.picture.raster import rasterised
from chocolatl.rules import default_board, edition_named, view
from chocolatl.rules.events import Started
from chocolatl.rules.evolve import evolve

PUBLIC = Path(__file__).resolve().parents[1] / "web" / "public"
ICONS = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
PREVIEW = "preview.png"
PREVIEW_SIZE = Style(1200, 630)
COLOURS = 256


def images() -> dict[str, Image]:
    """Every picture by its file's name."""
    text = (PUBLIC / "icon.svg").read_text(encoding="utf-8").replace(' rx="14"', "")
    return {name: rasterised(text, size, size) for name, size in ICONS.items()} | {PREVIEW: preview()}


def preview() -> Image:
    """The board before a game, with the names of nobody."""
    people = people_named(("Ana", "Bo", "Cuicatl", "Hanna", "Teo"))
    started = Started(5, edition_named("english"), default_board(), (4, 1, 3, 0, 2))
    caption = ("Two secret cards on every place.", "Six places, seven rounds, three to five players.")
    return pixels(Picture(view(evolve(None, started), None), people, caption), PREVIEW_SIZE)


def main() -> None:
    """Written with a palette: they travel often."""
    for name, image in images().items():
        image.quantize(COLOURS).save(PUBLIC / name, "PNG", optimize=True)
        sys.stdout.write(f"{name}: {(PUBLIC / name).stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
