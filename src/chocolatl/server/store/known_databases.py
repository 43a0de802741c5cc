"""Which databases this server has made: a lost or emptied one is noticed, and never begun anew in silence.

Beside the secret lies a file with one line per database: the hash of its address. The secret itself is older
than its database by a moment, so its being there says nothing when two processes start for the first time.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from urllib.parse import urlsplit

from chocolatl.server.errors import StartupError


class Made:
    """The list in the file `databases` of a data folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "databases"

    def knows(self, database: str) -> bool:
        """Has this database been there before?"""
        try:
            return _line(database) in self._file.read_text().split()
        except FileNotFoundError:
            return False
        except (OSError, UnicodeError) as error:
            raise StartupError(f"cannot read {self._file}: {type(error).__name__}") from None

    def remember(self, database: str) -> None:
        """It is there now. A folder that cannot be written to (a secret handed in by others) is no fault."""
        if not self.knows(database):
            with contextlib.suppress(OSError), self._file.open("a") as file:
                file.write(_line(database) + "\n")

    def refuse_lost(self, database: str) -> None:
        """It is empty now, or not there. Was it ever more?"""
        if self.knows(database):
            raise StartupError(
                f"the database {shown(database)} is missing or empty, but games were kept in it: "
                f"restore a backup; or, to begin anew without them, remove {self._file}"
            )


def _line(database: str) -> str:
    if path := sqlite_path(database):
        return hashlib.sha256(f"sqlite:{Path(path).resolve()}".encode()).hexdigest()[:32]
    parts = urlsplit(database)
    where = f"{parts.hostname}:{parts.port or 5432}{parts.path}"  # whoever logs in, it is the same database
    return hashlib.sha256(where.encode()).hexdigest()[:32]


def sqlite_path(database: str) -> str | None:
    """The file of an SQLite database."""
    if not database.startswith("sqlite:"):
        return None
    return database.removeprefix("sqlite:").removeprefix("///")


def shown(database: str) -> str:
    """The address without user and password."""
    if path := sqlite_path(database):
        return path
    parts = urlsplit(database)
    return f"{parts.hostname}{parts.path}"
