"""3.6 and 3.7: between equals the figure, then further behind, then higher in the stack."""

import pytest

from chocolatl.rules.events import FigureTaken, Ranked
from chocolatl.rules.types import LOCATIONS
from tests.rules.table import at


def ranked(table):
    ranking = table.said(Ranked)[0].ranking
    return [line.seat for line in ranking], [line.beats_next for line in ranking]


def test_high_to_low():
    assert ranked(at("drink", (0, 0, 0, 0, 0)).offer(3, 9, 1, 7, 5)) == ([1, 3, 4, 0, 2], [None] * 5)


def test_the_figure_first():
    table = at("drink", (9, 1, 5), chocolatl=0).offer(7, 7, 7)
    assert ranked(table) == ([0, 1, 2], ["figure", "behind", None])


def test_then_further_behind():
    assert ranked(at("drink", (9, 1, 5)).offer(7, 7, 7)) == ([1, 2, 0], ["behind", "behind", None])


def test_then_higher_in_the_stack():
    table = at("drink", (4, 4, 4, 1), line=(3, 2, 0, 1)).offer(7, 7, 7, 7)
    assert ranked(table) == ([3, 2, 0, 1], ["behind", "stack", "stack", None])


def test_a_reason_only_between_equals():
    table = at("drink", (4, 4, 4, 4), line=(3, 2, 0, 1), chocolatl=1).offer(5, 7, 7, 5)
    assert ranked(table) == ([1, 2, 3, 0], ["figure", None, "stack", None])


def test_the_figure_does_not_help_against_a_higher_offering():
    assert ranked(at("drink", chocolatl=0).offer(6, 7, 5))[0] == [1, 0, 2]


@pytest.mark.parametrize("location", LOCATIONS)
def test_the_winner_of_a_tie_is_never_the_lowest(location):
    table = at(location, (9, 1, 5), chocolatl=0).offer(2, 7, 2)
    assert ranked(table) == ([1, 0, 2], [None, "figure", None])


def test_3_7_at_the_temple_the_figure_of_before_counts():
    table = at("temple", (9, 1, 5), chocolatl=0, old_man=None).offer(7, 7, 3)
    assert ranked(table)[0] == [0, 1, 2]
    table = at("temple", (0, 9, 5), chocolatl=2).offer(7, 3, 7)
    assert table.said(FigureTaken)[0] == FigureTaken("chocolatl", 2, before=2)


def test_after_the_temple_the_new_holder_wins_ties():
    table = at("temple", (0, 9, 5), chocolatl=0).offer(3, 9, 1).offer(8, 8, 8)
    assert table.said(Ranked)[1].ranking[0].seat == 1
