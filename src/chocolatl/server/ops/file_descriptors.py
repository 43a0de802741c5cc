"""How many connections a process can hold: its limit of open files, less what it needs itself."""

from __future__ import annotations

import contextlib
from pathlib import Path

FEW = 200
SPARE = 64
WITHOUT_LIMIT = 20_000


def places() -> int:
    """Connections to take at most. A part of the files stays free for the database, bots and webhooks."""
    limit = _limit()
    if limit is None:
        return WITHOUT_LIMIT
    return max(1, limit - _open_files() - min(SPARE, limit // 4))


def _limit() -> int | None:
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def _open_files() -> int:
    for folder in ("/proc/self/fd", "/dev/fd"):
        with contextlib.suppress(OSError):
            return sum(1 for _ in Path(folder).iterdir())
    return SPARE
