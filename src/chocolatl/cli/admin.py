"""`chocolatl admin`: look after the database of a server."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chocolatl.cli.exits import FAILED, FINE, WRONG_USAGE, UsageError
from chocolatl.cli.output import LONGEST_LINE, add_json_option, console, print_json, visible_json
from chocolatl.cli.parser import whole_number
from chocolatl.cli.server_options import add_storage_options, data_folder
from chocolatl.rules.texts import shown

if TYPE_CHECKING:
    from chocolatl.server.admin import Office

HELP = "look after a server's games: list, export, import, backup, prune, close"
EXAMPLES = (
    "chocolatl simulate --games 2 --record games.jsonl",
    "chocolatl admin import games.jsonl --data here --create",
    "chocolatl admin list --data here",
    "chocolatl admin export --data here > copy.jsonl",
    "chocolatl admin backup safe.db --data here",
    "chocolatl admin prune --days 90 --rehearse --data here",
)

Work = Callable[["Office", argparse.Namespace], Coroutine[Any, Any, int]]


def configure(parser: argparse.ArgumentParser) -> None:
    """One action each."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    listing = _action(actions, "list", "list all tables")
    phases = ("open", "drawing", "running", "finished", "closed")
    listing.add_argument("--phase", choices=phases, help="only these")
    add_json_option(listing)
    export = _action(actions, "export", "write the records of finished games, one a line, to stdout")
    export.add_argument("tables", metavar="TABLE", nargs="*", help="ids of tables (default: all)")
    taking = _action(actions, "import", "make records finished games of this server")
    taking.add_argument("files", metavar="FILE", nargs="+", type=Path, help="records; .gz too")
    taking.add_argument("--create", action="store_true", help="make a database if there is none yet")
    backup = _action(actions, "backup", "copy the database while the server runs (SQLite)")
    backup.add_argument("target", metavar="FILE", type=Path, help="a new file")
    prune = _action(actions, "prune", "delete abandoned tables; finished games stay")
    prune.add_argument("--days", type=whole_number(1), default=30, help="untouched for so long (default 30)")
    prune.add_argument("--rehearse", action="store_true", help="only list them")
    close = _action(actions, "close", "close a table: nobody can play or join it any more")
    close.add_argument("table", metavar="TABLE", help="its id")


def _action(actions: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=text, description=text.capitalize() + ".")
    add_storage_options(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Open the database, do one thing, close it."""
    from chocolatl.server.admin import back_up, office
    from chocolatl.server.config import Config
    from chocolatl.server.errors import StartError
    from chocolatl.server.logs import set_up_logs

    set_up_logs(json=False, level="warning")
    config = Config(data=data_folder(args), database=args.database, secret=args.secret)

    async def work() -> int:
        async with office(config, create=getattr(args, "create", False)) as opened:
            return await WORK[args.action](opened, args)

    try:
        if args.action == "backup":
            back_up(config, args.target)
            print(f"Copied to {args.target}; keep {config.secret_file} with it.")
            return FINE
        return asyncio.run(work())
    except StartError as error:
        raise UsageError(str(error)) from None


async def _list(office: Office, args: argparse.Namespace) -> int:
    from chocolatl.server.public import public_table

    rows = await office.tables(args.phase)
    if args.json:
        print_json([public_table(row) for row in rows])
        return FINE
    from rich.table import Table

    table = Table("table", "phase", "round", "changed", "players")
    for row in rows:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.summary.changed))
        names = ", ".join(shown(doc.name) or "–" for doc in row.lobby.seats)
        table.add_row(row.id, row.summary.phase, str(row.summary.round), when, names)
    console().print(table)
    return FINE


async def _export(office: Office, args: argparse.Namespace) -> int:
    from chocolatl.rules.record import encode

    count = 0
    async for made in office.records(args.tables):
        print(visible_json(encode(made).decode()))
        count += 1
    if args.tables and count < len(set(args.tables)):
        print(f"{len(set(args.tables)) - count} of these are no finished games here", file=sys.stderr)
        return FAILED
    return FINE


async def _import(office: Office, args: argparse.Namespace) -> int:
    from chocolatl.cli.record_files import records

    code = FINE
    for place, found in (each for path in args.files for each in records(path)):
        if isinstance(found, ValueError):
            print(shown(str(found), LONGEST_LINE), file=sys.stderr)
            code = WRONG_USAGE
            continue
        try:
            print(f"{place}: {await office.take_in(found.record)}")
        except ValueError as error:
            print(shown(f"{place}: {error}", LONGEST_LINE), file=sys.stderr)
            code = max(code, FAILED)
    return code


async def _prune(office: Office, args: argparse.Namespace) -> int:
    found = await office.prune(args.days, args.rehearse)
    for table in found:
        print(table)
    print(f"{len(found)} tables {'would be' if args.rehearse else 'were'} deleted")
    return FINE


async def _close(office: Office, args: argparse.Namespace) -> int:
    if await office.close_table(args.table):
        return FINE
    raise UsageError(f"{args.table!r} is no open or running table: see chocolatl admin list")


WORK: dict[str, Work] = {
    "list": _list, "export": _export, "import": _import, "prune": _prune, "close": _close,
}  # fmt: skip
