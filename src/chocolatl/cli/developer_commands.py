"""`bench` and `soak`, for developers: their code is in tools/ of a checkout and not in the wheel."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from chocolatl.cli.exit_codes import UsageError

DEVELOPER_COMMANDS = {
    "bench": ("tools.bench.bench_command", "measure how fast each part is here"),
    "soak": (
        "tools.soak.soak_command",
        "kill servers while people and bots play, and count what is lost",
    ),
}
CHECKOUT = Path(__file__).resolve().parents[3]


def developer_commands(checkout: Path = CHECKOUT) -> dict[str, tuple[str, str]]:
    """The developer commands of a checkout, which become importable; none where there is no tools/."""
    if not (checkout / "tools" / "bench" / "bench_command.py").is_file():
        return {}
    if str(checkout) not in sys.path:
        sys.path.insert(0, str(checkout))
    return DEVELOPER_COMMANDS


def refuse_without_checkout(words: Sequence[str], checkout: Path = CHECKOUT) -> None:
    """Raise UsageError if the command line asks for a developer command that is not here."""
    if words and words[0] in DEVELOPER_COMMANDS and not developer_commands(checkout):
        raise UsageError(
            f"{words[0]} is a tool for developers and not installed: "
            f"run `python3 run.py dev`, then `chocolatl {words[0]}`, in a checkout of the repository"
        )
