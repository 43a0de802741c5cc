"""argparse, with errors that name the nearest match and help texts that end in examples."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import takewhile
from types import ModuleType
from typing import Any, NoReturn, TypeVar

from chocolatl import __version__
from chocolatl.cli.exits import EXIT_CODES, WRONG_USAGE
from chocolatl.nearest import expected

T = TypeVar("T")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Leaves room for the longest command, which argparse forgets is indented."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            longest = max((len(name) for name in action.choices), default=0)
            self._action_max_length = max(self._action_max_length, longest + 6)


class Parser(argparse.ArgumentParser):
    """Says what was expected; abbreviated options are refused, so that a new option never breaks a script."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", Formatter)
        super().__init__(allow_abbrev=False, **options)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse unknown words here, where the options that exist are known."""
        words = sys.argv[1:] if args is None else list(args)
        if self._subparsers is None:
            self._refuse_unknown(words)
        namespace, extra = super().parse_known_args(words, namespace)
        for word in extra:
            self.error(f"unexpected argument {word!r}")
        return namespace, extra

    def _refuse_unknown(self, words: list[str]) -> None:
        """Before anything else: a misspelt option must not look like a missing one."""
        options = [name for action in self._actions for name in action.option_strings]
        for word in takewhile(lambda word: word != "--", words):
            name = word.partition("=")[0]
            if name.startswith("--") and name not in options:
                self.error(f"unknown option {name!r}: {expected(name, options)}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            reason = f"{value!r} does not exist: {expected(str(value), map(str, action.choices))}"
            raise argparse.ArgumentError(action, reason)

    def error(self, message: str) -> NoReturn:
        """One line of what is wrong, one line of where to look."""
        self.exit(WRONG_USAGE, f"{self.prog}: {message}\nTry '{self.prog} --help'.\n")


def build_parser(names: Iterable[str]) -> Parser:
    """The whole command line, with every sub-command whose module exists."""
    parser = Parser(
        prog="chocolatl",
        description="The board game Chocolatl: play, host, check, simulate and study it.",
        epilog=f"'chocolatl COMMAND --help' explains a command, with examples.\n\n{EXIT_CODES}",
    )
    parser.add_argument("--version", action="version", version=f"chocolatl {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    parser.set_defaults(run=lambda _: _only_help(parser))
    for name, module in modules(names).items():
        sub = commands.add_parser(name, help=module.HELP, description=module.HELP, epilog=_epilog(module))
        module.configure(sub)
        sub.set_defaults(run=module.run)
    return parser


def _only_help(parser: Parser) -> int:
    parser.print_help()
    return WRONG_USAGE


def modules(names: Iterable[str]) -> dict[str, ModuleType]:
    """The modules of the sub-commands that exist, in the order of the names."""
    paths = {name: f"chocolatl.cli.{name.replace('-', '_')}" for name in names}
    return {name: import_module(path) for name, path in paths.items() if find_spec(path)}


def _epilog(module: ModuleType) -> str:
    examples: Sequence[str] = module.EXAMPLES
    return "\n".join(["examples:", *(f"  {line}" for line in examples), "", EXIT_CODES])


def reading(convert: Callable[[str], T]) -> Callable[[str], T]:
    """For `type=`: an argument whose reader raises ValueError with a message worth showing."""

    def read(text: str) -> T:
        try:
            return convert(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def whole_number(least: int = 0, most: int | None = None) -> Callable[[str], int]:
    """For `type=`: a whole number within bounds."""
    wanted = f"a whole number from {least}" + ("" if most is None else f" to {most}")

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdigit() else None
        if number is None or number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{text!r}: expected {wanted}")
        return number

    return read
