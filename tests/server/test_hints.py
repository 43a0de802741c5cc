"""A hint is for one's own question, from one's own view, where everybody knows of it."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chocolatl.bots.analysis import Analysis
from chocolatl.bots.levels import warm_up
from chocolatl.rules import Refusal, Rules, SealedChance, decide, fold, key_from_seed, start, view
from chocolatl.rules.actions import Sacrifice
from chocolatl.rules.board import default_board
from chocolatl.rules.events import Asked
from chocolatl.server import protocol
from chocolatl.server.bots.bot_process import BotError
from chocolatl.server.ops.app import Server
from tests.server.harness import Client, Visitor, served, started


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    """Strong bots compile once per installation; that is not what is tested here."""
    warm_up()


PATIENCE = 10
"""Questions, each of which waits for some time before it is refused."""


def analysis(found: Any) -> Analysis:
    return msgspec.convert(found, Analysis)


def open_turn(page: Client) -> int:
    assert page.ask is not None
    assert page.ask.question is not None
    return page.ask.question.turn


async def opinion(visitor: Visitor, path: str, body: dict[str, Any]) -> Analysis:
    """A hint or an analysis; a busy machine may say for a while that it cannot tell just now."""
    for _ in range(PATIENCE):
        answer = await visitor.http.post(f"/api/{path}", json=body)
        if answer.status_code != 503:
            break
    assert answer.status_code == 201, answer.text
    return analysis(answer.json())


async def against_bots(url: str) -> tuple[str, Visitor, Client]:
    ana = Visitor(url)
    table = (await ana.post("play-now", {"name": "Ana", "bot": "random"}))["table"]["id"]
    page = await ana.sit(table)
    while page.ask is None or page.ask.question is None:
        await page.read()
    return table, ana, page


async def test_hints(tmp_path: Path):
    """One server for all of it: its adviser takes seconds to load."""
    async with served(tmp_path) as (url, server):
        await server.pool.warm_up()
        await a_hint_can_be_taken_as_it_is_and_a_finished_game_gone_through(url)
        await against_people_hints_are_off_unless_the_host_allows_them_to_all(url)
        await the_host_switches_hints_while_the_table_is_open(url)
        await many_hints_at_once_are_one_thought(url, server)
        await what_others_have_chosen_changes_no_hint(server)
        await a_bot_that_cannot_tell_says_so(server)


async def a_hint_can_be_taken_as_it_is_and_a_finished_game_gone_through(url: str) -> None:
    table, ana, page = await against_bots(url)
    assert page.ask is not None
    assert page.ask.hint
    first = await opinion(ana, f"tables/{table}/hint", {"turn": open_turn(page)})
    assert first.turn == open_turn(page)
    shares = [candidate.probability for candidate in first.candidates]
    assert shares == sorted(shares, reverse=True)
    assert 1 <= len(shares) <= 5
    assert isinstance(await page.answer(first.candidates[0].answer), protocol.Accepted)
    assert await ana.refused(f"tables/{table}/analysis", {"seat": 1, "at": 5}) == "wrong_phase"
    await page.play()
    assert await ana.refused(f"tables/{table}/hint", {"turn": 1}) == "wrong_phase"
    asked = next(n for n, event in enumerate(page.events) if isinstance(event, Asked))
    for seat in (0, 1):
        found = await opinion(ana, f"tables/{table}/analysis", {"seat": seat, "at": asked + 1})
        assert all(isinstance(candidate.answer, Sacrifice) for candidate in found.candidates)
    assert await ana.refused(f"tables/{table}/analysis", {"seat": 4, "at": 5}) == "no_such_seat"
    assert await ana.refused(f"tables/{table}/analysis", {"seat": 0, "at": 1}) == "not_asked"


async def against_people_hints_are_off_unless_the_host_allows_them_to_all(url: str) -> None:
    table, (ana, bo, _), pages = await started(url, 3)
    turn = open_turn(pages[0])
    assert not any(page.ask is None or page.ask.hint for page in pages)
    assert await ana.refused(f"tables/{table}/hint", {"turn": turn}) == "hints_off"
    assert await ana.refused(f"tables/{table}/settings", {"hints": True}) == "wrong_phase"

    table, (ana, bo, _), pages = await started(url, 3, hints=True)
    assert all(page.ask is not None and page.ask.hint for page in pages)
    assert (await bo.get(f"tables/{table}"))["table"]["hints"] is True
    assert (await opinion(bo, f"tables/{table}/hint", {"turn": turn})).candidates
    assert await bo.refused(f"tables/{table}/hint", {"turn": turn + 1}) == "too_late"
    assert await Visitor(url).refused(f"tables/{table}/hint", {"turn": turn}) == "not_seated"


async def the_host_switches_hints_while_the_table_is_open(url: str) -> None:
    ana, bo = Visitor(url), Visitor(url)
    table = await ana.create()
    await bo.post(f"tables/{table}/join", {"name": "Bo"})
    assert (await ana.post(f"tables/{table}/settings", {"hints": True}))["table"]["hints"] is True
    assert (await ana.post(f"tables/{table}/settings", {"listed": False}))["table"]["hints"] is True
    assert await bo.refused(f"tables/{table}/settings", {"hints": False}) == "not_host"


async def many_hints_at_once_are_one_thought(url: str, server: Server) -> None:
    table, ana, page = await against_bots(url)
    thoughts = 0
    think = server.pool.analyse

    async def counted(*thought: Any) -> Analysis:
        nonlocal thoughts
        thoughts += 1
        return await think(*thought)

    server.pool.analyse = counted  # type: ignore[method-assign, assignment]
    wishes = (ana.post(f"tables/{table}/hint", {"turn": open_turn(page)}) for _ in range(20))
    found = await asyncio.gather(*wishes)
    assert thoughts == 1
    assert all(one == found[0] for one in found)


async def what_others_have_chosen_changes_no_hint(server: Server) -> None:
    """Two games that differ in one seat's sacrifice alone: for the others a hint is the same to the byte."""
    chance = SealedChance(key_from_seed(7))
    state = fold(start(default_board(), Rules(), 3, chance))
    hints = []
    for card in (0, 12):
        events = decide(state, 1, Sacrifice(card), chance)
        assert not isinstance(events, Refusal)
        seen = view(fold(events, state), 0)
        assert seen.question is not None
        found = await server.pool.analyse("equilibrium:2:8", 1, seen, seen.question)
        hints.append(msgspec.json.encode(found))
    assert hints[0] == hints[1]


async def a_bot_that_cannot_tell_says_so(server: Server) -> None:
    seen = view(fold(start(default_board(), Rules(), 3, SealedChance(key_from_seed(7)))), 0)
    assert seen.question is not None
    with pytest.raises(BotError, match="cannot tell what it considers"):
        await server.pool.analyse("random", 1, seen, seen.question)
