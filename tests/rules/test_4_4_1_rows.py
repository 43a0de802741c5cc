"""4.4.1: the moment a row is full, the player with most stones in it scores; ties by 3.6."""

import pytest

from chocolatl.rules import PlaceFirst
from chocolatl.rules.events import RowCompleted, Scored, StonePlaced
from tests.rules.table import at


def rows(table):
    return [(event.row, event.stones, event.winner, event.tie) for event in table.said(RowCompleted)]


def bonus(table):
    return [(event.seat, event.points, event.rule) for event in table.said(Scored) if event.source == "row"]


@pytest.mark.parametrize(("stones", "row", "points"), [(4, 0, 5), (8, 1, 4), (10, 2, 3), (12, 3, 2)])
def test_each_row_has_its_bonus(stones, row, points):
    table = at("pyramid", pyramid=(1,) * stones).offer(5, 9, 1)
    assert [event.row for event in table.said(RowCompleted)] == [row]
    assert bonus(table) == [(1, points, "4.4.1")]


@pytest.mark.parametrize("stones", [0, 2, 6])
def test_no_row_no_bonus(stones):
    assert bonus(at("pyramid", pyramid=(1,) * stones).offer(5, 9, 1)) == []


def test_most_stones_in_that_row_only():
    pyramid = (0, 0, 0, 0, 0, 1, 2, 2)
    table = at("pyramid", pyramid=pyramid).offer(5, 9, 1)
    assert rows(table) == [(1, (0, 2, 2), 1, "stack")]
    table = at("pyramid", pyramid=(0, 0, 0, 0, 0, 2, 2, 1)).offer(9, 5, 1)
    assert rows(table) == [(1, (1, 1, 2), 2, None)]


def test_a_tie_goes_to_the_figure():
    table = at("pyramid", (0, 9, 5), pyramid=(0, 0, 1, 1), chocolatl=1).offer(5, 6, 9)
    assert rows(table) == [(0, (2, 2, 1), 1, "figure")]


def test_a_tie_goes_to_the_one_further_behind():
    table = at("pyramid", (3, 9, 5), pyramid=(0, 0, 1, 1)).offer(5, 6, 9)
    assert rows(table) == [(0, (2, 2, 1), 0, "behind")]


def test_a_tie_goes_to_the_higher_in_the_stack():
    table = at("pyramid", (4, 4, 4), line=(2, 1, 0), pyramid=(0, 0, 1, 1)).offer(5, 6, 9)
    assert rows(table) == [(0, (2, 2, 1), 1, "stack")]


def test_judged_between_the_two_stones():
    """The bonus moves the marker before the second stone; that stone is not in the full row."""
    table = at("pyramid", pyramid=(0, 0, 1, 1)).offer(5, 6, 1).do(1, PlaceFirst(0))
    assert [type(event).__name__ for event in table.events[-6:]] == [
        "Answered",
        "StonePlaced",
        "RowCompleted",
        "Scored",
        "StonePlaced",
        "Asked",
    ]
    assert rows(table) == [(0, (3, 2, 0), 0, None)]
    assert table.said(StonePlaced)[1].seat == 1


def test_who_places_first_can_decide_the_row():
    table = at("pyramid", pyramid=(0, 0, 1, 1)).offer(5, 6, 1).do(1, PlaceFirst(1))
    assert rows(table) == [(0, (2, 3, 0), 1, None)]


def test_both_stones_of_one_player_can_finish_a_row_and_begin_the_next():
    table = at("pyramid", pyramid=(0, 0, 1, 1)).offer(5, 9, 1)
    assert rows(table) == [(0, (2, 3, 0), 1, None)]
    assert table.state.pyramid == (0, 0, 1, 1, 1, 1)
