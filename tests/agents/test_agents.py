"""Agents at one table: nothing illegal is played, nothing is leaked, and games are records like any other."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from chocolatl.agents.agent_table import AgentTable
from chocolatl.agents.hindsight_regret import regrets
from chocolatl.bots import make_bot
from chocolatl.records.verify import verify
from chocolatl.rules import SealedChance, key_from_seed
from tests.agents.clients import CLIENTS, NONSENSE
from tests.agents.trial import Clock, play

NAMES = list(CLIENTS)


@pytest.mark.parametrize("seed", range(3))
def test_scripted_agents_play_whole_games(seed):
    count = play(seed, Random(seed).sample(NAMES, 3 + seed % 2))
    assert count["taken"] > 10
    assert count["games"] == 1


def table_of_one(**options: Any) -> AgentTable:
    bots = [None, make_bot("greedy", 1), make_bot("random", 2)]
    return AgentTable(bots, SealedChance(key_from_seed(5)), **options)


def test_two_retries_and_then_the_default_answer():
    table = table_of_one()
    turn = table.state.turn
    told = [table.answer(0, '{"do": "sacrifice", "card": 99}') for _ in range(3)]
    assert [one["tries_left"] for one in told] == [2, 1, 0]
    assert "the default answer was given" in told[2]["why"]
    assert table.state.turn > turn
    assert table.seats[0].defaults == 1
    assert table.look(0)["tries_left"] == 3


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_refused_with_a_reason(text):
    told = table_of_one().answer(0, text)
    assert not told["taken"]
    assert told["why"]


def test_who_lets_the_time_pass_gets_the_default_answer():
    clock = Clock()
    table = table_of_one(seconds=10, clock=clock)
    turn = table.state.turn
    clock.now = 11
    assert table.look(0)["view"]["turn"] > turn
    assert table.seats[0].defaults == 1


def test_regret_of_a_whole_game():
    """The master's own answer has no regret; the sum over a game is a number for each answer."""
    table = table_of_one()
    random = Random(1)
    while not table.over:
        table.answer(0, next(CLIENTS["random"](table.look(0), random)))
    record = table.record()
    assert verify(record).ok
    found = regrets(record, 0, table.chance, master="greedy:0")
    assert len(found) == table.seats[0].answers
    assert all(-1 <= one <= 1 for one in found)


def test_over_the_protocol_a_key_opens_one_seat():
    pytest.importorskip("mcp")
    asyncio.run(_over_the_protocol())


async def _over_the_protocol() -> None:
    from mcp.client import Client

    from chocolatl.agents.mcp_server import mcp_server, new_keys

    table = AgentTable([None, None, make_bot("greedy", 1)], SealedChance(key_from_seed(3)))
    keys = new_keys(table)
    first, second = keys
    async with Client(mcp_server(table, keys)) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == {"look", "rules", "answer"}
        assert "sacrifice" in str((await client.call_tool("rules", {})).content)
        shown = await told(client, "look", key=first)
        assert (shown["seat"], shown["view"]["seat"]) == (0, 0)
        for wrong in ("", "0", first[:-1], second + "x"):
            assert (await client.call_tool("look", {"key": wrong})).is_error
        answered = await told(client, "answer", key=first, action='{"do": "sacrifice", "card": 7}')
        assert answered == {"taken": True}
        spied = await told(client, "look", key=second)
        assert spied["view"]["players"][0]["answered"]
        assert spied["view"]["players"][0]["sacrifice"] is None
        assert "7" not in [word for line in spied["news"] for word in line.split()]


async def told(client: Any, tool: str, **arguments: str) -> Any:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    return json.loads(result.content[0].text)
