"""Names and chat as people may safely see them: no invisible or turned-round letters, no doubles."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from chocolatl.server.errors import Denied

NAME_LETTERS = 24
CHAT_LETTERS = 400
MARKS_IN_A_ROW = 2
"""More accents than this on one letter climb over the lines above."""

# Letters that look like a Latin one, the usual suspects: Cyrillic and Greek capitals and small letters.
_LOOKALIKES = str.maketrans(
    "АВЕКМНОРСТУХаеорсухіјѕԁΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονιρυ|1!ⅼ0$5",
    "ABEKMHOPCTYXaeopcyxijsdABEZHIKMNOPTYXaovipulllloss",
)


def clean_text(text: str, letters: int) -> str:
    """One line of visible text in NFC: controls, bidirectional tricks and private letters are left out."""
    spaced = "".join(" " if character.isspace() else character for character in text)
    kept = "".join(filter(_visible, unicodedata.normalize("NFC", spaced)))
    return " ".join(_calm(kept).split())[:letters].strip()


def _visible(character: str) -> bool:
    # Controls, format and bidi, surrogates, private, unassigned; of these only the joiner in emoji is kept.
    return character == "\u200d" or unicodedata.category(character)[0] != "C"


def _calm(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= MARKS_IN_A_ROW:
            kept.append(character)
    return "".join(kept)


def clean_name(name: str) -> str:
    """A name to show; raises Denied when nothing readable is left."""
    cleaned = clean_text(name, NAME_LETTERS).strip("\u200d")
    if not any(unicodedata.category(character)[0] in "LNS" for character in cleaned):
        raise Denied("bad_name", f"{name!r} has no readable letter", f"1 to {NAME_LETTERS} visible letters")
    return cleaned


def skeleton(name: str) -> str:
    """Two names with the same skeleton look the same at a glance."""
    folded = unicodedata.normalize("NFKD", name.translate(_LOOKALIKES))
    bare = "".join(c for c in folded if unicodedata.category(c)[0] in "LNS")
    return bare.translate(_LOOKALIKES).casefold().translate(_LOOKALIKES)


def free_name(name: str, others: Iterable[str]) -> str:
    """The cleaned name; raises Denied when someone at the table has one that looks like it."""
    cleaned = clean_name(name)
    for other in others:
        if skeleton(other) == skeleton(cleaned):
            raise Denied("name_taken", f"{cleaned!r} looks like {other!r}", "a name nobody at this table has")
    return cleaned
