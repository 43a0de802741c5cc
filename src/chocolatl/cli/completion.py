"""`chocolatl completion`: a script that teaches a shell to complete our commands and options."""

from __future__ import annotations

import argparse

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

    print(shtab.complete(build_parser(COMMANDS), shell=args.shell))
    return 0
