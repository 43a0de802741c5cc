"""`chocolatl completion`: a script that teaches a shell to complete our commands and options."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "print a completion script for your shell"
EXAMPLES = (
    "chocolatl completion bash > chocolatl-completion.bash",
    "chocolatl completion zsh > _chocolatl",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Which shell."""
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"), help="the shell to write for")


def run(args: argparse.Namespace) -> int:
    """The script is static: TAB starts no Python."""
    import shtab

    from chocolatl.cli import COMMANDS
    from chocolatl.cli.parser import build_parser

    parser = build_parser(COMMANDS)
    _complete_files(parser, shtab.FILE)
    print(shtab.complete(parser, shell=args.shell))
    return 0


def _complete_files(parser: argparse.ArgumentParser, completer: object) -> None:
    """Whatever is read as a path is completed as one."""
    for action in parser._actions:
        if action.type is Path:
            action.complete = completer  # type: ignore[attr-defined]  # how shtab wants it told
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                _complete_files(sub, completer)
