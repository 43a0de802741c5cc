"""Writes every generated file anew: `python3 run.py update`. A test fails when one of them is stale."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Protocol

from tools.generate import (
    draw_games,
    drawings,
    learn_games,
    letters,
    openapi_description,
    page_games,
    record_schema,
    reveal_figures,
    typescript_types,
)

ROOT = Path(__file__).resolve().parents[2]


class Generator(Protocol):
    """A module that says where its file stands and what is in it."""

    @property
    def TARGET(self) -> Path:  # noqa: N802  a constant of the module
        """Where."""

    def text(self) -> bytes:
        """What."""


GENERATORS: tuple[Generator, ...] = (
    typescript_types,
    openapi_description,
    record_schema,
    page_games,
    learn_games,
    draw_games,
    reveal_figures,
    letters,
)


def stale() -> dict[Path, bytes]:
    """The files that are not what they should be, with what they should hold."""
    wanted = {generator.TARGET: generator.text() for generator in GENERATORS} | drawings.files()
    kept = {path: path.read_bytes() for path in wanted if path.exists()}
    return {path: text for path, text in wanted.items() if kept.get(path) != text}


def main() -> None:
    """Write what is stale, and say so."""
    for path in drawings.left_over():
        path.unlink()
    for path, text in stale().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        sys.stdout.write(f"updated {path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
