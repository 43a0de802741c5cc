"""Opening record files for commands: JSON or JSON lines, plain or gzipped, or `-` for standard input.

A file may be damaged, endless, or made to fill the memory. Whatever it holds, one record at a time is read,
of bounded length; blank lines and a gzip file that unpacks for ever come to an end.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from chocolatl.cli.exit_codes import UsageError
from chocolatl.records.record import MOST_BYTES, Read, RecordError, documents, read

MOST_TIMES = 300
"""A gzipped record is a tenth of its length; a gzip file made to unpack for ever is up to a thousandth."""
MOST_BLANK = 100_000
"""Bytes of blank lines in a row."""
MOST_UNREADABLE = 100
"""Texts in one file: after so many it is no file of records."""


def json_texts(path: Path) -> Iterator[tuple[str, bytes]]:
    """Every record of a file, undecoded, with its place; one at a time, however long the file is."""
    try:
        with _opened(path) as file, _unpacked(path, file) as unpacked:
            yield from documents(_lines(unpacked, file, str(path)), str(path))
    except RecordError as error:
        raise UsageError(str(error)) from None
    except gzip.BadGzipFile as error:
        raise UsageError(f"{path}: the gzip file is damaged: {error}") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}: expected a record file") from None
    except EOFError:
        raise UsageError(f"{path}: the gzip file is cut off") from None
    except zlib.error:
        raise UsageError(f"{path}: the gzip file is damaged") from None


def records(path: Path) -> Iterator[tuple[str, Read | RecordError]]:
    """Every record of a file with its place, or what is wrong with its text."""
    unreadable = 0
    for place, data in json_texts(path):
        try:
            yield place, read(data, place)
        except RecordError as error:
            yield place, error
            unreadable += 1
            if unreadable == MOST_UNREADABLE:
                raise UsageError(f"{path}: {unreadable} texts are no records: given up") from None


def read_game(path: Path, number: int) -> Read:
    """The game with this number (from 1) of a file."""
    for place, data in islice(json_texts(path), number - 1, number):
        try:
            return read(data, place)
        except RecordError as error:
            raise UsageError(str(error)) from None
    raise UsageError(f"{path}: there is no game {number} in this file")


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    with path.open("rb") as file:
        yield file


@contextmanager
def _unpacked(path: Path, file: BinaryIO) -> Iterator[BinaryIO]:
    if path.suffix != ".gz":
        yield file
        return
    with gzip.open(file) as unpacked:
        yield unpacked  # type: ignore[misc]  # a GzipFile reads like a file


def _lines(unpacked: BinaryIO, file: BinaryIO, source: str) -> Iterator[bytes]:
    """The lines, as long as they have an end and something in them."""
    total = blank = 0
    while line := unpacked.readline(MOST_BYTES + 1):
        if len(line) > MOST_BYTES:
            raise RecordError(f"{source}: a line without end, expected records of at most {MOST_BYTES} bytes")
        total += len(line)
        blank = 0 if line.strip() else blank + len(line)
        if blank > MOST_BLANK:
            raise RecordError(f"{source}: nothing but blank lines, expected records")
        if unpacked is not file and total > MOST_BYTES + MOST_TIMES * file.tell():
            raise RecordError(
                f"{source}: unpacks to more than {MOST_TIMES} times its length: no file of ours"
            )
        yield line
