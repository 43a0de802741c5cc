"""A process that no note has reached does nothing by what it knew before. Found by the state machine."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from chocolatl.server import protocol
from chocolatl.server.protocol import CreateTable, Join, SetSeat, Start
from chocolatl.server.store.documents import BackUntil
from chocolatl.server.tables.create_table import create_table
from tests.server.stores import appended, opened, running_row
from tests.server.table_model import OK
from tests.server.world import Page, World, outcome, two_stores, visitor

ANA, BO, CLEO = 0, 1, 2


@asynccontextmanager
async def two_processes(folder: Path, pace: protocol.Pace | None = None) -> AsyncIterator[World]:
    """A table of three with Ana and Bo, known to both; then the bus is away."""
    stores = await two_stores(folder)
    world = World(stores)
    here, there = world.processes
    made = await create_table(
        here.services, visitor(ANA), "", CreateTable("Ana", 3, pace=pace or protocol.Relaxed())
    )
    world.table = made.table.id
    await here.routes.join(world.table, visitor(BO), Join("Bo"))
    await there.routes.table(world.table, visitor(BO))
    world.bus_away = True
    yield world
    for process, store in zip(world.processes, stores, strict=True):
        await process.die()
        await store.close()


async def test_who_leaves_a_game_that_began_elsewhere_leaves_the_game(tmp_path: Path):
    async with two_processes(tmp_path) as world:
        here, there = world.processes
        await here.routes.start(world.table, visitor(ANA), Start("easy"))
        left = await there.routes.leave(world.table, visitor(BO))
        assert left.table.phase == "running"
        assert left.table.seats[1].held


async def test_a_page_whose_seat_was_given_away_elsewhere_commits_and_mutes_for_nobody(tmp_path: Path):
    async with two_processes(tmp_path) as world:
        here, there = world.processes
        page = Page(there, world.table, BO)
        await page.hello()
        await here.routes.set_seat(world.table, visitor(ANA), 1, SetSeat(None))
        await here.routes.join(world.table, visitor(CLEO), Join("Cleo", 1))
        assert await page.send(protocol.Commit("c", 1, page.commitment(1, 1))) == "not_seated"
        assert await page.send(protocol.Mute("m", 0, True)) == "not_seated"
        assert not (await world.row()).lobby.seats[1].commitment


async def test_a_bots_answer_does_not_count_when_its_person_is_back_at_another_process(tmp_path: Path):
    async with two_processes(tmp_path) as world:
        here, there = world.processes
        await here.routes.start(world.table, visitor(ANA), Start("easy"))
        await here.routes.leave(world.table, visitor(BO))
        await world.settle()
        assert here.bots.thinking
        assert await outcome(there.routes.takeback(world.table, visitor(BO))) == OK
        here.bots.answer()
        await world.settle()
        assert 1 not in [row.seat for row in await world.rows()]


async def test_what_depends_on_the_lobby_is_stored_only_while_it_stays(database: str):
    async with opened(database) as store:
        row = await running_row(store)
        assert not await store.append(appended(row, -1, 2)._replace(version=row.version - 1))
        assert await store.append(appended(row, -1, 2)._replace(version=row.version))
        assert await store.append(appended(row, 1, 1))


async def test_who_is_back_and_owes_an_answer_has_the_full_time_again(tmp_path: Path):
    async with two_processes(tmp_path, protocol.Live(60)) as world:
        here, there = world.processes
        await here.routes.start(world.table, visitor(ANA), Start("easy"))
        asked_at = world.now
        ends = (await world.row()).summary.deadline
        for wait, left in ((20.0, 60.0), (20.0, 60.0), (9.0, 60.0), (20.0, 51.0)):
            world.now += wait
            await here.routes.leave(world.table, visitor(BO))
            await there.routes.takeback(world.table, visitor(BO))
            row = await world.row()
            assert row.lobby.seats[1].back == BackUntil(1, world.now + left)
            assert world.now + left <= asked_at + 120
            assert row.summary.deadline == ends == asked_at + 60, "whoever stayed has no more time"


async def test_who_answers_takes_the_seat_back(tmp_path: Path):
    async with two_processes(tmp_path) as world:
        here, _ = world.processes
        page = Page(here, world.table, BO)
        await page.hello()
        await here.routes.start(world.table, visitor(ANA), Start("easy"))
        await here.routes.leave(world.table, visitor(BO))
        await world.settle()
        assert page.ask is not None
        assert page.ask.question is not None
        assert page.ask.default is not None
        assert await page.send(protocol.Answer("a", page.ask.question.turn, page.ask.default)) == OK
        assert not (await world.row()).lobby.seats[1].held
