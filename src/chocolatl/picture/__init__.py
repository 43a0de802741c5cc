"""The board as the page draws it, without a browser: a position in, SVG text out.

`svg`, `png` and `pixels` draw one position; `film` a recorded game. The drawings (`svg/`), colours
(`tokens.css`) and fonts are the page's own.

    from chocolatl.picture import Person, Picture, Style, svg
    svg(Picture(view(state, None), people), Style(1280, 720))
"""

from chocolatl.picture.model import Picture, RevealRow, SeatedPerson, Show, Style, people_named
from chocolatl.picture.raster import pixels, png
from chocolatl.picture.whole import svg

__all__ = ["Picture", "RevealRow", "SeatedPerson", "Show", "Style", "people_named", "pixels", "png", "svg"]
