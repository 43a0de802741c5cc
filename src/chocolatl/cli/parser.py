"""click, with errors that name the nearest match, old names that still work, and help with examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click

from chocolatl.cli.exit_codes import EXIT_CODES
from chocolatl.suggestions import expected

F = TypeVar("F", bound=Callable[..., Any])
FILE = click.Path(path_type=Path)


class Command(click.Command):
    """Its help ends in examples and exit codes."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.examples = examples

    def format_epilog(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """As they are: click would wrap the lines."""
        _write_end(formatter, self.examples)


class CommandGroup(click.Group):
    """Commands that name the nearest match of an unknown word."""

    command_class = Command
    examples: Sequence[str] = ()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Raise UsageError for a word that is no command."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"{args[0]!r} does not exist: {expected(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)

    def list_commands(self, _: click.Context) -> list[str]:
        """In the order in which they were written, not by the alphabet."""
        return list(self.commands)

    def format_epilog(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """As they are: click would wrap the lines."""
        _write_end(formatter, self.examples)


class LazyGroup(CommandGroup):
    """Commands whose module is imported when one is asked for, not for the list; it is called `run` there."""

    def __init__(
        self, listed: Mapping[str, tuple[str, str]], old: Mapping[str, str], **settings: Any
    ) -> None:
        super().__init__(**settings)
        self.listed, self.old = listed, old

    def list_commands(self, _: click.Context) -> list[str]:
        """Without the old names."""
        return list(self.listed)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, or of the new name for this old one."""
        found = self.listed.get(self.old.get(cmd_name, cmd_name))
        if found is None:
            return None
        module, text = found
        loaded: click.Command = import_module(module).run
        loaded.help = f"{text[0].upper()}{text[1:]}."
        return loaded

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """From the list alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.listed.items()])


def _write_end(formatter: click.HelpFormatter, examples: Sequence[str]) -> None:
    lines = ["", "examples:", *(f"  {line}" for line in examples)] if examples else []
    formatter.write("\n".join([*lines, "", EXIT_CODES, ""]))


class Option(click.Option):
    """An option; `was` is its name in older releases, which still works and is not shown."""

    def __init__(self, names: Sequence[str], *, was: str | None = None, **settings: Any) -> None:
        super().__init__([*names, *([was] if was else [])], **settings)
        self.was = was

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Under its new name."""
        every, self.opts = self.opts, [name for name in self.opts if name != self.was]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = every


def command(examples: Sequence[str]) -> Callable[[Callable[..., int]], Command]:
    """The function becomes a command; it returns the exit code."""
    return click.command(cls=Command, examples=examples)


def group(examples: Sequence[str]) -> Callable[[Callable[..., object]], CommandGroup]:
    """The function becomes a command of commands."""

    def made(function: Callable[..., object]) -> CommandGroup:
        found = click.group(cls=CommandGroup)(function)
        found.examples = examples
        return found

    return made


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    """An option of a command."""
    return click.option(*names, cls=Option, **settings)


json_option = option("--json", "as_json", is_flag=True, help="print JSON for scripts instead of a table")


class Choice(click.Choice[str]):
    """One of some words; refuses others with the nearest match."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices:
            self.fail(f"{value!r} does not exist: {expected(str(value), self.choices)}", param, ctx)
        return str(value)


class Reading(click.ParamType[Any]):
    """An argument whose reader raises ValueError with a message worth showing."""

    name = "text"

    def __init__(self, read: Callable[[str], object]) -> None:
        self.read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self.read(value) if isinstance(value, str) else value
        except ValueError as error:
            self.fail(str(error), param, ctx)


def whole_number(least: int = 0, most: int | None = None) -> Reading:
    """For `type=`: a whole number within bounds."""
    wanted = f"a whole number from {least}" + ("" if most is None else f" to {most}")

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdigit() else None
        if number is None or number < least or (most is not None and number > most):
            raise ValueError(f"{text!r}: expected {wanted}")
        return number

    return Reading(read)


def explained(wrong: click.UsageError) -> str:
    """What was wrong with a command line, and where to look."""
    where = wrong.ctx.command_path if wrong.ctx else "chocolatl"
    message = wrong.format_message()
    if isinstance(wrong, click.NoSuchOption) and wrong.ctx:
        names = [name for param in wrong.ctx.command.get_params(wrong.ctx) for name in _shown_names(param)]
        message = f"unknown option {wrong.option_name!r}: {expected(wrong.option_name, names)}"
    return f"{where}: {message}\nTry '{where} --help'."


def _shown_names(param: click.Parameter) -> list[str]:
    return [name for name in param.opts if name.startswith("--") and name != getattr(param, "was", None)]
