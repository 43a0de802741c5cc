"""The results file: append-only, one line for each finished unit, so that a tournament can go on any time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from chocolatl.lab.tournament.match import Conditions, UnitResult
from chocolatl.lab.tournament.pairings import Lineup
from chocolatl.rules import Board, Rules

FORMAT = 1
Key = tuple[Lineup, int]


class ResultsError(ValueError):
    """A file that cannot go on; the message names it, the line and what was expected."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: by which rules and on which board all units of the file were played."""

    arena: int
    rules: Rules
    board: Board
    version: str = "1"


class ResultsFile:
    """Opened for going on: what is there is read, a line torn by a crash is cut off."""

    def __init__(self, path: Path, conditions: Conditions) -> None:
        self.path = path
        self.found: dict[Key, UnitResult] = {}
        header = Header(FORMAT, conditions.rules, conditions.board, conditions.version)
        self._file: BinaryIO = path.open("a+b")
        try:
            if self._cut_torn_line():
                self._read(header)
            else:
                self._write(header)
        except BaseException:
            self._file.close()
            raise

    def add(self, result: UnitResult) -> None:
        """One whole line, out of our hands before anything else happens."""
        self.found[result.table, result.seed] = result
        self._write(result)

    def _write(self, line: Header | UnitResult) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def _cut_torn_line(self) -> int:
        """The length of what is whole."""
        self._file.seek(0)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            if not whole and not content.startswith(b'{"arena"'):
                raise ResultsError(f"{self.path}: expected a results file of the arena, or none")
            self._file.truncate(whole)
        return whole

    def _read(self, header: Header) -> None:
        self._file.seek(0)
        lines = iter(self._file)
        _check_header(self.path, next(lines), header)
        self.found = {(unit.table, unit.seed): unit for unit in _units(self.path, lines)}
        self._file.seek(0, os.SEEK_END)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _check_header(path: Path, line: bytes, wanted: Header) -> None:
    try:
        found = msgspec.json.decode(line, type=Header)
    except msgspec.MsgspecError as error:
        raise ResultsError(f"{path}:1: expected a results file of the arena, or none ({error})") from None
    for name in Header.__struct_fields__:
        if getattr(found, name) != getattr(wanted, name):
            raise ResultsError(
                f"{path}:1: was played with another {name}: expected another file, or the same"
            )


def _units(path: Path, lines: Iterator[bytes]) -> Iterator[UnitResult]:
    decoder = msgspec.json.Decoder(UnitResult)
    for number, line in enumerate(lines, start=2):
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError as error:
            raise ResultsError(f"{path}:{number}: expected a finished unit ({error})") from None
