"""Names that people can tell apart: none without a letter, none that looks like another at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from chocolatl.rules.texts import CHAT_LINE, PLAYER_NAME, clean_text, has_letter, shown
from chocolatl.server.errors import Denied

NAME_LETTERS = PLAYER_NAME.most
CHAT_LETTERS = CHAT_LINE.most

# Letters that look like a Latin one, the usual suspects: Cyrillic and Greek capitals and small letters.
_LOOKALIKES = str.maketrans(
    "АВЕКМНОРСТУХаеорсухіјѕԁΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονιρυ|1!ⅼ0$5",
    "ABEKMHOPCTYXaeopcyxijsdABEZHIKMNOPTYXaovipulllloss",
)


def clean_name(name: str) -> str:
    """A name to show; raises Denied when nothing readable is left."""
    cleaned = clean_text(name, NAME_LETTERS)
    if not has_letter(cleaned):
        raise Denied(
            "bad_name", f"{shown(name)!r} has no readable letter", f"1 to {NAME_LETTERS} visible letters"
        )
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
