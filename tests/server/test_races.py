"""Two processes that share a database and hear nothing of each other: nothing is doubled or lost."""

import asyncio
from pathlib import Path

import pytest

from chocolatl.bots.fallback import default_answer
from chocolatl.server import protocol
from chocolatl.server.config import Config
from chocolatl.server.ops.admin_session import open_admin_session
from tests.server.harness import Visitor, served, started, table_of


def at(visitor: Visitor, url: str) -> Visitor:
    """The same browser, at another server."""
    visitor.url = url
    cookies = visitor.http.cookies
    other = Visitor(url)
    other.http.cookies = cookies
    return other


async def test_a_rematch_asked_for_at_two_servers_is_one_table(tmp_path: Path):
    async with served(tmp_path) as (here, one), served(tmp_path) as (there, two):
        table, visitors, pages = await started(here, 3)
        await asyncio.gather(*(page.play() for page in pages))
        elsewhere = [at(visitor, there) for visitor in visitors]
        for visitor in elsewhere:
            await visitor.get(f"tables/{table}")
        both = [*visitors, *elsewhere]
        clicks = await asyncio.gather(*(v.post(f"tables/{table}/rematch") for v in both))
        assert len({click["table"]["id"] for click in clicks}) == 1
        assert [click["seat"] for click in clicks] == [0, 1, 2, 0, 1, 2]
        async with open_admin_session(Config(data=tmp_path)) as admin:
            assert {row.id for row in await admin.tables()} == {table, clicks[0]["table"]["id"]}
        created = [
            s.services.metrics.registry.get_sample_value("chocolatl_tables_created_total") for s in (one, two)
        ]
        assert sum(filter(None, created)) == 2


async def test_a_join_here_and_a_start_there(tmp_path: Path):
    async with served(tmp_path) as (here, _), served(tmp_path) as (there, _):
        table, (ana, bo) = await table_of(here, 2, players=3)
        host = at(ana, there)
        assert await host.refused(f"tables/{table}/start") == "wrong_phase"  # it knows the table now
        cleo = Visitor(here)
        await cleo.post(f"tables/{table}/join", {"name": "Cleo"})
        done = await host.post(f"tables/{table}/start")
        assert done["table"]["phase"] == "running"
        # The first server has not heard of the start: whoever sits down, leaves or comes is told the truth.
        assert await Visitor(here).refused(f"tables/{table}/join", {"name": "Dirk"}) == "wrong_phase"
        left = await bo.post(f"tables/{table}/leave")
        assert left["table"]["seats"][1]["held"]
        page = await at(cleo, there).sit(table)
        await page.until_type(protocol.Welcome)


@pytest.mark.parametrize("spectators", [True, False])
async def test_who_sat_down_there_is_no_stranger_here(tmp_path: Path, spectators: bool):
    async with served(tmp_path) as (here, _), served(tmp_path) as (there, _):
        table, (ana, bo) = await table_of(here, 2, players=3, spectators=spectators)
        host, cleo = at(ana, there), Visitor(there)
        await host.get(f"tables/{table}")
        await cleo.post(f"tables/{table}/join", {"name": "Cleo"})
        await host.post(f"tables/{table}/start")
        page = await at(cleo, here).sit(table)
        welcome = await page.until_type(protocol.Welcome)
        assert welcome.seat == 2
        assert (await at(cleo, here).post(f"tables/{table}/leave"))["table"]["seats"][2]["held"]
        assert (await bo.get(f"tables/{table}"))["seat"] == 1


async def test_an_answer_to_a_question_that_only_the_other_server_knows(tmp_path: Path):
    async with served(tmp_path) as (here, _), served(tmp_path) as (there, _):
        table, visitors, pages = await started(here, 3)
        away = [await at(visitor, there).sit(table) for visitor in visitors]
        for page in away:
            await page.until_type(protocol.Ask)
        for page in pages:
            await page.answer_default()
        while pages[0].ask is None or pages[0].ask.question is None or pages[0].ask.question.turn < 2:
            await pages[0].read()
        question = pages[0].ask.question
        verdict = await away[0].answer(default_answer(question), question.turn)
        assert isinstance(verdict, protocol.Accepted)
