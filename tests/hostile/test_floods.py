"""Everything that one may ask for again and again: each is bounded, and the others' table stays as it was."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from chocolatl.server import protocol
from chocolatl.server.config import NO_LIMITS, Rates
from chocolatl.server.store.rows import ChatRow
from chocolatl.server.tables.big_screen.screen_codes import FRESH_SECONDS, ScreenCodes
from chocolatl.server.tables.services import TableServices
from tests.server.harness import Visitor, served, started, table_of

LOOSE: dict[str, Any] = {"requests": (1e6, 1e6), "messages": (1e6, 1e6), "late_seconds": 0.0}
FLOOD = 30


async def codes(visitor: Visitor, path: str, *bodies: dict[str, Any]) -> list[int]:
    """The status of each of many requests."""
    return [
        (await visitor.http.post(f"/api/{path}", json=bodies[n % len(bodies)])).status_code
        for n in range(FLOOD)
    ]


async def test_joining_and_leaving_again_and_again_does_not_fill_the_chat(tmp_path: Path):
    async with served(tmp_path, rates=Rates(**LOOSE)) as (url, server):
        ana = Visitor(url)
        table = await ana.create()
        for number in range(FLOOD):
            mallory = Visitor(url)  # a new browser each time
            await mallory.post(f"tables/{table}/join", {"name": f"M{number}", "seat": 1})
            await mallory.post(f"tables/{table}/leave")
        await Visitor(url).post(f"tables/{table}/join", {"name": "Bo", "seat": 2})
        said: list[ChatRow] = []
        while not any(row.seat == 2 for row in said):  # of the other seat it is said
            said = await server.services.store.chat(table, 0, 1000)
        assert sum(row.seat == 1 for row in said) <= 6


async def test_phrases_faces_and_lines_are_one_limit(tmp_path: Path):
    async with served(tmp_path, rates=Rates(**LOOSE, chat=(0.001, 5))) as (url, _):
        _, _, (ana, *_) = await started(url, 3)
        taken = 0
        for number in range(18):
            phrase: Any = ("hello", "heart", None)[number % 3]
            await ana.send(protocol.Say(f"s{number}", "" if phrase else "hi", phrase=phrase))
            taken += isinstance(await ana.verdict(f"s{number}"), protocol.Accepted)
        assert taken == 5


@pytest.mark.parametrize("path", ["me", "webhook"])
async def test_ready_marks_and_notifications_are_limited_and_bo_still_gets_ready(tmp_path: Path, path: str):
    async with served(tmp_path, rates=Rates(requests=(0.001, 30), late_seconds=0)) as (url, server):
        table, (ana, bo, *_) = await table_of(url, 3)
        version = server.registry.tables[table].row.version
        body = {"ready": True} if path == "me" else {"url": None}
        answers = await codes(ana, f"tables/{table}/{path}", body, {"ready": False} if path == "me" else body)
        assert set(answers[-8:]) == {429}
        assert server.registry.tables[table].row.version - version <= 15
        assert (await bo.post(f"tables/{table}/me", {"ready": True}))["table"]["id"] == table


async def test_a_mark_or_address_that_changes_nothing_is_not_stored(tmp_path: Path):
    async with served(tmp_path, rates=NO_LIMITS) as (url, server):
        table, (ana, *_) = await table_of(url, 3)
        await ana.post(f"tables/{table}/me", {"ready": True})
        version = server.registry.tables[table].row.version
        assert set(await codes(ana, f"tables/{table}/me", {"ready": True})) == {201}
        assert set(await codes(ana, f"tables/{table}/webhook", {"url": None})) == {204}
        assert server.registry.tables[table].row.version == version


async def test_however_often_a_rematch_is_asked_for_there_is_one(tmp_path: Path):
    async with served(tmp_path, rates=NO_LIMITS) as (url, server):
        table, visitors, pages = await started(url, 3)
        await asyncio.gather(*(page.play() for page in pages))
        asked = [who.post(f"tables/{table}/rematch?mixed={n % 2}") for n in range(7) for who in visitors]
        assert len({answer["table"]["id"] for answer in await asyncio.gather(*asked)}) == 1
        assert len(await server.services.store.unfinished(10)) == 1


async def test_a_guessed_code_costs_no_search(tmp_path: Path):
    """A thousand wrong codes: one query, until the index is old."""
    async with served(tmp_path, rates=NO_LIMITS) as (url, server):
        ana = Visitor(url)
        table = await ana.create()
        store, reads = server.services.store, list[int]()

        class Counting:
            async def unfinished(self, count: int) -> list[str]:
                reads.append(count)
                return await store.unfinished(count)

        now = [0.0]
        services = TableServices(
            server.services.config, Counting(), server.services.bus, server.services.secret,  # type: ignore[arg-type]
            server.services.metrics, server.services.now,
        )  # fmt: skip
        index = ScreenCodes(services, lambda: now[0])
        for number in range(1000):
            assert await index.table_of(f"{number:08d}", ()) is None
        assert len(reads) == 1
        later = await ana.create()
        code = server.services.secret.screen_code
        assert await index.table_of(code(table), ()) == table
        assert await index.table_of(code(later), ()) is None, "made since; nobody has typed it by now"
        now[0] += FRESH_SECONDS
        assert await index.table_of(code(later), ()) == later
        assert len(reads) == 2


async def test_guesses_are_limited_also_with_new_browsers_and_other_spellings(tmp_path: Path):
    rates = Rates(**LOOSE, codes=(0.001, 4), people_per_address=2)
    async with served(tmp_path, rates=rates) as (url, _):
        ana = Visitor(url)
        table = await ana.create()
        paths = (
            "screens/aaaaaaaa",
            "screens/aaaaaaaa/",
            "/screens//aaaaaaaa",
            f"screens/aaaaaaaa?table={table}",
        )
        answers = [(await ana.http.get(f"/api/{paths[n % 4]}")).status_code for n in range(12)]
        assert answers == [403] * 4 + [429] * 8
        people = [Visitor(url) for _ in range(6)]
        for visitor in people:
            await visitor.get("info")
        answers = [(await visitor.http.get("/api/screens/aaaaaaaa")).status_code for visitor in people]
        assert answers == [403] * 4 + [429] * 2
