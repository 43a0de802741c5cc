"""Bots that crash, hang or cheat: the table goes on."""

import asyncio
from multiprocessing import active_children
from pathlib import Path

import pytest

from chocolatl.bots import parse_bot
from chocolatl.bots.fallback import default_answer
from chocolatl.bots.levels import LEVELS
from chocolatl.rules import Rules, SealedChance, decide, fold, key_from_seed, start, view
from chocolatl.rules.actions import Pass
from chocolatl.rules.board import default_board
from chocolatl.rules.refusal import Refusal
from chocolatl.server.bots import pool as thinking
from chocolatl.server.bots.pool import BotPool
from chocolatl.server.metrics import Metrics
from chocolatl.server.tables.allowed_bots import is_allowed_bot, lane_of, levels, spec_of
from tests.server.harness import Visitor, served

CHANCE = SealedChance(key_from_seed(1))
STATE = fold(start(default_board(), Rules(), 3, CHANCE))
VIEW = view(STATE, 1)


async def think(bots: BotPool, bot: str) -> object:
    assert VIEW.question is not None
    return await bots.decide(bot, 1, VIEW, VIEW.question)


async def test_a_bot_that_fails_is_stood_in_for_and_a_late_one_by_the_default():
    assert VIEW.question is not None
    metrics = Metrics()
    bots = BotPool(1, metrics)
    try:
        assert not isinstance(decide(STATE, 1, await think(bots, "greedy:x"), CHANCE), Refusal)  # type: ignore
        bots._limits = dict.fromkeys(thinking.LIMITS, (0.0, 0.0))
        assert await think(bots, "greedy") == default_answer(VIEW.question)
        text = metrics.text().decode()
        assert 'chocolatl_bot_failures_total{why="failed"} 1.0' in text
        assert 'chocolatl_bot_failures_total{why="late"} 2.0' in text  # the greedy one, and its stand-in
    finally:
        await bots.close()


async def test_nobody_waits_for_a_bot_that_is_still_compiling(monkeypatch: pytest.MonkeyPatch):
    metrics = Metrics()
    bots = BotPool(1, metrics)
    monkeypatch.setattr(thinking, "COMPILE_WAIT_SECONDS", 0.0)
    try:
        assert await think(bots, "equilibrium") == await think(bots, spec_of("medium"))
        assert 'chocolatl_bot_failures_total{why="compiling"} 1.0' in metrics.text().decode()
        assert not await bots._can_think("strong", 60.0)
        assert bots._compiler is not None
        bots._compiler.kill()
        await bots.warm_up()  # comes to an end, one way or another
        assert await bots._can_think("strong", 60.0)
        assert "chocolatl_strong_bots_ready 0.0" in metrics.text().decode()
    finally:
        await bots.close()


def test_after_the_warm_up_the_strong_bot_itself_answers():
    asyncio.run(strong_answer())  # without the usual limit: it may be the first to compile


async def strong_answer() -> None:
    metrics = Metrics()
    bots = BotPool(1, metrics, dict.fromkeys(thinking.LIMITS, (100.0, 100.0)))
    try:
        await bots.warm_up()
        assert not isinstance(decide(STATE, 1, await think(bots, "equilibrium:2:8"), CHANCE), Refusal)  # type: ignore
        text = metrics.text().decode()
        assert "chocolatl_strong_bots_ready 1.0" in text
        assert 'chocolatl_bot_answers_total{bot="equilibrium:2:8"} 1.0' in text
        assert "chocolatl_bot_failures_total{" not in text
    finally:
        await bots.close()


def test_a_quick_bot_and_its_stand_in_together_take_less_than_a_second():
    assert all(sum(thinking.LIMITS[lane]) < 1 for lane in ("simple", "light"))
    assert {lane_of(spec_of(bot)) for bot in ("random", "greedy", "medium", "easy", "newcomer")} == {"simple"}
    assert lane_of("flat:8") == "light"
    assert {lane_of(spec_of(bot)) for bot in ("hard", "master")} == {"strong"}


async def test_a_killed_worker_is_started_again():
    bots = BotPool(1, Metrics())
    try:
        first = await think(bots, "random")
        process = next(iter(active_children()), None)
        assert process is not None
        process.kill()
        process.join()
        assert await think(bots, "random") == first
    finally:
        await bots.close()


async def test_an_illegal_answer_of_a_bot_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with served(tmp_path) as (url, server):

        async def cheat(*_: object) -> Pass:
            await asyncio.sleep(0)
            return Pass()

        monkeypatch.setattr(server.pool, "decide", cheat)
        ana = Visitor(url)
        table = (await ana.post("play-now", {"name": "Ana", "bot": "random"}))["table"]["id"]
        await (await ana.sit(table)).play()


def test_every_level_has_a_bot():
    assert [level.name for level in levels()] == ["newcomer", "easy", "medium", "hard", "master"]
    assert all(str(parse_bot(level.spec)) for level in levels())
    assert {level.name: spec_of(level.name) for level in levels()} == dict(LEVELS)
    assert spec_of("greedy") == "greedy"


@pytest.mark.parametrize("bot", ["external:true", "X:touch here", "equilibrium:9999", "greedy:0", "no"])
def test_the_notation_of_bots_does_not_come_in_from_the_network(bot: str):
    assert not is_allowed_bot(bot)
