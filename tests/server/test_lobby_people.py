"""People around an open table: names, readiness, the host's powers, a rematch, what the chat says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chocolatl.rules.texts import PLAYER_NAME
from chocolatl.server import protocol
from chocolatl.server.errors import RequestError
from chocolatl.server.store.documents import DrawDoc, Lobby
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.create_table import create_table
from chocolatl.server.tables.host_role import HOST_AWAY_SECONDS, hand_host_on
from chocolatl.server.tables.notices import notices
from chocolatl.server.tables.rematch import rematch
from chocolatl.server.tables.text_safety import skeleton, unique_name
from tests.server.harness import Visitor, served, started
from tests.server.stores import new_row
from tests.server.world import Page, Process, World, emptied, two_stores, visitor

OWNER, BO, CLEO = "v" * 64, "w" * 64, "x" * 64


def three() -> Lobby:
    lobby = lobbies.sit(new_row(OWNER).lobby, BO, "Bo", 1, None)
    return lobbies.sit(lobby, CLEO, "Cleo", 2, None)


# ---- names ----


@given(
    st.lists(
        st.sampled_from(["Guest", "guest", "Gùest", "Ana", "А" * PLAYER_NAME.most, "Guest 2"]), max_size=9
    )
)
def test_nobody_is_refused_for_a_name_and_no_two_look_alike(wishes: list[str]):
    names: list[str] = []
    for wish in wishes:
        names.append(unique_name(wish, names))
    assert len({skeleton(name) for name in names}) == len(names)
    assert all(len(name) <= PLAYER_NAME.most for name in names)


def test_a_doubled_name_gets_a_number_and_an_own_name_stays():
    lobby = three()
    assert lobbies.rename(lobby, 1, "Ana", None).seats[1].name == "Ana 2"
    assert lobbies.rename(lobby, 0, "Ana", None).seats[0].name == "Ana"
    assert (
        lobbies.rename(lobby, 1, None, "plum").seats[1].colour
        != lobbies.rename(lobby, 1, "Bob", None).seats[1].colour
    )


# ---- the host ----


def test_whoever_is_removed_does_not_come_back_and_others_do():
    lobby = lobbies.put_bot(three(), 1, None)
    with pytest.raises(RequestError, match="removed"):
        lobbies.sit(lobby, BO, "Bo", None, None)
    assert lobbies.sit(lobby, "y" * 64, "Bo", None, None).seats[1].name == "Bo"


def test_a_seat_that_changes_hands_is_muted_no_more():
    lobby = lobbies.mute(three(), 0, 1, True)
    assert lobbies.leave(lobby, 1).seats[0].muted == ()
    assert lobbies.put_bot(lobby, 1, "easy").seats[0].muted == ()


def test_a_host_who_leaves_hands_the_role_to_the_next_around_the_table():
    lobby = hand_host_on(three(), 1)
    assert lobbies.leave(lobby, 1).host == 2
    assert lobbies.leave(hand_host_on(lobby, 2), 2).host == 0


# ---- a rematch ----


@given(st.permutations([0, 1, 2]), st.sampled_from([0, 1, 2]))
def test_seats_of_a_rematch_are_kept_in_any_order_and_only_for_whoever_sat_there(
    order: list[int], asker: int
):
    people = (OWNER, BO, CLEO)
    lobby = lobbies.mute(three(), 0, 2, True)
    again = rematch(lobby, "a" * 16, DrawDoc(1, "c" * 64), "1", asker, order)
    assert again.seats[again.host].holders == (people[asker],)
    assert len(again.empty) == 2
    with pytest.raises(RequestError, match="seat_taken"):
        lobbies.sit(again, "y" * 64, "Eva", None, None)
    for person in people:
        again = again if again.seat_of(person) is not None else lobbies.sit(again, person, "x", None, None)
    assert [doc.name for doc in again.seats] == [lobby.seats[seat].name for seat in order]
    assert {doc.colour for doc in again.seats} == {doc.colour for doc in lobby.seats}
    (muter,) = [doc for doc in again.seats if doc.muted]
    assert (muter.name, [again.seats[seat].name for seat in muter.muted]) == ("Ana", ["Cleo"])


def test_who_is_gone_is_not_dealt_in():
    again = rematch(three(), "a" * 16, DrawDoc(1, "c" * 64), "1", 0)
    again = lobbies.fill(lobbies.sit_again(again, BO), "easy")
    assert [doc.kind for doc in again.seats] == ["person", "person", "bot"]
    assert lobbies.sit_again(again, CLEO) is again


# ---- what the chat says ----


def test_the_table_says_who_comes_goes_is_played_for_and_is_host():
    lobby = three()
    said = lambda before, after: [(line.name, line.code) for line in notices(before, after)]  # noqa: E731
    assert said(new_row(OWNER).lobby, lobbies.sit(new_row(OWNER).lobby, BO, "Bo", 1, None)) == [
        ("Bo", "joined")
    ]
    assert said(lobby, lobbies.leave(lobby, 0)) == [("Ana", "left"), ("Bo", "host")]
    held = lobbies.hand_over(lobby, (2,), "medium")
    assert said(lobby, held) == [("Cleo", "bot_plays")]
    assert said(held, lobbies.take_back(held, 2)) == [("Cleo", "back")]
    assert said(lobby, lobbies.set_ready(lobby, 1, True)) == []
    assert said(lobby, lobbies.put_bot(lobby, 1, "easy")) == [("Bo", "left")]


# ---- over the network ----


async def test_ready_marks_fall_when_the_host_changes_what_is_played(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana, bo = Visitor(url), Visitor(url)
        table = await ana.create(players=3)
        await bo.post(f"tables/{table}/join", {"name": "Ana"})
        for person in (ana, bo):
            told = await person.post(f"tables/{table}/me", {"ready": True})
        assert [seat["ready"] for seat in told["table"]["seats"]] == [True, True, False]
        assert [seat["name"] for seat in told["table"]["seats"]][:2] == ["Ana", "Ana 2"]
        told = await bo.post(f"tables/{table}/me", {"name": "Bo", "colour": "plum"})
        assert (told["table"]["seats"][1]["name"], told["table"]["seats"][1]["colour"]) == ("Bo", "plum")
        told = await ana.post(f"tables/{table}/settings", {"listed": False, "locked": True})
        assert told["table"]["seats"][1]["ready"]
        told = await ana.post(f"tables/{table}/settings", {"hints": True})
        assert [seat["ready"] for seat in told["table"]["seats"]] == [True, False, False]
        assert await Visitor(url).refused(f"tables/{table}/join", {"name": "Cleo"}) == "table_locked"
        assert await ana.refused(f"tables/{table}/settings", {"host": 2}) == "no_such_seat"
        told = await ana.post(f"tables/{table}/settings", {"host": 1})
        assert told["table"]["host"] == 1
        assert await ana.refused(f"tables/{table}/settings", {"locked": False}) == "not_host"


async def test_phrases_notices_and_spectators_in_the_chat(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana, eva = Visitor(url), Visitor(url)
        table = await ana.create(players=3)
        mine, watching = await ana.sit(table), await eva.sit(table)
        await watching.until_type(protocol.Welcome)
        await watching.send(protocol.Say("a", "may I?", name="Ana"))
        assert (await watching.until_type(protocol.Refused)).code == "chat_closed"
        await ana.post(f"tables/{table}/settings", {"spectator_chat": True})
        await watching.send(protocol.Say("b", "may I now?", name="Ana"))
        (line,) = (await _chat(mine)).lines
        assert (line.seat, line.name, line.text) == (None, "Ana 2", "may I now?")
        await mine.send(protocol.Say("c", phrase="well_played"))
        (line,) = (await _chat(mine)).lines
        assert (line.seat, line.phrase, line.text) == (0, "well_played", "Well played!")
        await eva.post(f"tables/{table}/join", {"name": "Eva"})
        (line,) = (await _chat(mine)).lines
        assert (line.seat, line.notice, line.name) == (1, "joined", "Eva")


async def _chat(page: object) -> protocol.Chat:
    while not (found := await page.until_type(protocol.Chat)).lines:  # type: ignore[attr-defined]
        pass
    return found  # type: ignore[no-any-return]


async def test_somebody_muted_stays_muted_at_the_next_table(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        ana, bo = Visitor(url), Visitor(url)
        first = await ana.create(players=3)
        await bo.post(f"tables/{first}/join", {"name": "Bo"})
        page = await ana.sit(first)
        await page.until_type(protocol.Welcome)
        await page.send(protocol.Mute("m", 1, True))
        await page.until_type(protocol.Accepted)
        second = await bo.create(players=3)
        await ana.post(f"tables/{second}/join", {"name": "Ana"})
        assert (await server.registry.open_table(second)).lobby.seats[1].muted == (0,)
        third = await ana.create(players=3)
        await bo.post(f"tables/{third}/join", {"name": "Bo"})
        assert (await server.registry.open_table(third)).lobby.seats[0].muted == (1,)


async def test_a_rematch_waits_for_those_who_come_and_starts_with_them(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, pages = await started(url, 3)
        await asyncio.gather(*(page.play() for page in pages))
        new = (await visitors[1].post(f"tables/{table}/rematch?mixed=true"))["table"]
        old = (await visitors[0].get(f"tables/{table}"))["table"]["seats"]
        waited_for = [seat["kept_for"] for seat in new["seats"] if seat["kind"] == "empty"]
        assert sorted(waited_for) == sorted(old[seat]["name"] for seat in (0, 2))
        assert (await visitors[0].get(f"tables/{table}"))["table"]["rematch"] == new["id"]
        await visitors[0].post(f"tables/{table}/rematch")
        done = await visitors[1].post(f"tables/{new['id']}/start", {"fill": "random"})
        assert sorted(seat["kind"] for seat in done["table"]["seats"]) == ["bot", "person", "person"]
        late = await visitors[2].post(f"tables/{table}/rematch")
        assert (late["seat"], late["table"]["id"]) == (None, new["id"])


@asynccontextmanager
async def two_processes(tmp_path: Path) -> AsyncIterator[World]:
    stores = await two_stores(tmp_path)
    world = World(stores)
    yield world
    for process in world.processes:
        await process.die()
    await emptied(stores)
    for store in stores:
        await store.close()


async def _sits(process: Process, table: str, browser: int) -> Page:
    page = Page(process, table, browser)
    process.world.pages.append(page)
    await page.hello()
    await process.world.settle()
    return page


async def test_a_host_who_closed_the_page_does_not_freeze_the_table(tmp_path: Path):
    """After a minute the next person who is here becomes the host, also when no process hears the other."""
    async with two_processes(tmp_path) as processes:
        here, there = processes.processes
        made = await create_table(
            here.registry.services, visitor(0), "", protocol.CreateTable("Ana", players=4)
        )
        processes.table = table = made.table.id
        for browser, name in ((1, "Bo"), (2, "Cleo")):
            await here.routes.join(table, visitor(browser), protocol.Join(name))
        host = await _sits(here, table, 0)
        guest = await _sits(there, table, 2)
        processes.bus_away = True
        await processes.advance(3 * HOST_AWAY_SECONDS)
        assert (await processes.row()).lobby.host == 0, "the host is there, at another process"
        await host.close()
        await processes.advance(HOST_AWAY_SECONDS / 2)
        assert (await processes.row()).lobby.host == 0
        await processes.advance(HOST_AWAY_SECONDS + 30)
        assert (await processes.row()).lobby.host == 2, "Bo comes next, but is not here"
        assert [line.notice for line in guest.lines][-1] == "host"
