"""What a text may hold, in one place: names, lines of chat, ids, names of boards and editions.

A text is one line of visible characters. Not in it: control characters (NUL, line feeds), characters that
cannot be seen (zero width, soft hyphen, fillers), characters that turn the reading direction round, lone
surrogates, private and unassigned ones. A text from a person is cleaned (`clean_text`); a text from a file or
a program is refused with what was expected (`text_problem`).
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple


class TextBound(NamedTuple):
    """How long a text may be: in characters (code points), and so in bytes of UTF-8."""

    least: int
    most: int

    @property
    def most_bytes(self) -> int:
        """A character has at most four bytes."""
        return 4 * self.most


PLAYER_NAME = TextBound(1, 24)
CHAT_LINE = TextBound(1, 400)
BOARD_NAME = TextBound(1, 40)
SHORT_WORD = TextBound(1, 40)
"""The name of an edition, a version or a format."""
RECORDED_NAME = TextBound(1, 40)
"""A player's name in a record: room for what other programs write."""
BOT_NAME = TextBound(1, 200)
"""A bot in its notation, in a record."""

MARKS_IN_A_ROW = 2
"""More accents than this on one letter climb over the lines above."""
JOINER = "\u200d"
"""Zero width, but emoji of several parts and some scripts need it; kept only there."""
_SELECTORS = frozenset("\ufe0e\ufe0f")
"""Text or emoji form of the symbol before."""
_KEYCAPS = frozenset("#*\u203c\u2049\u3030\u303d")
_VIRAMA = 9
"""The combining class of the marks after which a joiner forms a letter (RFC 5892, appendix A.2)."""
# Not of a category C, and yet nothing is seen: fillers, the Braille blank, Khmer inherent vowels, selectors.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f") | frozenset(
    map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0)))
)


def is_visible(character: str) -> bool:
    """Can this be seen, and does it leave the order of the others alone? Of blanks only a space counts."""
    if character == " ":
        return True
    return unicodedata.category(character)[0] not in "CZ" and character not in _BLANKS


def clean_text(text: str, most: int) -> str:
    """One line of visible text in NFC, cut to so many characters; what may not be in a text is left out."""
    spaced = "".join(" " if character.isspace() else character for character in text)
    seen = _limit_combining_marks(_joined(unicodedata.normalize("NFC", spaced)))
    return _joined(" ".join(seen.split())[:most]).strip()


def text_problem(text: str, bound: TextBound) -> str | None:
    """What was expected instead of this text; nothing, if it may stand as it is."""
    if not bound.least <= len(text) <= bound.most:
        return f"{bound.least} to {bound.most} characters, got {len(text)}"
    for character in text:
        if not (is_visible(character) or character == JOINER or character in _SELECTORS):
            return f"visible characters in one line, got U+{ord(character):04X}"
    if _limit_combining_marks(_joined(text)) != text:
        return f"joiners in emoji only, and at most {MARKS_IN_A_ROW} marks on a letter"
    return None if has_letter(text) else "at least one letter, number or symbol"


def has_letter(text: str) -> bool:
    """Is there anything to read in it?"""
    return any(unicodedata.category(character)[0] in "LNS" and is_visible(character) for character in text)


def shown(text: str, most: int = 200) -> str:
    """A foreign text for a terminal or a message: what cannot be seen is written as an escape."""
    cut = text if len(text) <= most else text[:most] + "\u2026"
    return "".join(c if is_visible(c) else c.encode("unicode_escape").decode() for c in cut)


def whole(pattern: str) -> str:
    """A pattern for all of a text: Python's `$` also matches before a last line feed, JSON has no `\\Z`."""
    return f"^(?:{pattern})$(?!\\n)"


def _limit_combining_marks(text: str) -> str:
    """Few marks on each letter."""
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= MARKS_IN_A_ROW or character in _SELECTORS:
            kept.append(character)
    return "".join(kept)


def _joined(text: str) -> str:
    """Visible characters, and joiners and selectors where they shape what is seen."""
    kept: list[str] = []
    for place, character in enumerate(text):
        before = kept[-1] if kept else " "
        if character == JOINER:
            seen = _joins(before, text[place + 1 : place + 2])
        elif character in _SELECTORS:
            seen = unicodedata.category(before)[0] in "SN" or before in _KEYCAPS
        else:
            seen = is_visible(character)
        if seen:
            kept.append(character)
    return "".join(kept)


def _joins(before: str, after: str) -> bool:
    """Between two symbols (a modifier or selector may follow the first), or after a virama."""
    symbols = unicodedata.category(before) in ("So", "Sk") or before in _SELECTORS
    return (symbols and after != "" and unicodedata.category(after) == "So") or (
        unicodedata.combining(before) == _VIRAMA and after != ""
    )
