"""4.1: the first takes Chocolatl and moves one ahead; the last takes the old man."""

import pytest

from chocolatl.rules.events import FigureTaken, Scored
from tests.rules.table import at


@pytest.mark.parametrize("players", [3, 4, 5])
def test_first_and_last_take_the_figures(players):
    table = at("temple", (0,) * players).offer(5, 9, *[6] * (players - 3), 1)
    assert (table.state.chocolatl, table.state.old_man) == (1, players - 1)
    assert table.said(FigureTaken) == [
        FigureTaken("chocolatl", 1, before=None),
        FigureTaken("old_man", players - 1, before=None),
    ]


def test_only_the_first_moves_and_by_one():
    table = at("temple", (4, 2, 3)).offer(5, 9, 1)
    assert table.boxes() == [4, 3, 3]
    (scored,) = table.said(Scored)
    assert (scored.seat, scored.points, scored.source, scored.rule) == (1, 1, "temple", "4.1")


def test_the_figures_are_taken_from_whoever_has_them():
    table = at("temple", chocolatl=2, old_man=1).offer(5, 9, 1)
    assert table.said(FigureTaken) == [
        FigureTaken("chocolatl", 1, before=2),
        FigureTaken("old_man", 2, before=1),
    ]


def test_a_figure_may_stay_where_it_is():
    table = at("temple", chocolatl=1, old_man=2).offer(5, 9, 1)
    assert table.said(FigureTaken) == [
        FigureTaken("chocolatl", 1, before=1),
        FigureTaken("old_man", 2, before=2),
    ]
