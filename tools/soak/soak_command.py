"""`chocolatl soak`: does anything get lost when everything breaks?"""

from __future__ import annotations

import asyncio
import shlex
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chocolatl.cli.exit_codes import FAILED, OK, UsageError
from chocolatl.cli.output import console, print_json
from chocolatl.cli.parser import FILE, command, json_option, option, whole_number

if TYPE_CHECKING:
    from tools.soak.cluster import Services
    from tools.soak.soak_report import SoakReport

EXAMPLES = ("chocolatl soak --kills 2 --tables 2 --seed 7 --json",)


NUMBER = whole_number(1, 100_000)


@command(EXAMPLES)
@option("--kills", type=NUMBER, default=20, metavar="N", help="servers to kill with SIGKILL (default 20)")
@option("--minutes", type=NUMBER, default=60, metavar="N", help="at most so long (default 60)")
@option("--answers", type=NUMBER, default=20, metavar="N", help="between two faults, on average (default 20)")
@option("--tables", type=NUMBER, default=6, metavar="N", help="games at a time (default 6)")
@option("--servers", type=NUMBER, metavar="N", help="processes (default 1; with --bus 2)")
@option("--seed", type=whole_number(), default=1, metavar="N", help="of players and faults")
@option("--data", type=FILE, metavar="DIR", help="keep database and logs here (default: thrown away)")
@option("--database", default="", metavar="URL", help="an empty one, postgresql://…")
@option("--bus", metavar="URL", help="redis://…")
@option("--restart-database", metavar="COMMAND", help="run now and then; returns when it is up")
@option(
    "--other-program",
    default="",
    metavar="COMMAND",
    help="runs every second server: chocolatl of an older or newer installation",
)
@option("--hostile", is_flag=True, help="another address attacks all the time")
@option("--restart-bus", metavar="COMMAND", help="the same for the bus")
@json_option
def run(data: Path | None, as_json: bool, hostile: bool, **asked: Any) -> int:
    """Break things, then tell."""
    from tools.soak.soak_run import SoakConfig, soak

    services, servers = _services(**{name: asked.pop(name) for name in SERVICES})
    plan = SoakConfig(servers=servers, hostile=hostile, **asked)
    with tempfile.TemporaryDirectory(prefix="chocolatl-soak-") as folder:
        report = asyncio.run(soak(plan, data or Path(folder), services))
    if as_json:
        print_json(report)
    else:
        _print_table(report)
    return OK if report.ok else FAILED


SERVICES = ("servers", "database", "bus", "restart_database", "restart_bus", "other_program")


def _services(
    servers: int | None,
    database: str,
    bus: str | None,
    restart_database: str | None,
    restart_bus: str | None,
    other_program: str,
) -> tuple[Services, int]:
    """What the servers share, and how many there are."""
    from tools.soak.cluster import Services

    count = servers or (2 if bus else 1)
    if count > 1 and not (bus and database):
        raise UsageError(f"--servers {count}: several processes need --database postgresql://… and --bus")
    other = tuple(shlex.split(other_program))
    if other and count == 1:
        raise UsageError("--other-program needs a second server: --database postgresql://… and --bus")
    return Services(database, bus, _command(restart_database), _command(restart_bus), other), count


def _command(line: str | None) -> Callable[[], None] | None:
    if line is None:
        return None

    def restart() -> None:
        subprocess.run(line, shell=True, check=True)

    return restart


def _print_table(report: SoakReport) -> None:
    from rich.table import Table

    table = Table("what", "count", "first of them")
    for name in ("games", "sent", "acknowledged"):
        table.add_row(name, f"{getattr(report, name):,}", "")
    for name in ("lost", "doubled", "invented", "unfinished", "unverified", "problems"):
        found: tuple[str, ...] = getattr(report, name)
        table.add_row(name, str(len(found)), found[0] if found else "")
    table.add_section()
    for name, count in (report.faults | report.players).items():
        table.add_row(name, f"{count:,}", "")
    console().print(table)
