"""Names that people can tell apart: none without a letter, none that looks like another at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import count

from chocolatl.rules.texts import PLAYER_NAME, clean_text, has_letter, shown
from chocolatl.server.errors import RequestError

# Letters that look like a Latin one, the usual suspects: Cyrillic and Greek capitals and small letters.
_LOOKALIKES = str.maketrans(
    "АВЕКМНОРСТУХаеорсухіјѕԁΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονιρυ|1!ⅼ0$5",
    "ABEKMHOPCTYXaeopcyxijsdABEZHIKMNOPTYXaovipulllloss",
)


def clean_name(name: str) -> str:
    """A name to show; raises RequestError when nothing readable is left."""
    cleaned = clean_text(name, PLAYER_NAME.most)
    if not has_letter(cleaned):
        raise RequestError(
            "bad_name", f"{shown(name)!r} has no readable letter", f"1 to {PLAYER_NAME.most} visible letters"
        )
    return cleaned


def skeleton(name: str) -> str:
    """Two names with the same skeleton look the same at a glance."""
    folded = unicodedata.normalize("NFKD", name.translate(_LOOKALIKES))
    bare = "".join(c for c in folded if unicodedata.category(c)[0] in "LNS")
    return bare.translate(_LOOKALIKES).casefold().translate(_LOOKALIKES)


def unique_name(name: str, others: Iterable[str]) -> str:
    """The cleaned name, with a number behind it when someone at the table has one that looks like it."""
    cleaned = clean_name(name)
    taken = {skeleton(other) for other in others}
    return next(wish for wish in _numbered(cleaned) if skeleton(wish) not in taken)


def _numbered(name: str) -> Iterator[str]:
    """Ana, Ana 2, Ana 3; a long name is cut so that the number fits."""
    yield name
    for number in count(2):
        yield f"{name[: PLAYER_NAME.most - len(str(number)) - 1].rstrip()} {number}"
