"""4.4: two stones a round, bottom row first; a lead of three places both."""

import pytest

from chocolatl.rules import PlaceFirst, waiting_for
from chocolatl.rules.events import StonePlaced
from chocolatl.rules.questions import ChooseOrder
from tests.rules.table import at


def placed(table):
    return [(event.seat, event.stone, event.row) for event in table.said(StonePlaced)]


@pytest.mark.parametrize("lead", [3, 4, 10])
def test_a_lead_of_three_or_more_places_both(lead):
    assert placed(at("pyramid").offer(5, 5 + lead, 1)) == [(1, 0, 0), (1, 1, 0)]


@pytest.mark.parametrize("lead", [0, 1, 2])
def test_a_smaller_lead_places_one_each_the_first_first(lead):
    assert placed(at("pyramid", (9, 0, 0)).offer(5, 5 + lead, 1)) == [(1, 0, 0), (0, 1, 0)]


def test_modifiers_count_for_the_lead():
    assert placed(at("pyramid", huts=(0, 2, 0)).offer(5, 6, 1)) == [(1, 0, 0), (1, 1, 0)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_stone_costs_a_cube(players):
    table = at("pyramid", (0,) * players).offer(5, 9, *[1] * (players - 2))
    assert [player.cubes for player in table.state.players] == [9, 7] + [9] * (players - 2)
    assert table.state.pyramid == (1, 1)


ROWS = [(0, (0, 0)), (2, (0, 0)), (4, (0, 1)), (6, (1, 1)), (8, (1, 2)), (10, (2, 2)), (12, (3, 3))]


@pytest.mark.parametrize(("stones", "rows"), ROWS)
def test_rows_of_5_4_3_and_2(stones, rows):
    table = at("pyramid", pyramid=(0,) * stones).offer(5, 9, 1)
    assert placed(table) == [(1, stones, rows[0]), (1, stones + 1, rows[1])]


@pytest.mark.parametrize("stones", [0, 2, 6, 10, 12])
def test_in_one_row_there_is_nothing_to_decide(stones):
    table = at("pyramid", pyramid=(0,) * stones).offer(5, 6, 1)
    assert [seat for seat, _, _ in placed(table)] == [1, 0]


def test_the_first_is_asked_only_when_the_stones_fall_in_different_rows():
    assert at("pyramid", pyramid=(0, 0)).offer(5, 6, 1).asked.kind == "lay"
    table = at("pyramid", pyramid=(0, 0, 2, 2)).offer(5, 6, 1)
    assert waiting_for(table.state) == {1: ChooseOrder(2, seats=(1, 0), rows=(0, 1))}
    assert placed(table) == []


@pytest.mark.parametrize(("choice", "other"), [(1, 0), (0, 1)])
def test_the_first_decides_who_places_first(choice, other):
    table = at("pyramid", pyramid=(0, 0, 2, 2)).offer(5, 6, 1).do(1, PlaceFirst(choice))
    assert placed(table) == [(choice, 4, 0), (other, 5, 1)]
    assert table.asked.locations == ("drink",)


def test_only_one_of_the_two_can_place_first():
    table = at("pyramid", pyramid=(0, 0, 2, 2)).offer(5, 6, 1)
    refused = table.refused(1, PlaceFirst(2))
    assert (refused.code, refused.expected) == ("not_an_option", "seat 1 or 0")
