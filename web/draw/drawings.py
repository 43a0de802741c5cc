"""Every drawing of the page, and how large each is. `python3 run.py update` writes the files."""

import re
from pathlib import Path

from draw import altar, ballcourt, figures, grove, houses, kitchen, pieces, scene, shades, temple, works

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "src" / "chocolatl" / "picture" / "svg"
"""In the package, where the page and `chocolatl film` find them."""
SIZES = ROOT / "web" / "src" / "art" / "sizes.ts"
MODULES = (temple, grove, houses, works, kitchen, ballcourt, altar, figures, pieces, scene, shades)


def drawings() -> dict[str, str]:
    return {name: draw() for module in MODULES for name, draw in module.DRAWINGS.items()}


def sizes() -> str:
    """The page knows the shape of every drawing before it has the drawing."""
    lines = [
        "// Width and height of every drawing. Written by `python3 run.py update`.",
        "export const SIZES = {",
    ]
    for name, text in sorted(drawings().items()):
        width, height = re.findall(r'viewBox="0 0 (\S+) (\S+)"', text)[0]
        if name != "shades":
            lines.append(f'  "{name}": [{width}, {height}],')
    return "\n".join([*lines, "} as const;", "export type Drawing = keyof typeof SIZES;", ""])
