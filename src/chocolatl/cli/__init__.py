"""The one command, `chocolatl`.

A sub-command is a module of `commands`, listed in HELP:

    run        the command: a function decorated with `@command(EXAMPLES)` that returns the exit code;
               heavy imports belong inside
    EXAMPLES   real command lines, each beginning with `chocolatl`; --help shows them, and a test runs them in
               order in one empty folder, so a later one may read a file that an earlier one wrote
    ENDLESS    optional, True for a server: the test starts its examples and stops them with Ctrl-C

Wrong usage found in `run` is `raise UsageError("what was wrong: what was expected")`. Results go to stdout,
all else to stderr.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import click
from click.exceptions import NoArgsIsHelpError

from chocolatl import __version__
from chocolatl.cli.developer_commands import developer_commands, refuse_without_checkout
from chocolatl.cli.exit_codes import FAILED, INTERRUPTED, OK, WRONG_USAGE, UsageError
from chocolatl.cli.parser import LazyGroup, explained
from chocolatl.extras import MissingExtraError, needs

HELP = {
    "play": "play in your browser, on this machine",
    "serve": "run tables for people to play over the network",
    "replay": "tell a recorded game in words, whole or step by step",
    "film": "make an animated picture of a recorded game",
    "verify": "play recorded games again and check every die, shuffle and event",
    "board": "show, check or copy a board file",
    "simulate": "play many games between bots and show what came of them",
    "tournament": "let bots meet in a tournament and rate them",
    "score": "play a submission on published seeds, or check a result by playing it again",
    "data": "make a dataset of games from a seed, or check one by playing it again",
    "train": "train the value network of the strong bots by self-play; resumable",
    "study": "study the board: what locations are worth, how games go, who has an advantage",
    "calibrate": "measure whether the shares that hints show are won as often as they say",
    "exploitability": "estimate the one-round exploitability of a bot (a lower bound)",
    "verify-engine": "check the compiled engine against the reference rules",
    "agent": "a table for language models and other programs, over MCP",
    "compile": "compile everything for this machine ahead, so that no game waits for it",
    "admin": "look after a server's games: list, export, import, backup, prune, close",
    "completion": "print a completion script for your shell",
}
COMMANDS = {
    name: (f"chocolatl.cli.commands.{name.replace('-', '_')}", text) for name, text in HELP.items()
} | developer_commands()
OLD_NAMES = {"arena": "tournament", "best-response": "exploitability", "check-fast": "verify-engine"}
"""Of release 0.2; they work for one release more."""

EXTRA_OF = dict.fromkeys(("play", "serve", "admin"), "server") | {
    "film": "film",
    "agent": "agent",
    "data": "data",
}
"""Commands that need more than `pip install chocolatl`."""

app = LazyGroup(
    COMMANDS,
    OLD_NAMES,
    name="chocolatl",
    context_settings={"max_content_width": 110},
    help="""The board game Chocolatl: play, host, check, simulate and study it.

    'chocolatl COMMAND --help' explains a command, with examples.""",
)
click.version_option(__version__, message="chocolatl %(version)s")(app)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; a mistake of the user ends in one clear line, never in a traceback."""
    _write_what_the_terminal_can()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        refuse_without_checkout(words)
        with needs(EXTRA_OF.get(words[0], "server") if words else "server"):
            code = app.main(words, "chocolatl", standalone_mode=False)
        sys.stdout.flush()
        return int(code or OK)
    except NoArgsIsHelpError as only:
        print(only.format_message())
        return WRONG_USAGE
    except click.UsageError as wrong:
        return _complain(explained(wrong))
    except UsageError as wrong:
        return _complain(f"chocolatl: {wrong}")
    except MissingExtraError as missing:
        return _complain(f"chocolatl: {missing}")
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except SystemExit as stop:  # click has completed a word for a shell, or met the closed pipe first
        return stop.code if isinstance(stop.code, int) else FAILED


def _write_what_the_terminal_can() -> None:
    """A terminal without ★ shows a question mark; it is no reason to fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _complain(message: str) -> int:
    print(message, file=sys.stderr)
    return WRONG_USAGE
