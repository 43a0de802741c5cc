"""Malformed, foreign, late, repeated and out-of-turn answers never change the state, in any game."""

from random import Random
from typing import Any, get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from chocolatl.rules import Action, Lay, Refusal, any_answer, decide, fold, waiting_for
from chocolatl.rules.events import Answered
from tests.rules.games import boards, examples, opened, rule_sets, seeds, sizes

odd: Any = st.one_of(st.integers(-2, 20), st.none(), st.text(max_size=2), st.booleans(), st.floats())
groups: Any = st.lists(st.lists(odd, max_size=3).map(tuple), max_size=7).map(tuple)
KINDS: Any = get_args(Action)
some_actions: Any = st.one_of(
    *map(st.from_type, KINDS),
    st.none(),
    st.text(max_size=3),
    *(st.builds(kind, odd) for kind in KINDS if kind.__struct_fields__),
    st.builds(Lay, st.one_of(groups, odd)),
)


def somewhere(seed, players, rules, board):
    """A random position of a random game."""
    table, random = opened(seed, players, rules, board)
    steps = random.randrange(120)
    while steps and (questions := waiting_for(table.state)):
        seat = random.choice(list(questions))
        table.do(seat, any_answer(questions[seat], random))
        steps -= 1
    return table, random


@examples(150)
@given(seeds, sizes, rule_sets, boards, st.lists(some_actions, min_size=1, max_size=20), odd)
def test_any_nonsense_is_refused_or_legal(seed, players, rules, board, actions, turn):
    table, _ = somewhere(seed, players, rules, board)
    before = msgspec.json.encode(table.state)
    for action in actions:
        for seat in (*range(players), -1, players, None):
            for named in (None, turn, table.state.turn):
                said = decide(table.state, seat, action, table.chance, named)
                if isinstance(said, Refusal):
                    assert said.seat is seat
                    assert said.action is action
                    assert said.expected
                else:
                    assert msgspec.json.decode(msgspec.json.encode(said[0]), type=Answered) == said[0]
    assert msgspec.json.encode(table.state) == before


@examples(80)
@given(seeds, sizes, rule_sets, boards)
def test_each_mistake_has_its_code(seed, players, rules, board):
    table, random = somewhere(seed, players, rules, board)
    questions = waiting_for(table.state)
    if not questions:
        assert {table.refused(seat, 1).code for seat in range(players)} == {"game_over"}
        return
    seat, question = random.choice(list(questions.items()))
    answer = any_answer(question, random)
    assert table.refused(players, answer).code == "no_such_seat"
    assert table.refused(seat, answer, turn=question.turn - 1).code == "too_late"
    assert table.refused(seat, None).code == "wrong_kind"
    for other in set(range(players)) - set(table.asked.seats):
        assert table.refused(other, answer).code == "not_asked"


@examples(80)
@given(seeds, sizes, rule_sets, boards)
def test_a_repeated_answer_is_the_same_answer(seed, players, rules, board):
    table, random = somewhere(seed, players, rules, board)
    questions = waiting_for(table.state)
    if len(questions) < 2:
        return
    seat, question = random.choice(list(questions.items()))
    answer = any_answer(question, random)
    once = table.do(seat, answer).state
    assert table.do(seat, answer).state == once
    other = any_answer(question, Random(seed + 1))
    assert table.do(seat, other).do(seat, answer).state == once


@examples(20)
@given(seeds, sizes, rule_sets, boards)
def test_the_order_of_simultaneous_answers_does_not_matter(seed, players, rules, board):
    table, random = somewhere(seed, players, rules, board)
    questions = waiting_for(table.state)
    answers = {seat: any_answer(question, random) for seat, question in questions.items()}
    ends = []
    for order in (list(answers), list(reversed(answers))):
        state = table.state
        for seat in order:
            said = decide(state, seat, answers[seat], table.chance)
            assert not isinstance(said, Refusal)
            state = fold(said, state)
        ends.append(state)
    assert ends[0] == ends[1]
