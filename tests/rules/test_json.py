"""Every value has one JSON form and comes back from it unchanged."""

from typing import Any

import msgspec
import pytest
from hypothesis import given

from chocolatl.rules import (
    Action,
    Event,
    Lay,
    Question,
    Refusal,
    Rules,
    State,
    View,
    default_board,
    evolve,
    redact,
    view,
    waiting_for,
)
from chocolatl.rules.events import Answered, Exchanged
from tests.rules.games import boards, examples, played, rule_sets, seeds, sizes
from tests.rules.table import at

EVENT: Any = Event
ACTION: Any = Action
QUESTION: Any = Question


def comes_back(value, kind):
    return msgspec.json.decode(msgspec.json.encode(value), type=kind) == value


@examples(15)
@given(seeds, sizes, rule_sets, boards)
def test_all_values_of_a_game(seed, players, rules, board):
    state = None
    for event in played(seed, players, rules, board).events:
        state = evolve(state, event)
        assert comes_back(event, EVENT)
        assert comes_back(state, State)
        for seat in (None, *range(players)):
            assert comes_back(view(state, seat), View)
            assert comes_back(redact(event, seat, rules), EVENT)
        for question in waiting_for(state).values():
            assert comes_back(question, QUESTION)
        if isinstance(event, Answered):
            assert comes_back(event.action, ACTION)


def test_a_refusal():
    assert comes_back(at("temple").refused(0, Lay(((1, 2, 3),))), Refusal)


def test_the_words_of_a_record():
    table = at("temple").offer(9, 5, 1)
    assert msgspec.json.encode(table.events[0]) == (
        b'{"event":"answered","turn":1,"seat":0,"action":{"do":"lay","cards":[[9,0]]},"rule":"2.3"}'
    )


def test_others_see_that_an_answer_was_given_but_not_which():
    answered = at("temple").offer(9, 5, 1).said(Answered)[0]
    rules = at("temple").state.rules
    assert redact(answered, 0, rules) == answered
    for other in (1, 2, None):
        hidden = redact(answered, other, rules)
        assert isinstance(hidden, Answered)
        assert (hidden.turn, hidden.seat, hidden.action, hidden.rule) == (1, 0, None, "2.3")


def test_a_card_given_back_is_secret_only_where_it_is_chosen():
    for rules, secret in ((Rules(give_back="any"), True), (Rules(give_back="lowest"), False)):
        table = played(3, 3, rules, default_board())
        exchanged = table.said(Exchanged)[0]
        for seat in (None, 0, 1, 2):
            seen = redact(exchanged, seat, rules)
            assert isinstance(seen, Exchanged)
            assert seen.won == exchanged.won
            assert (seen.lost is None) == (secret and seat != exchanged.seat)


def test_an_unknown_event_is_not_shown_to_anybody():
    unknown: Any = object()
    with pytest.raises(TypeError, match="no rule says who may see object"):
        redact(unknown, 0, at("temple").state.rules)
