"""`chocolatl admin`, also while the server runs."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from chocolatl.bots.fallback import default_answer
from chocolatl.cli import main
from chocolatl.records.record import decode
from chocolatl.records.verify import verify
from chocolatl.server import protocol
from chocolatl.server.config import Config
from chocolatl.server.ops import admin_session as admin
from chocolatl.server.ops.admin_session import AdminSession
from tests.server.harness import Visitor, served, set_clock, started


async def command(*words: str) -> int:
    return await asyncio.to_thread(main, ["admin", *words])


async def test_a_game_exported_and_imported_is_the_same_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    here, there = tmp_path / "here", tmp_path / "there"
    async with served(here) as (url, _):
        table, _, pages = await started(url, 3, rules={"give_back": "lowest"})
        await asyncio.gather(*(page.play() for page in pages))
        original = (await Visitor(url).http.get(f"/api/tables/{table}/record")).content
        assert await command("export", table, "--data", str(here)) == 0
        assert capsys.readouterr().out.encode().strip() == original
        assert await command("export", "nothing", "--data", str(here)) == 1
    file = tmp_path / "games.jsonl"
    file.write_bytes(original + b"\n" + original.replace(b'"box":1,', b'"box":2,', 1) + b"\n")
    assert await command("import", str(file), "--data", str(there), "--create") == 1
    said = capsys.readouterr()
    assert ":2: " in said.err
    new = said.out.split()[-1]
    async with served(there) as (url, _):
        visitor = Visitor(url)
        copy = (await visitor.http.get(f"/api/tables/{new}/record")).content
        assert copy == original
        assert verify(decode(copy)).ok
        page = await visitor.sit(new)
        assert (await page.until_type(protocol.Fairness)).commitment == decode(original).commitment
        assert await command("list", "--phase", "finished", "--data", str(there)) == 0
        assert new in capsys.readouterr().out


async def test_a_closed_table_takes_no_more_answers(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, (ana, _, _) = await started(url, 3)
        assert await command("close", table, "--data", str(tmp_path)) == 0
        assert await command("close", table, "--data", str(tmp_path)) == 2
        assert ana.ask is not None
        assert ana.ask.question is not None
        assert (await ana.answer(default_answer(ana.ask.question))).code == "wrong_phase"
        assert (await visitors[1].get("mine"))["tables"] == []


async def test_backup_while_the_server_runs(tmp_path: Path):
    async with served(tmp_path / "data") as (url, _):
        table = await Visitor(url).create()
        target = tmp_path / "copy.db"
        assert await command("backup", str(target), "--data", str(tmp_path / "data")) == 0
        assert await command("backup", str(target), "--data", str(tmp_path / "data")) == 2
        with closing(sqlite3.connect(target)) as copy:
            assert copy.execute("SELECT id FROM tables").fetchall() == [(table,)]


async def test_pruning_spares_finished_and_fresh_tables(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        set_clock(server, lambda: time.time() - 40 * 86_400)
        old_open = await Visitor(url).create()
        old_running, _, _ = await started(url, 3)
        finished, _, pages = await started(url, 3)
        await asyncio.gather(*(page.play() for page in pages))
        set_clock(server, time.time)
        fresh = await Visitor(url).create()
    async with admin.open_admin_session(Config(data=tmp_path)) as session:
        assert await prune(session, dry_run=True) == {old_open, old_running}
        assert await prune(session, dry_run=False) == {old_open, old_running}
        assert {row.id for row in await session.tables()} == {finished, fresh}
        assert not await session.store.events(old_running)


async def prune(session: AdminSession, dry_run: bool) -> set[str]:
    return set(await session.prune(30, dry_run))
