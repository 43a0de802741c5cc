"""A table that is closed to spectators is for its players: at once, on every server, in every list."""

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from chocolatl.rules.actions import Sacrifice
from chocolatl.server import protocol
from chocolatl.server.config import Config
from chocolatl.server.ops.admin_session import open_admin_session
from tests.server.harness import Client, Visitor, served, started, table_of


async def closed_with(page: Client, code: int) -> bool:
    """Read to the end; what came after the closing is nothing."""
    try:
        while True:
            await page.read()
    except ConnectionClosed as closed:
        return closed.rcvd is not None and closed.rcvd.code == code


async def watch(url: str, table: str) -> Client:
    page = await Visitor(url).sit(table)
    await page.until_type(protocol.Welcome)
    return page


@pytest.mark.parametrize("phase", ["open", "running", "finished"])
async def test_who_watches_when_the_host_closes_it_is_shown_out(tmp_path: Path, phase: str):
    async with served(tmp_path) as (url, _):
        if phase == "open":
            table, visitors = await table_of(url, 3)
            pages = [await visitor.sit(table) for visitor in visitors]
        else:
            table, visitors, pages = await started(url, 3)
        if phase == "finished":
            await asyncio.gather(*(page.play() for page in pages))
        watcher = await watch(url, table)
        await visitors[0].post(f"tables/{table}/settings", {"spectators": False})
        assert await closed_with(watcher, 4003)
        assert not any(
            isinstance(m, protocol.TableChanged) and not m.table.spectators for m in watcher.messages
        )
        name = {"open": "open", "running": "live", "finished": "finished"}[phase]
        assert (await Visitor(url).get(f"tables?list={name}"))["tables"] == []
        for page in pages:
            await page.send(protocol.Ping("p"))
            await page.verdict("p")


async def test_nothing_of_a_closed_table_is_told_to_strangers(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, pages = await started(url, 3, spectators=False)
        stranger = Visitor(url)
        await stranger.get("info")
        assert (await stranger.get(f"tables/{table}", 403))["code"] == "spectators_closed"
        assert await closed_with(await stranger.sit(table), 4003)
        await asyncio.gather(*(page.play() for page in pages))
        for path in ("", "/record", "/verify"):
            assert (await stranger.get(f"tables/{table}{path}", 403))["code"] == "spectators_closed"
        ask = {"seat": 0, "at": 2}
        assert await stranger.refused(f"tables/{table}/analysis", ask) == "spectators_closed"
        assert (await visitors[1].get(f"tables/{table}/verify"))["fair"]


async def test_a_kicked_guest_is_shown_out_and_sees_no_game(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors = await table_of(url, 3, spectators=False)
        pages = [await visitor.sit(table) for visitor in visitors]
        for page in pages:
            await page.until_type(protocol.Welcome)
        await visitors[0].post(f"tables/{table}/seats/2", {"bot": None})
        assert await closed_with(pages[2], 4003)
        again = await visitors[2].sit(table)  # with the link one may look, to join
        await again.until_type(protocol.Welcome)
        await visitors[0].post(f"tables/{table}/start", {"fill": "random"})
        assert await closed_with(again, 4003)
        assert again.events == []


async def test_spectators_at_another_server_are_shown_out(tmp_path: Path, postgres_url: str, valkey_url: str):
    shared = {"database": postgres_url, "bus": valkey_url, "secret": tmp_path / "secret"}
    async with (
        served(tmp_path / "a", **shared) as (here, _),
        served(tmp_path / "b", **shared) as (there, _),
    ):
        table, visitors, (ana, _, _) = await started(here, 3)
        watcher = await watch(there, table)
        await visitors[0].post(f"tables/{table}/settings", {"spectators": False})
        assert await closed_with(watcher, 4003)
        seen = len(watcher.events)
        await ana.answer_default()
        assert len(watcher.events) == seen


async def test_without_a_bus_they_are_shown_out_a_little_later(tmp_path: Path):
    async with served(tmp_path) as (here, _), served(tmp_path) as (there, _):
        table, visitors, _ = await started(here, 3)
        watcher = await watch(there, table)
        await visitors[0].post(f"tables/{table}/settings", {"spectators": False})
        assert await closed_with(watcher, 4003)


async def test_the_operator_closes_a_table_and_open_pages_notice(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, visitors, pages = await started(url, 3)
        await visitors[2].post(f"tables/{table}/leave")  # a bot plays seat 2
        async with open_admin_session(Config(data=tmp_path)) as admin:
            assert await admin.close_table(table)
        for page in pages:
            await page.until(lambda m: isinstance(m, protocol.TableChanged) and m.table.phase == "closed")
            assert await _asked_nothing(page)
        assert not server.registry.tables[table].bots.busy
        assert (await pages[0].answer(Sacrifice(3), turn=1)).code == "wrong_phase"


async def _asked_nothing(page: Client) -> bool:
    while page.ask is None or page.ask.question is not None:
        await page.read()
    return True


async def test_the_operator_deletes_a_table_and_open_pages_are_closed(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, _, pages = await started(url, 3)
        async with open_admin_session(Config(data=tmp_path)) as admin:
            assert table in await admin.prune(-1)
        assert await closed_with(pages[0], 4004)
        await Visitor(url).get(f"tables/{table}", 404)
