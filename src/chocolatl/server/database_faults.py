"""What went wrong with a database, in words that hold nothing of what was to be stored.

Messages of drivers quote values (a chat line, a name, a table's id), so none is ever passed on: a fault is
the type of an exception and the database's own code.
"""

from __future__ import annotations

import errno
import sqlite3
from typing import Any

from chocolatl.server.errors import StorageUnavailableError

DISK_FULL = "the disk is full"
TOO_BIG = "an answer or table is too big for the database"
CORRUPT = "the database is damaged"
READ_ONLY = "the database cannot be written to"
CANNOT_OPEN = "the database cannot be opened"

SQLITE = {
    "SQLITE_FULL": DISK_FULL,
    "SQLITE_CORRUPT": CORRUPT,
    "SQLITE_NOTADB": CORRUPT,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CANTOPEN": CANNOT_OPEN,
    "SQLITE_PERM": CANNOT_OPEN,
    "SQLITE_AUTH": CANNOT_OPEN,
    "SQLITE_TOOBIG": TOO_BIG,
}
# SQLSTATE codes of PostgreSQL.
POSTGRES = {
    "53100": DISK_FULL,
    "XX001": CORRUPT,
    "XX002": CORRUPT,
    "25006": READ_ONLY,
}
ERRNO = {errno.ENOSPC: DISK_FULL, errno.EDQUOT: DISK_FULL, errno.EROFS: READ_ONLY, errno.EACCES: CANNOT_OPEN}


def describe(error: BaseException) -> str:
    """The fault, if it is a known one, then type and code; never the message of the exception."""
    if isinstance(error, StorageUnavailableError):  # its text was made here
        return str(error)
    cause = _of_driver(error)
    code = _code(cause)
    name = f"{type(cause).__name__} {code}" if code else type(cause).__name__
    known = fault(error)
    return f"{known} ({name})" if known else name


def storage_down(error: BaseException) -> StorageUnavailableError:
    """To be raised instead of a driver's exception."""
    return StorageUnavailableError(describe(error), fault(error))


def fault(error: BaseException) -> str | None:
    """What an operator can do something about; nothing: the database is simply away or busy."""
    cause = _of_driver(error)
    if isinstance(cause, OSError):
        return ERRNO.get(cause.errno or 0)
    code = _code(cause)
    return POSTGRES.get(code) or next((SQLITE[name] for name in SQLITE if code.startswith(name)), None)


def _of_driver(error: BaseException) -> BaseException:
    """SQLAlchemy wraps the exception of a driver, and its adapter of asyncpg wraps it once more."""
    seen: Any = error
    for _ in range(4):
        inner = getattr(seen, "orig", None)
        if inner is None and not _code(seen):
            inner = seen.__cause__
        if not isinstance(inner, BaseException):
            break
        seen = inner
    found: BaseException = seen
    return found


def _code(error: BaseException) -> str:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorname", None) or ""
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "")
    return getattr(error, "sqlstate", None) or ""
