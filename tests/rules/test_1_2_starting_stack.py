"""1.2: all markers start on box 0, in one random stack."""

from collections import Counter

import pytest

from chocolatl.rules import SealedChance, key_from_seed
from chocolatl.rules.events import Started
from tests.rules.table import Told, new_game


def test_the_stack_is_drawn_top_first():
    table = new_game(4, chance=Told(stack=(2, 0, 3, 1)))
    assert table.state.line == (2, 0, 3, 1)
    assert table.said(Started)[0].line == (2, 0, 3, 1)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_seat_comes_to_lie_on_top_now_and_then(players):
    tops = Counter(new_game(players, chance=SealedChance(key_from_seed(n))).state.line[0] for n in range(300))
    assert sorted(tops) == list(range(players))
    assert min(tops.values()) > 300 / players / 2


def test_the_top_of_the_starting_stack_wins_the_first_tie():
    table = new_game(3, chance=Told(stack=(2, 0, 1)))
    table.sacrifice(12, 12, 12)
    bid = tuple((low, 11 - low) for low in range(6))
    table.lay(bid, bid, bid)
    assert [standing.seat for standing in table.state.ranking] == [2, 0, 1]
