"""The one command, `chocolatl`.

A sub-command is a module of this package with the name of the command (`check-fast` is check_fast.py):

    HELP       one line for the list of commands
    EXAMPLES   real command lines, each beginning with `chocolatl`; --help shows them, and a test runs them in
               order in one empty folder, so a later one may read a file that an earlier one wrote
    configure(parser) -> None    its arguments
    run(args) -> int             the exit code; heavy imports belong in here, so that --help stays quick
    ENDLESS    optional, True for a server: the test starts its examples and stops them with Ctrl-C

Wrong usage found in `run` is `raise UsageError("what was wrong: what was expected")`. Results go to stdout,
all else to stderr. A name listed in COMMANDS without a module is simply left out.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from chocolatl.cli.exits import FAILED, INTERRUPTED, WRONG_USAGE, UsageError
from chocolatl.cli.parser import build_parser

COMMANDS = (
    "play",
    "serve",
    "replay",
    "verify",
    "board",
    "simulate",
    "arena",
    "train",
    "study",
    "best-response",
    "bench",
    "check-fast",
    "soak",
    "admin",
    "completion",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; a mistake of the user ends in one clear line, never in a traceback."""
    _write_what_the_terminal_can()
    try:
        args = build_parser(COMMANDS).parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse has said what was wrong, or printed the help
        return stop.code if isinstance(stop.code, int) else FAILED
    except UsageError as wrong:
        return _complain(str(wrong))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _write_what_the_terminal_can() -> None:
    """A terminal without ★ shows a question mark; it is no reason to fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _complain(message: str) -> int:
    print(f"chocolatl: {message}", file=sys.stderr)
    return WRONG_USAGE
