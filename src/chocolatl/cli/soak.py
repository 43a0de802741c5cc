"""`chocolatl soak`: does anything get lost when everything breaks?"""

from __future__ import annotations

import argparse
import asyncio
import shlex
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from chocolatl.cli.exits import FAILED, FINE, UsageError
from chocolatl.cli.output import add_json_option, console, print_json
from chocolatl.cli.parser import whole_number

if TYPE_CHECKING:
    from chocolatl.soak.report import Report

HELP = "kill servers while people and bots play, and count what is lost"
EXAMPLES = ("chocolatl soak --kills 2 --tables 2 --seed 7 --json",)


def configure(parser: argparse.ArgumentParser) -> None:
    """How much is broken, how often, and on which services."""
    number = whole_number(1, 100_000)
    parser.add_argument(
        "--kills", type=number, default=20, metavar="N", help="servers to kill with SIGKILL (default 20)"
    )
    parser.add_argument(
        "--minutes", type=number, default=60, metavar="N", help="at most so long (default 60)"
    )
    parser.add_argument(
        "--answers", type=number, default=20, metavar="N", help="between two faults, on average (default 20)"
    )
    parser.add_argument("--tables", type=number, default=6, metavar="N", help="games at a time (default 6)")
    parser.add_argument("--servers", type=number, metavar="N", help="processes (default 1; with --bus 2)")
    parser.add_argument("--seed", type=whole_number(), default=1, metavar="N", help="of players and faults")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="keep database and logs here (default: thrown away)"
    )
    parser.add_argument("--database", default="", metavar="URL", help="an empty one, postgresql://…")
    parser.add_argument("--bus", metavar="URL", help="redis://…")
    parser.add_argument(
        "--restart-database", metavar="COMMAND", help="run now and then; returns when it is up"
    )
    parser.add_argument(
        "--other-program",
        default="",
        metavar="COMMAND",
        help="runs every second server: chocolatl of an older or newer installation",
    )
    parser.add_argument("--hostile", action="store_true", help="another address attacks all the time")
    parser.add_argument("--restart-bus", metavar="COMMAND", help="the same for the bus")
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Break things, then tell."""
    from chocolatl.soak.cluster import Services
    from chocolatl.soak.run import Plan, soak

    servers = args.servers or (2 if args.bus else 1)
    if servers > 1 and not (args.bus and args.database):
        raise UsageError(f"--servers {servers}: several processes need --database postgresql://… and --bus")
    plan = Plan(args.kills, args.minutes, args.seed, args.tables, servers, args.answers, hostile=args.hostile)
    other = tuple(shlex.split(args.other_program))
    if other and servers == 1:
        raise UsageError("--other-program needs a second server: --database postgresql://… and --bus")
    services = Services(
        args.database, args.bus, _command(args.restart_database), _command(args.restart_bus), other
    )
    with tempfile.TemporaryDirectory(prefix="chocolatl-soak-") as folder:
        report = asyncio.run(soak(plan, args.data or Path(folder), services))
    if args.json:
        print_json(report)
    else:
        _print_table(report)
    return FINE if report.ok else FAILED


def _command(line: str | None) -> Callable[[], None] | None:
    if line is None:
        return None

    def restart() -> None:
        subprocess.run(line, shell=True, check=True)

    return restart


def _print_table(report: Report) -> None:
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
