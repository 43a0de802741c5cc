"""Typing errors happen: which of the words that exist was probably meant?"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def expected(word: str, options: Iterable[str]) -> str:
    """The second half of an error message: what exists, and the nearest match if there is one."""
    known = list(options)
    close = get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return f"expected {', '.join(known)}{hint}"
