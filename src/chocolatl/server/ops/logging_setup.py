"""Structured logs. Nothing that goes in here holds a name, a line of chat, a link, a token, a key or a card.

Our own lines say what happened with words of ours. Libraries put whatever they like into theirs: of these
only the fixed part of the message is kept, and of an exception its type and where it came from.
"""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType
from typing import Any

import structlog

MOST_LETTERS = 120
MOST_FRAMES = 12


def set_up_logs(json: bool, level: str = "info") -> None:
    """JSON lines for machines, or short lines for a person at a terminal; always to stderr."""
    renderer = structlog.processors.JSONRenderer() if json else structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper("iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(WithoutValues())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    sys.excepthook = _last_words


class WithoutValues(logging.Formatter):
    """A library's line: its message before anything is put into it, and an exception without its message."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, then the places an exception passed."""
        first = str(record.msg).partition("\n")[0][:MOST_LETTERS]
        line = f"{record.levelname} {record.name}: {first}"
        if record.exc_info and record.exc_info[1] is not None:
            line += "\n" + places(record.exc_info[1])
        return line


def places(error: BaseException) -> str:
    """Type and path of an exception, and of those that led to it; no messages, which may quote values."""
    lines: list[str] = []
    seen: BaseException | None = error
    while seen is not None and len(lines) < MOST_FRAMES:
        frames = traceback.extract_tb(seen.__traceback__)[-MOST_FRAMES:]
        path = " > ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames)
        lines.append(f"  {type(seen).__name__} at {path or 'nowhere'}")
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return "\n".join(lines)


def _last_words(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> Any:
    if issubclass(kind, KeyboardInterrupt):
        return sys.__excepthook__(kind, error, trace)
    sys.stderr.write(f"CRITICAL {kind.__name__}\n{places(error)}\n")
    return None
