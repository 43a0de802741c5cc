"""4.6: better cards for first and second, one old card each goes back; in the last round points."""

import pytest

from chocolatl.rules import EDITIONS, GiveBack, waiting_for
from chocolatl.rules.events import Exchanged, RoundEnded, RoundStarted, Scored
from chocolatl.rules.questions import ChooseGiveBack
from tests.rules.table import at

HANDS = ((2, 4, 6), (1, 3, 5), (7, 8, 9))
BIDS = ((6, 4), (5, 1), (8, 9))
LOWEST = EDITIONS["dutch"]


def at_ball_court(**given):
    return at("ball_court", cards=HANDS, hand=HANDS, pool=HANDS, **given).bid(*BIDS)


def test_the_first_takes_the_higher_card_and_the_second_the_other():
    table = at_ball_court()
    assert waiting_for(table.state) == {
        2: ChooseGiveBack(2, won=11, cards=(7, 8, 9)),
        0: ChooseGiveBack(2, won=5, cards=(2, 4, 6)),
    }


@pytest.mark.parametrize("cards", [(5, 11), (11, 5)])
def test_whichever_pile_it_came_from(cards):
    assert at_ball_court(improvements=cards).question(2).won == 11


def test_each_gives_back_one_old_card():
    table = at_ball_court().do(0, GiveBack(4)).do(2, GiveBack(9))
    assert table.said(Exchanged) == [Exchanged(2, 11, 9), Exchanged(0, 5, 4)]
    assert [player.cards for player in table.state.players] == [(2, 5, 6), (1, 3, 5), (7, 8, 11)]
    assert [player.hand for player in table.state.players] == [(2, 5, 6), (1, 3, 5), (7, 8, 11)]
    assert table.said(RoundEnded) == [RoundEnded(1)]


def test_the_choice_may_change_until_the_other_has_chosen():
    table = at_ball_court().do(2, GiveBack(7)).do(2, GiveBack(8)).do(0, GiveBack(2))
    assert [event.lost for event in table.said(Exchanged)] == [8, 2]


def test_the_card_just_won_is_not_given_back():
    refused = at_ball_court().refused(2, GiveBack(11))
    assert (refused.code, refused.expected) == ("not_your_card", "cards from 7, 8, 9, each once")


def test_a_card_won_may_repeat_a_value_that_is_held():
    hands = ((2, 4, 5), (1, 3, 5), (7, 8, 11))
    table = at("ball_court", cards=hands, hand=hands, pool=hands).bid((5, 4), (5, 1), (8, 11))
    table.do(0, GiveBack(5)).do(2, GiveBack(7))
    assert [player.cards for player in table.state.players] == [(2, 4, 5), (1, 3, 5), (8, 11, 11)]


def test_both_of_a_repeated_value_can_be_bid():
    hands = ((5, 5, 7), (1, 3, 6), (2, 2, 8))
    table = at("ball_court", cards=hands, hand=hands, pool=hands).bid((5, 5), (3, 6), (2, 2))
    assert [standing.total for standing in table.state.ranking] == [10, 9, 4]


def test_the_lowest_goes_back_in_some_editions():
    table = at_ball_court(rules=LOWEST)
    assert table.said(Exchanged) == [Exchanged(2, 11, 7), Exchanged(0, 5, 2)]


def test_what_goes_back_is_public_only_where_it_is_not_chosen():
    table = at_ball_court(rules=LOWEST)
    assert [player.pool for player in table.state.players] == [(4, 5, 6), (1, 3, 5), (8, 9, 11)]
    table = at_ball_court().do(0, GiveBack(4)).do(2, GiveBack(9))
    assert [player.pool for player in table.state.players] == [(2, 4, 5, 6), (1, 3, 5), (7, 8, 9, 11)]


def test_even_when_the_card_won_is_lower():
    table = at_ball_court(rules=LOWEST, improvements=(3, 1))
    assert table.said(Exchanged) == [Exchanged(2, 3, 7), Exchanged(0, 1, 2)]
    assert table.state.players[2].cards == (3, 8, 9)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("rules", EDITIONS.values())
def test_in_the_last_round_points_instead(players, rules):
    table = at("ball_court", (0,) * players, rules=rules, last="cubes").offer(5, 9, *[1] * (players - 2))
    ball = [(event.seat, event.points, event.source, event.rule) for event in table.said(Scored)][:2]
    assert ball == [(1, 6, "ball_first", "4.6"), (0, 3, "ball_second", "4.6")]
    assert table.said(Exchanged) == []
    assert table.said(RoundStarted) == []
    assert table.state.result is not None
