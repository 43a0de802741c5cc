"""Which questions bots are asked, and when their answers no longer count."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.bots.fallback import default_answer
from chocolatl.rules import (
    Action,
    Question,
    Refusal,
    Rules,
    Sacrifice,
    SealedChance,
    State,
    decide,
    fold,
    key_from_seed,
    question,
    start,
)
from chocolatl.rules.actions import Pass
from chocolatl.rules.board import default_board
from chocolatl.server.bots.bot_seats import HARMLESS_REFUSALS, asked_of_bots, second_try
from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import Phase, Relaxed
from chocolatl.server.store.documents import Lobby
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.live_table import Submission
from chocolatl.server.tables.permissions import refuse_replaced_bot
from tests.server.harness import Visitor, served

CHANCE = SealedChance(key_from_seed(1))
STATE = fold(start(default_board(), Rules(), 3, CHANCE))


def lobby_of(*kinds: str) -> Lobby:
    """`person`, `bot`, or `held`: a person's seat that a bot holds."""
    lobby = Lobby(
        id="a" * 16,
        edition="english",
        rules=Rules(),
        board=None,
        pace=Relaxed(),
        listed=False,
        spectators=False,
        learn=False,
        autostart=False,
        host=0,
        seats=lobbies.empty_seats(len(kinds)),
        commitment="",
        rules_version="1",
    )
    for seat, kind in enumerate(kinds):
        doc = replace(
            lobby.seats[seat],
            kind="bot" if kind == "bot" else "person",
            bot="easy" if kind != "person" else None,
            held=kind == "held",
        )
        lobby = lobbies.with_seat(lobby, seat, doc)
    return lobby


seats = st.tuples(*[st.sampled_from(["person", "bot", "held"])] * 3)
phases: st.SearchStrategy[Phase] = st.sampled_from(["open", "running", "finished", "closed"])


def after_answers_of(answered: set[int]) -> State:
    state = STATE
    for seat in answered:
        asked = question(state, seat)
        assert asked is not None
        events = decide(state, seat, default_answer(asked), CHANCE)
        assert not isinstance(events, Refusal)
        state = fold(events, state)
    return state


@given(seats, phases, st.sets(st.integers(0, 2), max_size=2))
def test_bots_are_asked_what_is_open_on_their_seats_while_the_game_runs(kinds, phase: Phase, answered):
    state = after_answers_of(answered)
    pending = {0, 1, 2} - answered
    expected = {(state.turn, seat) for seat in pending if kinds[seat] != "person" and phase == "running"}
    assert asked_of_bots(state, lobby_of(*kinds), phase) == expected
    assert asked_of_bots(None, lobby_of(*kinds), phase) == set()


@given(seats, st.integers(0, 2))
def test_a_bots_answer_counts_only_while_a_bot_has_the_seat(kinds, seat: int):
    if kinds[seat] == "person":
        with pytest.raises(RequestError, match="the player is back"):
            refuse_replaced_bot(lobby_of(*kinds), seat)
    else:
        refuse_replaced_bot(lobby_of(*kinds), seat)


def given_by_bot(action: Action, turn: int = STATE.turn) -> Submission:
    return Submission(1, None, turn, action, 0.0, lambda _, __: None)


def test_an_illegal_answer_of_a_bot_is_tried_again_with_the_default_and_the_default_is_not():
    default = second_try(STATE, given_by_bot(Pass()), RequestError("wrong_kind", "", ""))
    assert isinstance(default, Sacrifice)
    assert second_try(STATE, given_by_bot(default), RequestError("wrong_kind", "", "")) is None
    assert second_try(STATE, given_by_bot(Pass(), STATE.turn + 1), RequestError("wrong_kind", "", "")) is None
    assert second_try(STATE, given_by_bot(Pass()), None) is None
    assert second_try(None, given_by_bot(Pass()), RequestError("wrong_kind", "", "")) is None
    for code in HARMLESS_REFUSALS:
        assert second_try(STATE, given_by_bot(Pass()), RequestError(code, "", "")) is None  # type: ignore


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not happened():  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0.001)


class SlowBots:
    """Thinks until it is told to answer; knows who gave up waiting."""

    def __init__(self) -> None:
        self.asked = 0
        self.given_up = 0
        self.go = asyncio.Event()

    def has(self, **expected: int) -> Callable[[], bool]:
        return lambda: all(getattr(self, name) == count for name, count in expected.items())

    async def decide(self, _bot: str, _seed: int, _view: Any, question: Question, *_: Any) -> Action:
        self.asked += 1
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return default_answer(question)


async def test_who_comes_back_takes_the_question_from_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with served(tmp_path) as (url, server):
        slow = SlowBots()
        monkeypatch.setattr(server.pool, "decide", slow.decide)
        ana = Visitor(url)
        table = await ana.create(players=3, bots=["random", "random"])
        page = await ana.sit(table)
        await ana.post(f"tables/{table}/start")
        while page.ask is None or page.ask.question is None:
            await page.read()
        assert slow.asked == 2
        for times in (1, 2):
            await ana.post(f"tables/{table}/leave")
            live = server.registry.tables[table]
            await until(slow.has(asked=2 + times))
            await ana.post(f"tables/{table}/takeback")
            await until(slow.has(given_up=times))
        thinking = live.bots._thinking  # type: ignore[attr-defined]
        assert sorted(seat for _, seat in thinking) == [1, 2]
        await page.answer_default()
        slow.go.set()
        await page.play()


async def test_a_table_that_is_closed_under_a_thinking_bot_comes_to_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The default would be refused just as well, again and again."""
    async with served(tmp_path) as (url, server):
        slow = SlowBots()
        monkeypatch.setattr(server.pool, "decide", slow.decide)
        ana = Visitor(url)
        table = await ana.create(players=3, bots=["random", "random"])
        page = await ana.sit(table)
        await ana.post(f"tables/{table}/start")
        while slow.asked < 2:
            await page.read()
        live = server.registry.tables[table]
        row = live.row
        live.row = row._replace(summary=row.summary._replace(phase="closed"))
        slow.go.set()
        for _ in range(20):
            await asyncio.sleep(0)
        await live.run(lambda: asyncio.sleep(0))
        assert not live.bots.busy
