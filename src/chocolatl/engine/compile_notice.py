"""Says once that code is being compiled for this machine, how far it is, and how to have it done ahead.

numba tells when a function is not in its cache and has to be compiled; what is loaded from there is silent.
"""

from __future__ import annotations

import sys
from typing import Any, TextIO, cast

from numba.core import event

START = (
    "chocolatl: compiling the game engine for this machine, once, in about a minute at most "
    "(`chocolatl compile` does it ahead)"
)


class CompileNotice(event.Listener):
    """One line before the first function; on a terminal also how many functions are done."""

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.compiled = stream, 0

    def on_start(self, event: Any) -> None:
        """A function is not in the cache."""
        if not event.data["dispatcher"].py_func.__module__.startswith("chocolatl"):
            return
        if not self.compiled:
            self.stream.write(START + "\n")
        self.compiled += 1
        if self.stream.isatty():
            self.stream.write(f"\r{self.compiled} functions ")
        self.stream.flush()

    def on_end(self, event: Any) -> None:
        """Nothing to say: the next function may follow at once."""


_announced: list[CompileNotice] = []


def announce_compilation() -> CompileNotice:
    """From now on, say on stderr when code has to be compiled; calling it again changes nothing."""
    if not _announced:
        notice = CompileNotice(sys.stderr)
        cast(Any, event).register("numba:compile", notice)
        _announced.append(notice)
    return _announced[0]
