"""The drawings of the page: in step with what draws them, coloured by tokens only, and light."""

import gzip
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB, PICTURE = ROOT / "web", ROOT / "src" / "chocolatl" / "picture"
FILES = sorted((PICTURE / "svg").glob("*.svg"))
HEAVIEST = 40_000
# Paper, ink and black or white over a colour are the same by day and by night.
PLAIN = re.compile(r"#(?:000|fff)\b")
SAME_AT_NIGHT = {"back", "better", "card", "shades"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_a_drawing_is_coloured_by_tokens(file: Path) -> None:
    text = file.read_text()
    known = set(re.findall(r"--([\w-]+):", (PICTURE / "tokens.css").read_text())) | {"pod"}
    assert set(re.findall(r"var\(--([\w-]+)\)", text)) <= known
    own = {"#3a2a25", "#2a1410"}  # rubber and hair
    colours = set(re.findall(r"#[0-9a-f]{3,8}\b", PLAIN.sub("", text))) - own
    assert colours == set() or file.stem in SAME_AT_NIGHT


def test_no_bitmap_and_not_too_heavy() -> None:
    texts = [file.read_text() for file in FILES]
    assert not any("<image" in text or "base64" in text for text in texts)
    assert len(gzip.compress("".join(texts).encode(), 9)) <= HEAVIEST


def test_the_fonts_come_with_their_licence_and_weigh_little() -> None:
    fonts = list((WEB / "src" / "fonts").glob("*.woff2"))
    assert len(fonts) == 3
    assert sum(font.stat().st_size for font in fonts) <= 60_000
    assert "SIL OPEN FONT LICENSE" in (WEB / "public" / "fonts-OFL.txt").read_text()
