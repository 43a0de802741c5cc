"""The dice question tells the exact chance of each final rank after rolling 1, 2, … dice now."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chocolatl.rules.odds import rank_ways, ways_at_least
from tests.rules.table import at


def by_rolling(table, seat, dice):
    """Every fall of the dice, ranked by 3.6 in a plain way."""
    state = table.state
    totals = {line.seat: line.total for line in table.question(seat).ranking}
    ways = [0] * len(totals)
    for faces in product(range(1, 7), repeat=dice):
        final = totals | {seat: totals[seat] + sum(faces)}
        order = sorted(final, key=lambda s: (-final[s], s != state.chocolatl, state.line.index(s)))
        ways[order.index(seat)] += 1
    return tuple(ways)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(12))
def test_the_ways_to_each_rank_are_exact(players, seed):
    random = Random(seed)
    boxes = [random.randrange(4) for _ in range(players)]
    dice = [4, *[0] * (players - 1)]
    holder = random.choice([None, *range(players)])
    old_man = random.choice([None, *range(players)])
    table = at("drink", boxes, dice=dice, chocolatl=holder, old_man=old_man)
    table.offer(*(random.randrange(14) for _ in boxes))
    question = table.question(0)
    assert question.ways == tuple(by_rolling(table, 0, number) for number in (1, 2, 3, 4))
    assert [sum(ways) for ways in question.ways] == [6, 36, 216, 1296]


@given(st.integers(0, 4), st.integers(-3, 30))
def test_ways_at_least(dice, target):
    falls = product(range(1, 7), repeat=dice)
    assert ways_at_least(dice, target) == sum(sum(faces) >= target for faces in falls)


def test_one_die_against_two():
    assert rank_ways(1, (7, 4)) == (0, 3, 3)
    assert rank_ways(1, (1, 0)) == (6, 0, 0)
    assert rank_ways(2, (12, 3)) == (1, 34, 1)
