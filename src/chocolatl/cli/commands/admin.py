"""`chocolatl admin`: look after the database of a server."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chocolatl.cli.exit_codes import FAILED, OK, WRONG_USAGE, UsageError
from chocolatl.cli.output import LONGEST_LINE, console, print_json, visible_json
from chocolatl.cli.parser import FILE, Choice, group, json_option, option, whole_number
from chocolatl.cli.server_options import data_folder, storage_options
from chocolatl.rules.texts import shown

if TYPE_CHECKING:
    from chocolatl.server.config import Config
    from chocolatl.server.ops.admin_session import AdminSession

EXAMPLES = (
    "chocolatl simulate --games 2 --record games.jsonl",
    "chocolatl admin import games.jsonl --data here --create",
    "chocolatl admin list --data here",
    "chocolatl admin export --data here > copy.jsonl",
    "chocolatl admin backup safe.db --data here",
    "chocolatl admin prune --days 90 --dry-run --data here",
)

Work = Callable[["AdminSession"], Coroutine[Any, Any, int]]


@group(EXAMPLES)
def run() -> None:
    """One action each."""


def _config(data: Path | None, database: str, secret: Path | None) -> Config:
    from chocolatl.server.config import Config
    from chocolatl.server.ops.logging_setup import set_up_logs

    set_up_logs(json=False, level="warning")
    return Config(data=data_folder(data), database=database, secret=secret)


def _do(work: Work, storage: dict[str, Any], create: bool = False) -> int:
    """Open the database, do one thing, close it."""
    from chocolatl.server.errors import StartupError
    from chocolatl.server.ops.admin_session import open_admin_session

    async def opened() -> int:
        async with open_admin_session(_config(**storage), create=create) as found:
            return await work(found)

    try:
        return asyncio.run(opened())
    except StartupError as error:
        raise UsageError(str(error)) from None


@run.command("list")
@option("--phase", type=Choice(("open", "drawing", "running", "finished", "closed")), help="only these")
@json_option
@storage_options
def list_tables(phase: str | None, as_json: bool, **storage: Any) -> int:
    """List all tables."""
    return _do(lambda session: _list(session, phase, as_json), storage)


@run.command()
@click.argument("tables", metavar="[TABLE]...", nargs=-1)
@storage_options
def export(tables: tuple[str, ...], **storage: Any) -> int:
    """Write the records of finished games (of these tables, default all), one a line, to stdout."""
    return _do(lambda session: _export(session, tables), storage)


@run.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@option("--create", is_flag=True, help="make a database if there is none yet")
@storage_options
def import_records(files: tuple[Path, ...], create: bool, **storage: Any) -> int:
    """Make records (.gz too) finished games of this server."""
    return _do(lambda session: _import(session, files), storage, create)


@run.command()
@click.argument("target", metavar="FILE", type=FILE)
@storage_options
def backup(target: Path, **storage: Any) -> int:
    """Copy the database to a new file while the server runs (SQLite)."""
    from chocolatl.server.errors import StartupError
    from chocolatl.server.ops.admin_session import back_up

    config = _config(**storage)
    try:
        back_up(config, target)
    except StartupError as error:
        raise UsageError(str(error)) from None
    print(f"Copied to {target}; keep {config.secret_file} with it.")
    return OK


@run.command()
@option(
    "--days", metavar="N", type=whole_number(1), default=30, help="idle for at least so many (default 30)"
)
@option("--dry-run", was="--rehearse", is_flag=True, help="list what would be deleted")
@storage_options
def prune(days: int, dry_run: bool, **storage: Any) -> int:
    """Delete abandoned tables; finished games stay."""
    return _do(lambda session: _prune(session, days, dry_run), storage)


@run.command()
@click.argument("table", metavar="TABLE")
@storage_options
def close(table: str, **storage: Any) -> int:
    """Close a table: nobody can play or join it any more."""
    return _do(lambda session: _close(session, table), storage)


async def _list(session: AdminSession, phase: Any, as_json: bool) -> int:
    from chocolatl.server.tables.public_info import public_table

    rows = await session.tables(phase)
    if as_json:
        print_json([public_table(row) for row in rows])
        return OK
    from rich.table import Table

    table = Table("table", "phase", "round", "changed", "players")
    for row in rows:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.summary.changed))
        names = ", ".join(shown(doc.name) or "–" for doc in row.lobby.seats)
        table.add_row(row.id, row.summary.phase, str(row.summary.round), when, names)
    console().print(table)
    return OK


async def _export(session: AdminSession, tables: tuple[str, ...]) -> int:
    from chocolatl.records.record import encode

    count = 0
    async for made in session.records(tables):
        print(visible_json(encode(made).decode()))
        count += 1
    if tables and count < len(set(tables)):
        print(f"{len(set(tables)) - count} of these are no finished games here", file=sys.stderr)
        return FAILED
    return OK


async def _import(session: AdminSession, files: tuple[Path, ...]) -> int:
    from chocolatl.cli.record_input import records

    code = OK
    for place, found in (each for path in files for each in records(path)):
        if isinstance(found, ValueError):
            print(shown(str(found), LONGEST_LINE), file=sys.stderr)
            code = WRONG_USAGE
            continue
        try:
            print(f"{place}: {await session.import_record(found.record)}")
        except ValueError as error:
            print(shown(f"{place}: {error}", LONGEST_LINE), file=sys.stderr)
            code = max(code, FAILED)
    return code


async def _prune(session: AdminSession, days: int, dry_run: bool) -> int:
    found = await session.prune(days, dry_run)
    for table in found:
        print(table)
    print(f"{len(found)} tables {'would be' if dry_run else 'were'} deleted")
    return OK


async def _close(session: AdminSession, table: str) -> int:
    if await session.close_table(table):
        return OK
    raise UsageError(f"{table!r} is no open or running table: see chocolatl admin list")
