"""2.1: the harvest dice, the round marker, the bonus die and the turned up cards."""

from random import Random

from chocolatl.rules.events import DieTaken, RoundStarted
from tests.rules.table import Told, new_game


def test_three_harvest_dice_sorted_high_to_low():
    table = new_game(chance=Told({"harvest/1/1": 2, "harvest/1/2": 6, "harvest/1/3": 3})).sacrifice(0, 0, 0)
    assert table.state.harvest == (6, 3, 2)


def test_each_round_has_its_own_dice():
    chance = Told({"harvest/1/": 2, "harvest/2/": 5})
    table = new_game(chance=chance).play_on(Random(0), until=lambda state: state.round == 2)
    assert table.state.harvest == (5, 5, 5)


def test_rounds_count_from_1_and_each_has_one_bonus_die():
    table = new_game(4).play_on(Random(2))
    rounds = [event.round for event in table.said(RoundStarted)]
    assert rounds == list(range(1, len(rounds) + 1))
    assert len(table.said(DieTaken)) == len(rounds)
