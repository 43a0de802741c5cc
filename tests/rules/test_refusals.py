"""A refusal carries a code, the input, and what was legal; nothing changes (`refused` checks that)."""

from fractions import Fraction
from typing import Any

import pytest

from chocolatl.rules import GiveBack, Lay, Pass, PlaceFirst, Roll, Sacrifice, Take
from tests.rules.table import at, new_game

HAND: Any = {"hand": ((1, 2, 3, 4, 5),) * 3}


@pytest.mark.parametrize("seat", [-1, 3, 99, None, "0", 1.0, True])
def test_no_such_seat(seat):
    refused = at("temple").refused(seat, Lay(((1, 2),)))
    assert (refused.code, refused.expected) == ("no_such_seat", "a seat from 0 to 2")


def test_an_answer_to_another_question():
    table = at("temple").offer(9, 5, 1)
    refused = table.refused(0, Lay(((1, 2),)), turn=1)
    assert (refused.code, refused.expected) == ("too_late", "an answer to question 2, not to question 1")
    assert table.refused(0, Lay(((1, 2),)), turn=3).code == "too_late"
    assert table.do(0, Lay(((1, 2),)), turn=2).state.answers[0] == Lay(((1, 2),))


def test_not_asked():
    table = at("ball_court").offer(9, 5, 1)
    refused = table.refused(2, GiveBack(1))
    assert (refused.code, refused.expected) == ("not_asked", "an answer from seat 0 or 1")


KINDS = {
    "sacrifice": (lambda: new_game(), 0, "Sacrifice"),
    "lay": (lambda: at("temple"), 0, "Lay"),
    "roll": (lambda: at("temple", dice=(1, 0, 0)).offer(9, 5, 1), 0, "Roll or Pass"),
    "take": (lambda: at("city").offer(9, 5, 1), 0, "Take"),
    "place_first": (lambda: at("pyramid", pyramid=(0,) * 4).offer(6, 5, 1), 0, "PlaceFirst"),
    "give_back": (lambda: at("ball_court").offer(9, 5, 1), 0, "GiveBack"),
}
ANSWERS = (
    Sacrifice(1),
    Lay(((1, 2),)),
    Roll(),
    Pass(),
    Take("hut"),
    PlaceFirst(0),
    GiveBack(1),
    None,
    "Roll",
    7,
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("answer", ANSWERS, ids=repr)
def test_wrong_kind(kind, answer):
    build, seat, wanted = KINDS[kind]
    table = build()
    assert table.asked.kind == kind
    if type(answer).__name__ in wanted.split(" or "):
        table.do(seat, answer)
    else:
        refused = table.refused(seat, answer)
        assert (refused.code, refused.expected) == ("wrong_kind", f"an answer of the kind {wanted}")


@pytest.mark.parametrize(
    "cards", [(), ((),), ((1,),), ((1, 2, 3),), ((1, 2), (3, 4)), ((1,), (2,)), ((), (1, 2))]
)
def test_wrong_number(cards):
    refused = at("temple", **HAND).refused(0, Lay(cards))
    assert (refused.code, refused.expected) == ("wrong_number", "2 per location at temple")


def test_the_right_sum_in_the_wrong_groups():
    table = new_game().sacrifice(0, 0, 0)
    lay = Lay(((1, 2, 3), (4,), (5, 6), (7, 8), (9, 10), (11, 12)))
    assert table.refused(0, lay).code == "wrong_number"
    assert table.refused(0, lay).expected.startswith("2 per location at temple, plantation, city")


@pytest.mark.parametrize("pair", [(1, 6), (6, 1), (1, 1), (-1, 2), (0, 1), (10**30, 1)])
def test_not_your_card(pair):
    refused = at("temple", **HAND).refused(0, Lay((pair,)))
    assert (refused.code, refused.expected) == ("not_your_card", "cards from 1, 2, 3, 4, 5, each once")


def test_a_card_laid_before_is_gone():
    table = at("temple", **HAND).bid((1, 2), (3, 4), (1, 5))
    assert table.refused(0, Lay(((2, 3),))).expected == "cards from 3, 4, 5, each once"


@pytest.mark.parametrize(
    "cards",
    [[(1, 2)], ([1, 2],), ((1, "2"),), ((True, 2),), ((1.0, 2),), ((Fraction(1), 2),), 5, None, "ab", (7,)],
)
def test_what_no_record_could_hold(cards):
    refused = at("temple", **HAND).refused(0, Lay(cards))
    assert (refused.code, refused.expected) == ("wrong_kind", "a tuple of tuples of whole numbers")


@pytest.mark.parametrize("card", [True, 1.0, "1", None, (1,)])
def test_cards_are_whole_numbers(card):
    assert new_game().refused(0, Sacrifice(card)).code == "not_your_card"
    assert KINDS["give_back"][0]().refused(0, GiveBack(card)).code == "not_your_card"
    assert KINDS["place_first"][0]().refused(0, PlaceFirst(card)).code == "not_an_option"
