"""Is a TOML text small and flat enough to be parsed in a few milliseconds? Asked before the parser sees it.

The standard parser takes quadratic time for long dotted keys, recurses into nested lists, raises ValueError
for numbers of thousands of digits. This reads the same tokens in linear time. Where it would disagree with
the parser (a string that is not closed), the parser stops with an error anyway.
"""

from __future__ import annotations

import re

MOST_DEPTH = 4
MOST_KEY_PARTS = 4
MOST_WORD = 64
MOST_STRING = 500
MOST_TOKENS = 2_500
"""Twice what the largest board needs, written with every number on a line of its own."""

_TOKEN = re.compile(
    r"""#[^\n]*|(?P<long>\"\"\"|''')|(?P<string>"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
    r"""|(?P<open>[\[{])|(?P<close>[\]}])|(?P<dot>\.)|(?P<end>[\n=,])|(?P<word>[^\s\[\]{}.,=#"']+)"""
)


def size_problem(text: str, most_bytes: int) -> tuple[int, str] | None:
    """The line of what is too much, and what was expected; nothing, if it can be parsed."""
    if len(text) > most_bytes or len(text.encode("utf-8", "replace")) > most_bytes:
        return 1, f"at most {most_bytes} bytes"
    depth = parts = 0
    for number, token in enumerate(_TOKEN.finditer(text)):
        if number == MOST_TOKENS:
            return _line(text, token), f"at most {MOST_TOKENS} words, numbers, signs, comments and line ends"
        kind = token.lastgroup
        depth += (kind == "open") - (kind == "close")
        parts = parts + 1 if kind == "dot" else 0 if kind in ("end", "open", "close") else parts
        if expected := _too_much(kind, len(token[0]), depth, parts):
            return _line(text, token), expected
    return None


def _line(text: str, token: re.Match[str]) -> int:
    return text.count("\n", 0, token.start()) + 1


def _too_much(kind: str | None, length: int, depth: int, parts: int) -> str | None:
    if kind == "long":
        return "strings in one line"
    if kind == "string" and length > MOST_STRING:
        return f"strings of at most {MOST_STRING} characters"
    if kind == "word" and length > MOST_WORD:
        return f"keys and numbers of at most {MOST_WORD} characters"
    if depth > MOST_DEPTH:
        return f"lists and tables nested at most {MOST_DEPTH} deep"
    if parts >= MOST_KEY_PARTS:
        return f"keys of at most {MOST_KEY_PARTS} parts"
    return None
