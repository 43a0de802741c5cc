"""The page's letters as outlines, for pictures without a browser; web/draw reads the fonts."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "web"))

from draw import fonts  # noqa: E402  web/ is not on the path before

TARGET = ROOT / "src" / "chocolatl" / "picture" / "letters.json"


def text() -> bytes:
    """All letters of all faces."""
    return fonts.text().encode()
