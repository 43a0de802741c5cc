"""Everything about tables apart from playing."""

import asyncio
from pathlib import Path

import pytest

from chocolatl.rules.board import board_text, named_board
from chocolatl.server import protocol
from chocolatl.server.config import Rates
from chocolatl.server.http.lobby_routes import PAGE
from tests.server.harness import Visitor, served, started, table_of


async def test_the_host_prepares_a_table_and_strangers_cannot(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana, bo = Visitor(url), Visitor(url)
        table = await ana.create(players=4, bots=[None, "random"], colour="plum", listed=False)
        seats = (await bo.get(f"tables/{table}"))["table"]["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "empty", "bot", "empty"]
        assert seats[0]["colour"] == "plum"
        assert len({seat["colour"] for seat in seats}) == 4
        assert await bo.refused(f"tables/{table}/start") == "not_seated"
        assert await bo.refused(f"tables/{table}/join", {"name": "\u200b\u202e"}) == "bad_name"
        assert await bo.refused(f"tables/{table}/join", {"name": "Bo", "colour": "plum"}) == "colour_taken"
        assert await bo.refused(f"tables/{table}/join", {"name": "Bo", "seat": 2}) == "seat_taken"
        mine = await bo.post(f"tables/{table}/join", {"name": "Bo", "colour": seats[2]["colour"]})
        assert mine["seat"] == 1
        assert len({seat["colour"] for seat in mine["table"]["seats"]}) == 4
        assert await bo.refused(f"tables/{table}/join", {"name": "Bob"}) == "seat_taken"
        assert await bo.refused(f"tables/{table}/seats/2", {"bot": None}) == "not_host"
        assert await ana.refused(f"tables/{table}/seats/2", {"bot": "nonsense"}) == "no_such_bot"
        await ana.post(f"tables/{table}/seats/2", {"bot": None})
        assert await ana.refused(f"tables/{table}/start") == "wrong_phase"
        done = await ana.post(f"tables/{table}/start", {"fill": "random"})
        assert [seat["kind"] for seat in done["table"]["seats"]] == ["person", "person", "bot", "bot"]
        assert await ana.refused(f"tables/{table}/start") == "wrong_phase"
        assert await Visitor(url).refused(f"tables/{table}/join", {"name": "Cleo"}) == "wrong_phase"


async def test_leaving_an_open_table_passes_the_host_on(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, (ana, bo, _) = await table_of(url, 3)
        await ana.post(f"tables/{table}/leave")
        left = await bo.get(f"tables/{table}")
        assert left["table"]["host"] == 1
        assert left["table"]["seats"][0]["kind"] == "empty"
        assert (await ana.get(f"tables/{table}"))["seat"] is None


async def test_a_full_list_is_light(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        for number in range(PAGE + 1):
            await ana.create(listed=True, name=f"Ana {number}")
        answer = await ana.http.get("/api/tables?list=open", headers={"accept-encoding": "gzip"})
    assert len(answer.json()["tables"]) == PAGE
    assert int(answer.headers["content-length"]) < 4000


async def test_lists_show_what_they_should(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        open_table = await ana.create(listed=True)
        hidden = await ana.create(listed=False)
        live, people, _pages = await started(url, 3)
        private, _, _ = await started(url, 3, spectators=False)
        over, _, finishers = await started(url, 3)
        await asyncio.gather(*(page.play() for page in finishers))

        async def listed(name: str) -> set[str]:
            return {line["table"]["id"] for line in (await ana.get(f"tables?list={name}"))["tables"]}

        assert open_table in await listed("open")
        assert hidden not in await listed("open")
        assert await listed("live") == {live}
        assert private not in await listed("live")
        assert await listed("finished") == {over}
        mine = [line["table"]["id"] for line in (await ana.get("mine"))["tables"]]
        assert set(mine) == {open_table, hidden}
        other = await people[0].create()
        assert [
            (line["table"]["id"], line["waiting"]) for line in (await people[0].get("mine"))["tables"]
        ] == [
            (live, True),
            (other, False),
        ]


async def test_a_personal_link_opens_the_seat_on_another_device(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, (ana, bo, cleo) = await started(url, 3)
        token = (await visitors[0].post(f"tables/{table}/link"))["token"]
        phone = Visitor(url)
        assert await phone.refused(f"tables/{table}/claim", {"token": token[:-1] + "x"}) == "bad_token"
        other = await visitors[0].create()
        assert await phone.refused(f"tables/{other}/claim", {"token": token}) == "bad_token"
        assert (await phone.post(f"tables/{table}/claim", {"token": token}))["seat"] == 0
        assert await visitors[1].refused(f"tables/{table}/claim", {"token": token}) == "seat_taken"
        page = await phone.sit(table)
        await page.until_type(protocol.Ask)
        everyone = (page, bo, cleo)
        await asyncio.gather(*(one.play() for one in everyone))
        await ana.until_type(protocol.Fairness)
        assert ana.events == page.events


async def test_closing_a_table_to_spectators_shows_them_out(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, _ = await started(url, 3)
        stranger = Visitor(url)
        page = await stranger.sit(table)
        await page.until_type(protocol.Welcome)
        assert await visitors[1].refused(f"tables/{table}/settings", {"spectators": False}) == "not_host"
        await visitors[0].post(f"tables/{table}/settings", {"spectators": False})
        with pytest.raises(Exception, match="4003"):
            await page.quiet(5)
        again = await stranger.sit(table)
        assert (await again.until_type(protocol.Refused)).code == "spectators_closed"
        assert (await stranger.get(f"tables/{table}", 403))["code"] == "spectators_closed"
        assert (await visitors[1].get(f"tables/{table}"))["seat"] == 1


async def test_rematch_with_the_same_people_in_one_click(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, pages = await started(url, 3)
        assert await visitors[0].refused(f"tables/{table}/rematch") == "wrong_phase"
        await asyncio.gather(*(page.play() for page in pages))
        assert await Visitor(url).refused(f"tables/{table}/rematch") == "not_seated"
        clicks = await asyncio.gather(*(v.post(f"tables/{table}/rematch") for v in visitors))
        assert {click["table"]["id"] for click in clicks} == {clicks[0]["table"]["id"]}
        assert [click["seat"] for click in clicks] == [0, 1, 2]
        new = clicks[0]["table"]
        assert new["commitment"] != (await visitors[0].get(f"tables/{table}"))["table"]["commitment"]
        second = [await visitor.sit(new["id"]) for visitor in visitors]
        await asyncio.gather(*(page.play() for page in second))


async def test_a_board_of_ones_own_and_a_wrong_one(tmp_path: Path):
    from importlib.resources import files

    text = files("chocolatl.rules").joinpath("boards/default.toml").read_text()
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        wrong = await ana.post(
            "tables", {"name": "Ana", "board": text.replace("goal = 40", "goal = -1")}, 409
        )
        assert wrong["code"] == "bad_board"
        assert "goal" in wrong["expected"]
        short = text.replace("rounds = 7", "rounds = 1")
        assert short != text
        table, _, pages = await started(url, 3, board=short)
        await asyncio.gather(*(page.play() for page in pages))
        assert (await ana.get(f"tables/{table}"))["table"]["round"] == 1


async def test_a_board_of_ours_by_name(tmp_path: Path):
    """And nothing else under its name: numbers that differ show."""
    async with served(tmp_path) as (url, server):
        ana = Visitor(url)
        assert (await ana.get("info"))["boards"] == ["default", "balanced"]
        other = board_text("balanced").replace("goal = 40", "goal = 41")
        for board, told in (("default", "default"), ("balanced", "balanced"), (other, "balanced*")):
            made = await ana.post("tables", {"name": "Ana", "board": board})
            assert made["table"]["board"] == told
        assert await ana.refused("tables", {"name": "Ana", "board": "balancd"}) == "bad_board"
        table, _, _ = await started(url, 3, board="balanced")
        live = await server.registry.open_table(table)
        assert live.lobby.board == named_board("balanced")


async def test_new_tables_are_limited_per_address(tmp_path: Path):
    async with served(tmp_path, rates=Rates(new_tables=(0.001, 3))) as (url, _):
        ana = Visitor(url)
        for _ in range(3):
            await ana.create()
        assert await ana.refused("tables", {"name": "Ana"}) == "too_fast"
