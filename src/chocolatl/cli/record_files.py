"""Opening record files for commands: JSON or JSON lines, plain or gzipped, or `-` for standard input."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from chocolatl.cli.exits import UsageError
from chocolatl.rules.record import Record, RecordError, decode, documents


def json_texts(path: Path) -> Iterator[tuple[str, bytes]]:
    """Every record of a file, undecoded, with its place; one at a time, however long the file is."""
    try:
        with _opened(path) as file:
            yield from documents(file, str(path))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}: expected a record file") from None
    except EOFError:
        raise UsageError(f"{path}: the gzip file is cut off") from None


def _opened(path: Path) -> BinaryIO | gzip.GzipFile:
    if str(path) == "-":
        return sys.stdin.buffer
    return gzip.open(path) if path.suffix == ".gz" else path.open("rb")


def read_game(path: Path, number: int) -> Record:
    """The game with this number (from 1) of a file."""
    for place, data in islice(json_texts(path), number - 1, number):
        try:
            return decode(data, place)
        except RecordError as error:
            raise UsageError(str(error)) from None
    raise UsageError(f"{path}: there is no game {number} in this file")
