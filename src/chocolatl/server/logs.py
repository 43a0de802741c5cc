"""Structured logs. Nothing that goes in here holds a token, a cookie, a key, a card or a chat line."""

from __future__ import annotations

import logging
import sys

import structlog


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
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
