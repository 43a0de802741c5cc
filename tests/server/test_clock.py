"""Deadlines: a warning, then a bot; and the player takes the seat back at any moment."""

import asyncio
import time
from pathlib import Path

from chocolatl.bots.fallback import default_answer
from chocolatl.rules.actions import Sacrifice
from chocolatl.server import protocol
from chocolatl.server.ops.app import Server
from chocolatl.server.tables.clocks.deadlines import DAY, GRACE_SECONDS
from tests.server.harness import Client, Visitor, served, set_clock, started

LIVE = {"pace": {"pace": "live", "seconds": 60}}


def let_pass(server: Server, seconds: float) -> None:
    """Set the server's clock forward."""
    set_clock(server, lambda: time.time() + seconds)


async def test_a_deadline_warns_then_a_bot_plays_then_the_player_is_back(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, visitors, (ana, bo, cleo) = await started(url, 3, **LIVE)
        assert ana.ask is not None
        assert ana.ask.deadline is not None
        assert 55 < ana.ask.deadline - time.time() <= 60
        await ana.answer(Sacrifice(3))
        let_pass(server, 50)
        assert (await bo.until_type(protocol.Warned)).turn == 1
        let_pass(server, 61)
        changed = await bo.until(lambda m: isinstance(m, protocol.TableChanged) and m.table.seats[1].held)
        assert isinstance(changed, protocol.TableChanged)
        assert [seat.held for seat in changed.table.seats] == [False, True, True]
        await until_turn(ana, 2)
        back = await visitors[1].post(f"tables/{table}/takeback")
        assert not back["table"]["seats"][1]["held"]
        await until_turn(cleo, 2)
        assert cleo.ask is not None
        assert cleo.ask.question is not None
        await cleo.answer(default_answer(cleo.ask.question))  # who answers is back, without asking first
        after = (await visitors[2].get(f"tables/{table}"))["table"]
        assert [seat["held"] for seat in after["seats"]] == [False, False, False]
        await asyncio.gather(ana.play(), bo.play(), cleo.play())


async def until_turn(page: Client, turn: int) -> None:
    while page.ask is None or page.ask.question is None or page.ask.question.turn < turn:
        await page.read()


async def test_a_deadline_bites_also_when_nobody_looks(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, _, pages = await started(url, 3, pace={"pace": "slow", "days": 3})
        for page in pages:
            await page.close()
        server.registry.tables.clear()
        let_pass(server, 3 * DAY + 1)
        watcher = await Visitor(url).sit(table)
        await watcher.until_type(protocol.Welcome)
        await asyncio.sleep(1)  # it is seen for the first time: whoever comes now has a little time
        assert server.registry.tables[table].lobby.bots == 0
        let_pass(server, 3 * DAY + 2 + GRACE_SECONDS)
        await watcher.until(lambda m: isinstance(m, protocol.TableChanged) and m.table.phase == "finished")


async def test_whoever_leaves_a_running_game_may_come_back(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, (ana, bo, cleo) = await started(url, 3)
        await visitors[2].post(f"tables/{table}/leave")
        await bo.until(lambda m: isinstance(m, protocol.PresenceChanged) and m.seats[2] == "bot")
        await ana.answer(Sacrifice(3))
        await bo.answer(Sacrifice(3))
        await until_turn(ana, 2)
        assert not (await visitors[2].post(f"tables/{table}/takeback"))["table"]["seats"][2]["held"]
        await asyncio.gather(ana.play(), bo.play(), cleo.play())
