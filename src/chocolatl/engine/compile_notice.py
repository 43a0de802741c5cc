"""Says once that code is being compiled for this machine, how far it is, and how to have it done ahead.

numba tells when a function is not in its cache and has to be compiled; what is loaded from there is silent.
"""

from __future__ import annotations

import sys
from typing import Any, cast

from numba.core import event

START = (
    "chocolatl: compiling the game engine for this machine, once, in about a minute at most "
    "(`chocolatl compile` does it ahead)"
)


class CompileNotice(event.Listener):
    """One line before the first function; on a terminal also how many functions are done."""

    def __init__(self) -> None:
        self.compiled = 0

    def on_start(self, event: Any) -> None:
        """A function is not in the cache."""
        if not event.data["dispatcher"].py_func.__module__.startswith("chocolatl"):
            return
        self.compiled += 1
        screen = sys.stderr  # as it is now: tests and notebooks put others there
        if screen is None or screen.closed:
            return
        if self.compiled == 1:
            screen.write(START + "\n")
        if screen.isatty():
            screen.write(f"\r{self.compiled} functions ")
            screen.flush()

    def on_end(self, event: Any) -> None:
        """Nothing to say: the next function may follow at once."""


_announced: list[CompileNotice] = []


def announce_compilation() -> CompileNotice:
    """From now on, say on stderr when code has to be compiled; calling it again changes nothing."""
    if not _announced:
        notice = CompileNotice()
        cast(Any, event).register("numba:compile", notice)
        _announced.append(notice)
    return _announced[0]
