"""Letters as a picture: a tiny font of three by five dots, drawn for this purpose."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

WIDE, HIGH, DOT = 4, 7, 2
"""Dots from one letter to the next, from one line to the next, and pixels a dot."""
INK, PAPER = (74, 44, 23), (250, 243, 226)

# Five lines of three dots for every letter, as five digits: 4 is the left dot, 2 the middle, 1 the right one.
FONT = """
A=25755 B=65656 C=34443 D=65556 E=74647 F=74644 G=34553 H=55755 I=72227 J=11152 K=55655 L=44447 M=57755
N=65555 O=25552 P=65644 Q=25563 R=65655 S=34216 T=72222 U=55557 V=55552 W=55775 X=55255 Y=55222 Z=71247
0=75557 1=26227 2=61247 3=61216 4=55711 5=74616 6=34757 7=71222 8=75757 9=75716
.=00002 ,=00024 -=00700 /=11244 (=12221 )=42224 >=42124
"""
GLYPHS = {pair[0]: pair[2:] for pair in FONT.split()}


def picture(text: str) -> Picture:
    """The text in ink on paper."""
    lines = text.upper().split("\n")
    width = max(len(line) for line in lines)
    dots = np.zeros((HIGH * len(lines) + 2, WIDE * width + 3), dtype=bool)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter in GLYPHS:
                top, left = 2 + HIGH * row, 2 + WIDE * column
                dots[top : top + 5, left : left + 3] = _dots(letter)
    large = dots.repeat(DOT, axis=0).repeat(DOT, axis=1)
    return np.where(large[..., None], np.array(INK, np.uint8), np.array(PAPER, np.uint8))


def _dots(letter: str) -> NDArray[np.bool_]:
    rows = [int(digit) for digit in GLYPHS[letter]]
    return np.array([[row & bit > 0 for bit in (4, 2, 1)] for row in rows])
