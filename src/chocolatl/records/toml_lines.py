"""Where a key stands in a TOML text: the standard reader tells values, not lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(r"""#[^\n]*|"(?:\\.|[^"\\])*"|'[^']*'|[\[\]{},]|\n""")


def line_of_key(text: str, key: str) -> int | None:
    """The line of `name`, `name[2]` or `name[2].part`; of the list itself if its entry cannot be found."""
    parts = re.fullmatch(r"([^\[.]+)(?:\[(\d{1,9})\])?(?:\.(.+))?", key, re.DOTALL)
    if parts is None:
        return None
    name, entry, part = parts[1], int(parts[2] or 0), parts[3]
    headers = _lines_like(text, rf"\[\[\s*{re.escape(name)}\s*\]\]")
    if entry < len(headers):
        return _within_table(text, headers[entry], part)
    starts = _lines_like(text, rf"[\"']?{re.escape(name)}[\"']?\s*=")
    if not starts:
        return None
    return starts[0] if parts[2] is None else _line_of_entry(text, starts[0], entry)


def _lines_like(text: str, pattern: str) -> list[int]:
    lines = enumerate(text.splitlines(), 1)
    return [number for number, line in lines if re.match(rf"\s*{pattern}", line)]


def _within_table(text: str, header: int, part: str | None) -> int:
    """The key's own line below a [[header]], or the header if it is not there."""
    for number, line in enumerate(text.splitlines()[header:], header + 1):
        if line.lstrip().startswith("["):
            break
        if part is not None and re.match(rf"\s*{re.escape(part)}\s*=", line):
            return number
    return header


def _line_of_entry(text: str, start: int, entry: int) -> int:
    """The line on which an entry of an inline list begins."""
    rest = "\n".join(text.splitlines()[start - 1 :])
    for offset, number in _entries(rest.partition("=")[2]):
        if number == entry:
            return start + offset
    return start


def _entries(text: str) -> Iterator[tuple[int, int]]:
    """Line (from 0) and number of each entry of the list that the text begins with."""
    depth = line = number = position = 0
    waiting = False
    for token in _TOKEN.finditer(text):
        if waiting and (text[position : token.start()].strip() or token[0][0] in "\"'[{"):
            yield line, number
            waiting, number = False, number + 1
        position, mark = token.end(), token[0]
        depth += (mark in "[{") - (mark in "]}")
        line += mark == "\n"
        if depth == 1 and mark in "[,":
            waiting = True
        if depth == 0 and mark == "]":
            return
