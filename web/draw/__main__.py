"""Write every drawing into web/src/art/svg.

PYTHONPATH=web python -m draw            draw everything anew
PYTHONPATH=web python -m draw --check    only say whether the files are in step
"""

import re
import sys
from pathlib import Path

from draw import altar, ballcourt, figures, grove, houses, kitchen, pieces, scene, shades, temple, works

ART = Path(__file__).resolve().parents[1] / "src" / "art"
TARGET, SIZES = ART / "svg", ART / "sizes.ts"
MODULES = (temple, grove, houses, works, kitchen, ballcourt, altar, figures, pieces, scene, shades)


def drawings() -> dict[str, str]:
    return {name: draw() for module in MODULES for name, draw in module.DRAWINGS.items()}


def stale() -> list[str]:
    wanted = drawings()
    kept = {file.stem: file.read_text() for file in TARGET.glob("*.svg")}
    return sorted(name for name in {*wanted, *kept} if wanted.get(name) != kept.get(name))


def sizes() -> str:
    """The page knows the shape of every drawing before it has the drawing."""
    lines = ["// Width and height of every drawing. Written by `python -m draw`.", "export const SIZES = {"]
    for name, text in sorted(drawings().items()):
        width, height = re.findall(r'viewBox="0 0 (\S+) (\S+)"', text)[0]
        if name != "shades":
            lines.append(f'  "{name}": [{width}, {height}],')
    return "\n".join([*lines, "} as const;", "export type Drawing = keyof typeof SIZES;", ""])


def main() -> None:
    if "--check" in sys.argv:
        sys.exit(f"drawn anew: {', '.join(found)}" if (found := stale()) else 0)
    TARGET.mkdir(parents=True, exist_ok=True)
    for file in TARGET.glob("*.svg"):
        file.unlink()
    SIZES.write_text(sizes())
    for name, text in drawings().items():
        (TARGET / f"{name}.svg").write_text(text)


if __name__ == "__main__":
    main()
