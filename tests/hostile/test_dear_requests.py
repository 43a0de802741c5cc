"""What takes long is made once: the description of the interface, records, verdicts and old positions."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from chocolatl.bots.analysis import Analysis
from chocolatl.server import archive, openapi
from chocolatl.server.app import Server
from chocolatl.server.kept import Kept
from tests.server.harness import Visitor, served, started


def counting(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[str]:
    """Notes every call of a function of a module."""
    calls: list[str] = []
    true = getattr(module, name)

    def counted(*args: object) -> object:
        calls.append(name)
        return true(*args)

    monkeypatch.setattr(module, name, counted)
    return calls


async def finished_game(url: str) -> tuple[str, Visitor]:
    table, visitors, pages = await started(url, 3)
    await asyncio.gather(*(page.play() for page in pages))
    for page in pages:
        await page.close()
    return table, visitors[0]


def reads(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes every reading of all events of a game."""
    calls: list[str] = []
    true = server.house.store.events

    async def counted(table: str, *rest: int) -> object:
        calls.extend([] if rest else [table])
        return await true(table, *rest)

    monkeypatch.setattr(server.house.store, "events", counted)
    return calls


async def test_the_description_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    built = counting(monkeypatch, openapi, "description")
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        answers = await asyncio.gather(*(ana.http.get("/api/schema/openapi.json") for _ in range(10)))
        assert len({answer.content for answer in answers}) == 1
        assert built == ["description"]


async def test_a_finished_game_is_read_and_verified_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    verified = counting(monkeypatch, archive, "verify")
    async with served(tmp_path) as (url, server):
        table, ana = await finished_game(url)
        read = reads(server, monkeypatch)
        for _ in range(3):
            assert (await ana.get(f"tables/{table}/verify"))["fair"]
        await asyncio.gather(*(ana.get(f"tables/{table}/verify") for _ in range(10)))
        assert verified == ["verify"]
        records = await asyncio.gather(*(ana.http.get(f"/api/tables/{table}/record") for _ in range(10)))
        assert len({record.content for record in records}) == 1
        assert len(read) == 2


async def test_what_is_kept_is_only_for_those_who_may_see_it(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, ana = await finished_game(url)
        await ana.get(f"tables/{table}/record")
        await ana.post(f"tables/{table}/settings", {"spectators": False})
        for what in ("record", "verify"):
            await Visitor(url).get(f"tables/{table}/{what}", 403)
            await ana.get(f"tables/{table}/{what}")


async def test_positions_of_a_finished_game_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with served(tmp_path) as (url, server):

        async def analyse(*_: object) -> Analysis:
            return Analysis(0, 0.0, ())

        monkeypatch.setattr(server.house.bots, "analyse", analyse)
        table, ana = await finished_game(url)
        read = reads(server, monkeypatch)
        for at in (2, 2, 2, 10**9, 10**9 + 1):
            await ana.http.post(f"/api/tables/{table}/analysis", json={"seat": 0, "at": at})
        assert len(read) == 1


async def test_too_many_at_once_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "MOST_WAITING", 0)
    async with served(tmp_path) as (url, _):
        table, ana = await finished_game(url)
        await ana.get(f"tables/{table}/verify", 429)


def test_the_least_recently_used_goes_first():
    kept = Kept[bytes](10, len)
    for key, value in (("a", b"1234"), ("b", b"1234")):
        kept.keep(key, value)
    assert kept.get("a") == b"1234"
    kept.keep("c", b"1234")
    assert (kept.get("b"), kept.get("a"), kept.total) == (None, b"1234", 8)
    kept.keep("a", b"1")
    kept.keep("d", b"x" * 11)
    assert (kept.get("d"), kept.total) == (None, 5)
