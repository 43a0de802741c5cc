"""1.3 and 2.1: two piles of improvement cards, shuffled once, one card of each turned up in a round."""

from random import Random

from chocolatl.rules import SealedChance, default_board, key_from_seed
from chocolatl.rules.events import RoundStarted
from tests.rules.table import Told, new_game, small_board


def turned_up(table):
    return [event.improvements for event in table.said(RoundStarted)]


def test_the_top_card_of_the_high_and_of_the_low_pile():
    chance = Told(pile_high=(14, 11, 12, 13, 15, 16), pile_low=(9, 5, 6, 7, 8, 10))
    table = new_game(chance=chance).sacrifice(0, 0, 0)
    assert table.state.improvements == (14, 9)


def test_a_pile_gives_each_card_once_and_none_in_round_7():
    table = new_game(5, chance=SealedChance(key_from_seed(4)), board=small_board("city", "ball_court"))
    table.play_on(Random(1))
    rounds = turned_up(table)
    assert len(rounds) == 7
    assert sorted(high for high, _ in rounds[:6]) == list(default_board().improvements_high)
    assert sorted(low for _, low in rounds[:6]) == list(default_board().improvements_low)
    assert rounds[6] == ()


def test_the_order_does_not_depend_on_what_players_do():
    seen = {
        tuple(turned_up(new_game(3, chance=SealedChance(key_from_seed(4))).play_on(Random(n))))[:4]
        for n in range(5)
    }
    assert len(seen) == 1
