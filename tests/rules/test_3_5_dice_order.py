"""3.5: furthest behind first, one die or a pass, round and round until all passed since the last roll."""

from chocolatl.rules import Pass, Roll
from tests.rules.table import at


def asked_seats(table, *answers):
    """Who was asked, one after the other, when these answers are given."""
    seats = []
    for answer in answers:
        assert table.asked.kind == "roll"
        seats.append(table.asked.seats[0])
        table.do(seats[-1], answer)
    return seats


def over(table):
    return table.state.asked is None or table.asked.kind != "roll"


def test_furthest_behind_first():
    table = at("temple", (9, 3, 6), dice=(1, 1, 1)).offer(1, 2, 3)
    assert asked_seats(table, Pass(), Pass(), Pass()) == [1, 2, 0]
    assert over(table)


def test_on_one_box_the_top_of_the_stack_first():
    table = at("temple", (4, 4, 4), line=(2, 0, 1), dice=(1, 1, 1)).offer(1, 2, 3)
    assert asked_seats(table, Pass(), Pass(), Pass()) == [2, 0, 1]


def test_it_goes_on_after_a_roll_until_all_with_dice_have_passed_since():
    table = at("temple", (0, 1, 2, 3), dice=(2, 1, 0, 1)).offer(1, 2, 3, 4)
    assert asked_seats(table, Pass(), Pass(), Roll(), Pass(), Pass()) == [0, 1, 3, 0, 1]
    assert over(table)


def test_one_die_at_a_time():
    table = at("temple", (0, 1, 2), dice=(2, 0, 1)).offer(1, 2, 3)
    assert asked_seats(table, Roll(), Roll(), Roll()) == [0, 2, 0]
    assert over(table)


def test_who_passed_may_roll_after_somebody_else_did():
    table = at("temple", (0, 1, 2), dice=(1, 1, 0)).offer(1, 2, 3)
    assert asked_seats(table, Pass(), Roll(), Roll()) == [0, 1, 0]
    assert over(table)


def test_the_roller_is_asked_again_when_all_others_passed():
    table = at("temple", (0, 1, 2), dice=(3, 1, 1)).offer(1, 2, 3)
    assert asked_seats(table, Roll(), Pass(), Pass(), Roll(), Pass(), Pass(), Pass()) == [0, 1, 2, 0, 1, 2, 0]
    assert over(table)


def test_each_location_starts_anew():
    table = at("temple", (9, 3, 6), dice=(1, 1, 1)).offer(1, 2, 3)
    asked_seats(table, Pass(), Pass(), Pass())
    table.offer(4, 5, 6)
    assert table.state.passes == 0
    assert asked_seats(table, Pass(), Pass(), Pass()) == [1, 2, 0]
    assert over(table)


def test_out_of_turn_is_refused():
    table = at("temple", (9, 3, 6), dice=(1, 1, 1)).offer(1, 2, 3)
    refused = table.refused(0, Roll())
    assert (refused.code, refused.expected) == ("not_asked", "an answer from seat 1")
