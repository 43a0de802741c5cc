"""Somebody who replaces an answer without end: every answer is an event for ever."""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chocolatl.rules import Event, Sacrifice, SealedChance, edition_named, fold, key_from_seed, start
from chocolatl.rules.board import default_board
from chocolatl.rules.events import Answered
from chocolatl.server.config import Rates
from chocolatl.server.errors import RequestError
from chocolatl.server.store.rows import EventRow, encode
from chocolatl.server.tables.decisions import CHANGES_PER_QUESTION, GameLog, PendingDecisions
from tests.server.harness import Client, Visitor, served, started
from tests.server.stores import new_row


def begun() -> GameLog:
    game = GameLog()
    events = start(default_board(), edition_named("english"), 3, SealedChance(key_from_seed(1)))
    game.absorb(EventRow(0, None, None, 0.0, encode(events)), events, fold(events))
    return game


def give(game: GameLog, seat: int, card: int, turn: int = 1) -> str | None:
    """The code of the refusal, if it is refused."""
    draft = PendingDecisions(game, new_row().lobby, SealedChance(key_from_seed(1)), 0.0)
    try:
        draft.answer(seat, None, turn, Sacrifice(card))
    except RequestError as denied:
        return denied.problem.code
    draft.apply_committed()
    return None


def test_so_many_changes_and_no_more():
    game = begun()
    assert game.state is not None
    turn = game.state.turn
    for number in range(CHANGES_PER_QUESTION + 1):
        assert give(game, 0, number % 2, turn) is None
    last, stands = game.last, game.state.answers[0]
    for number in range(50):
        assert give(game, 0, 2 + number % 2, turn) == "too_many_changes"
    assert (game.last, game.state.answers[0]) == (last, stands)
    assert give(game, 1, 5, turn) is None  # the others have their own


def test_the_next_question_may_be_changed_as_often():
    game = begun()
    for number in range(CHANGES_PER_QUESTION + 1):
        game.absorb(*answered(game, 1, 0, number % 2), state=game.state)
    assert game.answers_to(1, 0) == CHANGES_PER_QUESTION + 1
    assert game.answers_to(2, 0) == 0
    game.absorb(*answered(game, 2, 1, 0), state=game.state)
    assert (game.answers_to(2, 0), game.answers_to(2, 1)) == (0, 1)


def answered(game: GameLog, turn: int, seat: int, card: int) -> tuple[EventRow, tuple[Event, ...]]:
    events = (Answered(turn, seat, Sacrifice(card), "1.6"),)
    return EventRow(game.last + 1, seat, None, 0.0, encode(events)), events


def test_the_same_answer_again_is_no_change():
    game = begun()
    assert game.state is not None
    for _ in range(100):
        assert give(game, 0, 3, game.state.turn) is None
    assert game.answers[0] == 1


def test_changes_that_wait_together_are_counted_together():
    game = begun()
    assert game.state is not None
    draft = PendingDecisions(game, new_row().lobby, SealedChance(key_from_seed(1)), 0.0)
    for number in range(200):
        with contextlib.suppress(RequestError):
            draft.answer(0, f"m{number}", game.state.turn, Sacrifice(number % 7))
    assert len(draft.rows) == CHANGES_PER_QUESTION + 1


async def changed(page: Client, card: int, turn: int) -> Any:
    return await page.answer(Sacrifice(card), turn)


def answers_in(events: Sequence[Event]) -> int:
    return sum(isinstance(event, Answered) for event in events)


async def test_neither_tabs_nor_devices_nor_reconnecting_help(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, (ana, *_), pages = await started(url, 3)
        assert pages[0].ask is not None
        assert pages[0].ask.question is not None
        turn = pages[0].ask.question.turn
        token = (await ana.post(f"tables/{table}/link"))["token"]
        phone = Visitor(url)
        await phone.post(f"tables/{table}/claim", {"token": token})
        number = 0
        for _ in range(6):
            for visitor in (ana, phone):
                page = await visitor.sit(table)  # connects anew every time
                for _ in range(3):
                    number += 1
                    verdict = await changed(page, number % 7, turn)
                await page.close()
        assert verdict.code == "too_many_changes"
        assert server.registry.tables[table].game.last == 1 + CHANGES_PER_QUESTION + 1
        for page in pages[1:]:  # the game goes on
            assert type(await changed(page, 0, turn)).__name__ == "Accepted"


async def test_two_processes_count_what_is_stored(tmp_path: Path):
    async with served(tmp_path) as (one, _), served(tmp_path) as (other, _):
        table, (ana, *_), pages = await started(one, 3)
        assert pages[0].ask is not None
        assert pages[0].ask.question is not None
        turn = pages[0].ask.question.turn
        there = Visitor(other)
        there.http.cookies.update(ana.http.cookies)
        elsewhere = await there.sit(table)
        for number in range(40):
            await changed((pages[0], elsewhere)[number % 2], number % 3, turn)
        fresh = await there.sit(table)
        await fresh.quiet()
        assert answers_in(fresh.events) == CHANGES_PER_QUESTION + 1


async def test_answers_are_rated_per_seat(tmp_path: Path):
    slow = Rates(answers=(0.001, 4), messages=(1e6, 1e6))
    async with served(tmp_path, rates=slow) as (url, _):
        table, (ana, *_), pages = await started(url, 3)
        assert pages[0].ask is not None
        assert pages[0].ask.question is not None
        turn = pages[0].ask.question.turn
        tabs = [await ana.sit(table) for _ in range(4)]
        verdicts = [await changed(tab, n % 2, turn) for n in range(3) for tab in tabs]
        codes = [getattr(verdict, "code", "accepted") for verdict in verdicts]
        assert codes.count("too_fast") == len(codes) - 4
