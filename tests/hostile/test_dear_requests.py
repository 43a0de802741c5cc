"""What takes long is made once: the description of the interface, records, verdicts and old positions."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from chocolatl.bots.analysis import Analysis
from chocolatl.server.http import openapi, table_pictures
from chocolatl.server.lru_cache import LruCache
from chocolatl.server.ops.app import Server
from chocolatl.server.tables import finished_games as archive
from chocolatl.server.traffic_limits import cost_of
from tests.server.harness import Visitor, served, started, table_of


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
    true = server.services.store.events

    async def counted(table: str, *rest: int) -> object:
        calls.extend([] if rest else [table])
        return await true(table, *rest)

    monkeypatch.setattr(server.services.store, "events", counted)
    return calls


async def test_the_description_is_made_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    built = counting(monkeypatch, openapi, "description")
    async with served(tmp_path) as (url, _):
        answers = [await Visitor(url).http.get("/api/schema/openapi.json") for _ in range(2)]
        assert {answer.content for answer in answers} == {openapi.PUBLISHED.read_bytes()}
        assert built == []


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

        monkeypatch.setattr(server.pool, "analyse", analyse)
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


async def test_a_picture_is_drawn_once_for_each_change_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    drawn = counting(monkeypatch, table_pictures, "draw_table")
    async with served(tmp_path) as (url, _):
        table, visitors, pages = await started(url, 3)
        where = f"/api/tables/{table}/picture.png"
        answers = await asyncio.gather(*(visitor.http.get(where) for visitor in visitors * 3))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert len(drawn) == 1
        await pages[0].answer_default()
        await visitors[0].http.get(where)
        assert len(drawn) == 2


async def test_too_many_pictures_at_once_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_pictures, "MOST_WAITING", 0)
    async with served(tmp_path) as (url, _):
        table, visitors = await table_of(url, 3)
        await visitors[0].get(f"tables/{table}/picture.png", 429)


def test_a_picture_counts_as_five_requests():
    assert cost_of("GET", "/api/tables/abcd/picture.png") == 5
    assert cost_of("GET", "/table/abcd") == 2


def test_the_least_recently_used_goes_first():
    kept = LruCache[bytes](10, len)
    for key, value in (("a", b"1234"), ("b", b"1234")):
        kept.keep(key, value)
    assert kept.get("a") == b"1234"
    kept.keep("c", b"1234")
    assert (kept.get("b"), kept.get("a"), kept.total) == (None, b"1234", 8)
    kept.keep("a", b"1")
    kept.keep("d", b"x" * 11)
    assert (kept.get("d"), kept.total) == (None, 5)
