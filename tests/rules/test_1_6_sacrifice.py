"""1.6: everyone puts one card on the altar, at the same time and in secret."""

import pytest

from chocolatl.rules import Sacrifice, waiting_for
from chocolatl.rules.questions import ChooseSacrifice
from tests.rules.table import new_game


@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_are_asked_at_once(players):
    questions = waiting_for(new_game(players).state)
    assert questions == {seat: ChooseSacrifice(1, tuple(range(13))) for seat in range(players)}


def test_it_leaves_12_cards_in_hand():
    table = new_game().sacrifice(0, 7, 12)
    assert [player.sacrifice for player in table.state.players] == [0, 7, 12]
    assert table.state.players[0].hand == table.state.players[0].cards == tuple(range(1, 13))
    assert table.state.players[1].hand == (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
    assert table.state.round == 1


def test_the_choice_may_change_until_the_last_seat_has_chosen():
    table = new_game().do(1, Sacrifice(5)).do(1, Sacrifice(6)).do(0, Sacrifice(1)).do(1, Sacrifice(7))
    assert table.state.answers == (Sacrifice(1), Sacrifice(7), None)
    assert table.state.players[1].hand == tuple(range(13))
    table.do(2, Sacrifice(2))
    assert [player.sacrifice for player in table.state.players] == [1, 7, 2]
    assert table.refused(1, Sacrifice(8), turn=1).code == "too_late"


def test_it_cannot_be_bid():
    table = new_game().sacrifice(0, 7, 12)
    assert 7 not in table.question(1).cards
    assert len(table.question(1).cards) == 12


def test_only_a_card_of_the_hand():
    refused = new_game().refused(0, Sacrifice(13))
    assert refused.code == "not_your_card"
    assert refused.expected == "cards from 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, each once"
