"""The drawings of the page, one SVG each, and their sizes; the code that draws them is in web/draw."""

from __future__ import annotations

import sys
from pathlib import Path

WEB = Path(__file__).resolve().parents[2] / "web"
sys.path.append(str(WEB))

from draw.drawings import SIZES, TARGET, drawings, sizes  # noqa: E402  web/ is not on the path before


def files() -> dict[Path, bytes]:
    """All files with what they should hold."""
    found = {TARGET / f"{name}.svg": text.encode() for name, text in drawings().items()}
    return found | {SIZES: sizes().encode()}


def left_over() -> list[Path]:
    """Files that nothing draws any more."""
    return sorted(set(TARGET.glob("*.svg")) - files().keys())
