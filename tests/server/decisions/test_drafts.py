"""A draft on top of a game: numbers, ids, what is known already, and what is stored."""

import asyncio
from typing import Any

import pytest

from chocolatl.bots.fallback import default_answer
from chocolatl.rules import question
from chocolatl.rules.actions import Action, Sacrifice
from chocolatl.rules.events import Answered, Asked, Started
from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import Live
from chocolatl.server.store.rows import EventRow, Summary, decode_events
from chocolatl.server.tables.decisions import (
    EMPTY_SUMMARY,
    GameLog,
    PendingDecisions,
    load_game_log,
    summarise,
)
from tests.server.decisions.rooms import CHANCE, NOW, table

LOBBY = table(Live(60)).lobby


def draft_of(game: GameLog, now: float = NOW) -> PendingDecisions:
    return PendingDecisions(game, LOBBY, CHANCE, now)


def begun() -> GameLog:
    game = GameLog()
    draft = draft_of(game)
    draft.begin()
    assert draft.asks
    draft.apply_committed()
    return game


def choice(game: GameLog, seat: int, card: int = 0) -> Action:
    assert game.state is not None
    asked: Any = question(game.state, seat)
    return Sacrifice(asked.cards[card])


def default_of(game: GameLog, seat: int) -> Action:
    asked = None if game.state is None else question(game.state, seat)
    assert asked is not None
    return default_answer(asked)


def refusal(draft: PendingDecisions, seat: int, message: str | None, turn: int, action: Action) -> str:
    with pytest.raises(RequestError) as denied:
        draft.answer(seat, message, turn, action)
    return denied.value.problem.code


def answered_by(
    game: GameLog, *answers: tuple[int, str | None, Action], now: float = NOW
) -> PendingDecisions:
    draft = draft_of(game, now)
    assert game.state is not None
    for seat, message, action in answers:
        draft.answer(seat, message, game.state.turn, action)
    return draft


def test_a_game_begins_with_its_first_events_and_a_deadline():
    game = GameLog()
    draft = draft_of(game)
    assert (draft.next_number, draft.asks) == (0, False)
    assert refusal(draft, 0, "m", 1, Sacrifice(1)) == "wrong_phase"
    draft.begin()
    append = draft.to_append(7)
    (row,) = append.rows
    events = decode_events(row.body)
    assert isinstance(events[0], Started)
    assert (row.number, row.seat, row.message, row.at) == (0, None, None, NOW)
    assert (append.table, append.previous, append.version, append.alerts) == (LOBBY.id, -1, 7, ())
    assert append.summary == Summary("running", len(events) - 1, 0b111, 0, NOW + 60, None, NOW)
    assert game.state is None, "nothing is true before it is stored"
    first, told = draft.apply_committed()
    assert (first, told) == (0, events)
    assert (game.last, game.began_at, game.times.asked_at) == (len(events) - 1, NOW, NOW)
    assert game.draw is None


def test_answers_are_numbered_and_become_true_together():
    game = begun()
    last, turn = game.last, game.state.turn if game.state else -1
    draft = answered_by(game, (2, "x", choice(game, 2)), (0, None, choice(game, 0)), now=NOW + 5)
    assert [(row.number, row.seat, row.message, row.at) for row, _, _ in draft.rows] == [
        (last + 1, 2, "x", NOW + 5), (last + 2, 0, None, NOW + 5)
    ]  # fmt: skip
    assert not draft.asks
    append = draft.to_append()
    assert (append.previous, append.version) == (last, None)
    assert append.summary == Summary("running", last + 2, 0b010, 0, NOW + 60, None, NOW + 5)
    first, told = draft.apply_committed()
    assert first == last + 1
    assert [type(event) for event in told] == [Answered, Answered]
    assert game.ids == {(2, "x"): (turn, choice(game, 2))}
    assert game.given[turn, 0] == choice(game, 0)
    assert (game.began_at, game.times.asked_at) == (NOW, NOW)
    assert (game.answers_to(turn, 0), game.answers_to(turn, 1), game.answers_to(turn + 1, 0)) == (1, 0, 0)


def test_the_last_answer_asks_the_next_question_with_its_own_deadline():
    game = begun()
    draft = answered_by(game, *((seat, None, choice(game, seat)) for seat in range(3)), now=NOW + 9)
    assert draft.asks
    assert draft.to_append().summary.deadline == draft.times.shown_by + 60
    draft.apply_committed()
    assert (game.began_at, game.times.asked_at) == (NOW, NOW + 9)
    assert game.state is not None
    assert game.answers_to(game.state.turn, 0) == 0
    assert game.answers_to(game.state.turn - 1, 0) == 1
    again = draft_of(game)
    again.answer(0, None, game.state.turn, default_of(game, 0))
    again.apply_committed()
    assert game.answers_to(game.state.turn, 0) == 1
    assert game.answers_to(game.state.turn, 1) == 0, "those of the question before do not count"


@pytest.mark.parametrize("stored", [True, False])
def test_an_answer_that_is_known_is_fine_and_adds_nothing(stored: bool):
    game = begun()
    turn = game.state.turn if game.state else -1
    action, other = choice(game, 1), choice(game, 1, 1)
    draft = answered_by(game, (1, "x", action))
    if stored:
        draft.apply_committed()
        draft = draft_of(game)
    before = len(draft.rows)
    draft.answer(1, "x", turn, action)
    draft.answer(1, "y", turn, action)
    draft.answer(1, None, turn, action)
    assert len(draft.rows) == before
    assert refusal(draft, 1, "x", turn, other) == "id_reused"
    assert refusal(draft, 1, "x", turn + 1, action) == "id_reused"
    draft.answer(0, "x", turn, choice(game, 0))
    draft.answer(1, "z", turn, other)
    assert len(draft.rows) == before + 2, "ids are each seat's own, and another answer replaces"


def test_of_a_closed_question_only_the_answer_that_stood_is_known():
    game = begun()
    turn = game.state.turn if game.state else -1
    cards = [choice(game, seat) for seat in range(3)]
    other = choice(game, 0, 1)
    answered_by(game, (0, "x", cards[0]), (1, None, cards[1]), (2, None, cards[2])).apply_committed()
    draft = draft_of(game)
    for message in ("x", "new", None):
        draft.answer(0, message, turn, cards[0])
    assert not draft.rows
    assert refusal(draft, 0, "new", turn, other) == "too_late"
    assert refusal(draft, 0, "new", turn + 1, cards[0]) == "wrong_kind"


def test_a_refusal_of_the_rules_names_the_answer():
    game = begun()
    with pytest.raises(RequestError) as denied:
        draft_of(game).answer(0, "m", game.state.turn if game.state else 0, Sacrifice(99))
    problem = denied.value.problem
    assert problem.code == "not_your_card"
    assert problem.reason == "seat 0 answered Sacrifice(card=99)"
    assert problem.expected


async def _parts(*parts: list[EventRow]) -> Any:
    for part in parts:
        yield part


def test_a_game_from_the_store_is_the_game():
    game = GameLog()
    draft = draft_of(game)
    draft.begin()
    rows = [row for row, _, _ in draft.rows]
    draft.apply_committed()
    more = answered_by(game, (1, "x", choice(game, 1)), now=NOW + 1)
    rows += [row for row, _, _ in more.rows]
    more.apply_committed()
    again = asyncio.run(load_game_log(_parts(rows[:1], rows[1:])))
    assert again.state == game.state
    assert (again.last, again.ids, again.given) == (game.last, game.ids, game.given)
    assert (again.began_at, again.times.asked_at, again.answers) == (NOW, NOW, game.answers)


def test_what_a_game_adds_up_to():
    game = begun()
    assert game.state is not None
    assert summarise(game.state, 5, 77.0, 3.0) == Summary("running", 5, 7, 0, 77.0, None, 3.0)
    assert Summary("open", -1, 0, 0, None, None, 0.0) == EMPTY_SUMMARY
    while game.state.result is None:
        draft = draft_of(game)
        for seat in game.state.pending:
            draft.answer(seat, None, game.state.turn, default_of(game, seat))
        draft.apply_committed()
    ended = summarise(game.state, 5, 77.0, 3.0)
    assert ended == Summary("finished", 5, 0, game.state.round, None, game.state.result, 3.0)
    assert refusal(draft_of(game), 0, "m", game.state.turn + 1, Sacrifice(1)) in ("game_over", "too_late")


def test_a_question_is_an_event_of_its_own():
    game = GameLog()
    draft = draft_of(game)
    draft.begin()
    assert sum(isinstance(event, Asked) for event in draft.apply_committed()[1]) == 1


def test_every_refusal_to_the_letter():
    with pytest.raises(RequestError) as denied:
        draft_of(GameLog()).answer(0, "m", 1, Sacrifice(1))
    problem = denied.value.problem
    assert (problem.reason, problem.expected) == ("the game has not started", "an answer after the start")
    game = begun()
    draft = answered_by(game, (1, "x", choice(game, 1)))
    turn = game.state.turn if game.state else 0
    with pytest.raises(RequestError) as denied:
        draft.answer(1, "x", turn, choice(game, 1, 1))
    problem = denied.value.problem
    assert (problem.reason, problem.expected) == (f"id 'x' was an answer to turn {turn}", "a new id")
    for count in range(20):
        draft.answer(1, None, turn, choice(game, 1, 1 - count % 2))
        draft.answer(0, None, turn, choice(game, 0, 1 - count % 2))
    with pytest.raises(RequestError) as denied:
        draft.answer(1, None, turn, choice(game, 1, 1))
    problem = denied.value.problem
    assert problem.reason == f"seat 1 has changed its answer to turn {turn} 20 times"
    assert problem.expected == "no more changes: the last answer stands"
    draft.answer(0, None, turn, choice(game, 0, 1))
