"""`chocolatl completion`: a script that teaches a shell to complete our commands and options."""

from __future__ import annotations

import click

from chocolatl.cli.exit_codes import OK
from chocolatl.cli.parser import Choice, command

EXAMPLES = (
    "chocolatl completion bash > chocolatl-completion.bash",
    "chocolatl completion zsh > _chocolatl",
)


@command(EXAMPLES)
@click.argument("shell", type=Choice(("bash", "zsh", "fish")))
@click.pass_context
def run(context: click.Context, shell: str) -> int:
    """The script of click: at TAB it asks `chocolatl` itself."""
    from click.shell_completion import get_completion_class

    completer = get_completion_class(shell)
    assert completer is not None
    print(completer(context.find_root().command, {}, "chocolatl", "_CHOCOLATL_COMPLETE").source())
    return OK
