"""3.1 to 3.3: cards, huts and the old man make an offering."""

import pytest

from chocolatl.rules.events import Ranked
from chocolatl.rules.types import LOCATIONS
from tests.rules.table import at


def standing(table, seat):
    return next(line for line in table.said(Ranked)[0].ranking if line.seat == seat)


def test_3_1_the_sum_of_the_two_cards():
    line = standing(at("temple").bid((3, 4), (12, 11), (0, 1)), 1)
    assert (line.total, line.cards, line.huts, line.old_man, line.dice) == (23, (12, 11), 0, 0, ())


@pytest.mark.parametrize("location", LOCATIONS)
@pytest.mark.parametrize("huts", [1, 3])
def test_3_2_huts_help_everywhere_but_in_the_city(location, huts):
    line = standing(at(location, huts=(0, huts, 0)).offer(9, 5, 1), 1)
    modifier = -huts if location == "city" else huts
    assert (line.huts, line.total) == (modifier, 5 + modifier)


@pytest.mark.parametrize("location", LOCATIONS)
def test_3_3_the_old_man_helps_at_the_temple_and_hinders_elsewhere(location):
    line = standing(at(location, old_man=1).offer(9, 5, 1), 1)
    modifier = 1 if location == "temple" else -1
    assert (line.old_man, line.total) == (modifier, 5 + modifier)


def test_modifiers_can_turn_a_ranking():
    assert at("temple", huts=(0, 2, 0)).offer(6, 5, 1).said(Ranked)[0].ranking[0].seat == 1
    assert at("city", huts=(2, 0, 0)).offer(6, 5, 1).said(Ranked)[0].ranking[0].seat == 1
    assert at("drink", old_man=0, line=(1, 0, 2)).offer(6, 5, 1).said(Ranked)[0].ranking[0].seat == 1


def test_an_offering_can_be_negative():
    line = standing(at("city", huts=(0, 2, 0), old_man=1).bid((9, 1), (0, 1), (2, 3)), 1)
    assert line.total == -2


@pytest.mark.parametrize("location", ["temple", "drink"])
def test_nobody_else_gets_a_modifier(location):
    table = at(location, (0, 0, 0, 0), huts=(0, 1, 0, 0), old_man=1).offer(9, 5, 1, 2)
    for seat in (0, 2, 3):
        assert standing(table, seat).huts == standing(table, seat).old_man == 0
