"""3.8 and 3.9: a marker lands on top; points are paid in ranking order; nobody falls below box 0."""

from chocolatl.rules.events import Scored
from tests.rules.table import at


def scored(table):
    return [(event.seat, event.points, event.due, event.box) for event in table.said(Scored)]


def test_3_8_a_marker_lands_on_top_of_the_stack():
    table = at("temple", (1, 0, 1, 1), line=(1, 3, 0, 2)).offer(1, 9, 3, 4)
    assert table.boxes() == [1, 1, 1, 1]
    assert table.state.line == (1, 3, 0, 2)
    table = at("temple", (1, 0, 1, 5), line=(1, 2, 0, 3)).offer(9, 1, 3, 4)
    assert table.boxes() == [2, 0, 1, 5]
    assert table.state.line == (1, 2, 0, 3)


def test_3_8_also_when_it_falls_back():
    table = at("drink", (9, 4, 6, 4), line=(3, 1, 2, 0), round=4).offer(9, 8, 1, 7)
    assert table.boxes() == [14, 4, 4, 4]
    assert table.state.line == (2, 3, 1, 0)


def test_3_8_a_marker_can_jump_over_others():
    table = at("plantation", (0, 1, 2, 3, 4)).offer(9, 8, 7, 1, 2)
    assert table.boxes() == [6, 5, 4, 3, 4]
    assert table.state.line == (3, 2, 4, 1, 0)


def test_3_8_the_order_of_payment_decides_the_stack():
    table = at("plantation", (0, 2, 0), line=(2, 0, 1), harvest=(4, 2, 2)).offer(9, 8, 7)
    assert table.boxes() == [4, 4, 2]
    assert table.state.line == (2, 1, 0)
    table = at("plantation", (0, 2, 0), line=(2, 0, 1), harvest=(4, 4, 2)).offer(8, 9, 7)
    assert table.boxes() == [4, 6, 2]


def test_3_8_the_penalty_comes_last():
    table = at("drink", (0, 4, 10), round=1).offer(9, 8, 1)
    assert scored(table) == [(0, 8, 8, 8), (1, 4, 4, 8), (2, -2, -2, 8)]
    assert table.state.line == (2, 1, 0)


def test_3_9_a_loss_stops_at_box_0():
    table = at("drink", (5, 3, 1)).offer(9, 8, 7)
    assert scored(table)[-1] == (2, -1, -2, 0)
    assert table.boxes()[2] == 0


def test_3_9_a_marker_that_does_not_move_keeps_its_place_in_the_stack():
    table = at("drink", (0, 0, 0, 0), line=(0, 1, 3, 2)).offer(9, 8, 1, 7)
    assert scored(table)[-1] == (2, 0, -2, 0)
    assert table.state.line == (3, 2, 1, 0)


def test_3_9_from_box_1_it_lands_on_top_of_those_on_box_0():
    table = at("drink", (0, 0, 1, 0), line=(0, 1, 3, 2)).offer(9, 8, 1, 7)
    assert scored(table)[-1] == (2, -1, -2, 0)
    assert table.state.line == (2, 3, 1, 0)
