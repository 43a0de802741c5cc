"""What the exit code of `chocolatl` means."""

from __future__ import annotations

OK, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130

EXIT_CODES = """exit codes:
  0    done
  1    what was asked for failed: a check found something wrong
  2    wrong usage: the command line or a file named in it
  130  interrupted with Ctrl-C"""


class UsageError(Exception):
    """Wrong usage; the message names the input and what was expected."""
