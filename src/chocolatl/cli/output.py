"""Tables for people, JSON for scripts."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from chocolatl.cli.exit_codes import UsageError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PLAIN_WIDTH = 110
HIDDEN = re.compile("[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
LONGEST_LINE = 2000
"""Letters of a line that quotes a file."""


def print_json(value: Any) -> None:
    """Indented, in the order given: the same value is the same text everywhere."""
    print(visible_json(msgspec.json.format(msgspec.json.encode(value), indent=2).decode()))


def visible_json(text: str) -> str:
    """The same JSON, with escapes for what a terminal would obey: C1 controls and changes of direction."""
    return HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def write_page(path: Path, page: str) -> None:
    """An HTML report; an older one is replaced, any other file is not."""
    try:
        if path.exists() and not path.read_bytes()[:15].lower() == b"<!doctype html>":
            raise UsageError(
                f"--html {path}: exists and is no HTML page: expected a new file or an old report"
            )
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--html {path}: {error.strerror}: expected a file that can be written") from None


def console() -> Console:
    """Where tables go; in a file or pipe their width is fixed, so that they are the same on every machine."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console()
    return Console(width=PLAIN_WIDTH, color_system=None, force_terminal=False)


def figures_table(*columns: str) -> Table:
    """An empty table: what a row is about on the left, its figures on the right."""
    from rich.table import Table

    table = Table()
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", overflow="fold")
    return table


def print_tables(about: str, tables: Iterable[tuple[str, Table]]) -> None:
    """What it is about, then each table that has rows under its heading."""
    out = console()
    out.print(about, highlight=False)
    for heading, table in tables:
        if table.row_count:
            out.print(f"\n{heading}", style="bold", highlight=False)
            out.print(table)
