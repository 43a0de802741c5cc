"""A question says everything a client needs to draw it."""

import pytest
from msgspec.structs import replace

from chocolatl.rules import Lay, question, waiting_for
from chocolatl.rules.questions import Group, LayCards, Modifier, RollOrPass
from chocolatl.rules.types import LOCATIONS
from tests.rules.table import MANY_CARDS, at
from tests.rules.test_2_3_bids import in_mode


def test_a_bid_shows_cards_places_and_modifiers():
    table = at("pyramid", huts=(2, 0, 0), old_man=1)
    assert waiting_for(table.state) == {
        0: LayCards(1, MANY_CARDS, (Group("pyramid", 2, (), (Modifier("huts", 2, sure=True),)),)),
        1: LayCards(1, MANY_CARDS, (Group("pyramid", 2, (), (Modifier("old_man", -1, sure=True),)),)),
        2: LayCards(1, MANY_CARDS, (Group("pyramid", 2, (), ()),)),
    }


def test_both_modifiers_and_the_sign_in_the_city():
    groups = at("city", huts=(3, 0, 0), old_man=0).question(0).groups
    assert groups[0].modifiers == (Modifier("huts", -3, sure=True), Modifier("old_man", -1, sure=True))


@pytest.mark.parametrize("mode", ["red", "green"])
def test_before_the_temple_the_old_man_may_still_move_on(mode):
    table = in_mode(mode)
    table.state = replace(table.state, old_man=1)
    groups = table.question(1).groups
    assert [group.location for group in groups] == list(LOCATIONS)
    assert groups[0].modifiers == (Modifier("old_man", 1, sure=True),)
    assert {group.modifiers for group in groups[1:]} == {(Modifier("old_man", -1, sure=False),)}
    assert {group.modifiers for group in table.question(0).groups} == {()}


def test_at_the_temple_itself_it_is_sure():
    groups = at("temple", old_man=1).question(1).groups
    assert groups[0].modifiers == (Modifier("old_man", 1, sure=True),)


def test_a_dice_question_shows_how_things_stand():
    table = at("drink", dice=(0, 2, 0)).offer(9, 5, 1)
    (asked,) = waiting_for(table.state).values()
    assert isinstance(asked, RollOrPass)
    assert (asked.turn, asked.location, asked.dice) == (2, "drink", 2)
    assert [(line.seat, line.total) for line in asked.ranking] == [(0, 9), (1, 5), (2, 1)]
    assert asked.ways[0] == (2, 4, 0)


def test_who_has_answered_may_still_see_the_question():
    table = at("temple").do(0, Lay(((1, 2),)))
    assert list(waiting_for(table.state)) == [1, 2]
    assert isinstance(question(table.state, 0), LayCards)
    table.do(1, Lay(((3, 4),))).do(2, Lay(((5, 6),)))
    assert table.question(0).turn == 2


def test_no_question_for_those_who_are_not_asked():
    table = at("city").offer(9, 5, 1)
    assert question(table.state, 1) is None
    assert list(waiting_for(table.state)) == [0]
