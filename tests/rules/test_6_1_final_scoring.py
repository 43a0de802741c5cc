"""6.1 and 6.2: what the end is worth."""

import pytest

from chocolatl.rules.events import AltarOpened, LeftoverRolled, Scored
from tests.rules.table import Told, at


def finish(players=3, **given):
    """The end of a last round in which the ball court went to seats 0 and 1."""
    given = {"sacrifice": tuple(range(3, 3 + players)), "boxes": (20,) * players, "last": "round"} | given
    return at("ball_court", **given).offer(*range(9, 9 - players, -1)).passing()


def final(table, *sources):
    return [
        (event.seat, event.points)
        for event in table.said(Scored)
        if event.source in sources and event.rule == "6.1"
    ]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_point_per_stone(players):
    table = finish(players, pyramid=(0, 0, 0, 1, 2, 2))
    assert final(table, "stones") == [(0, 3), (1, 1), (2, 2)]


def test_three_for_most_stones_in_the_whole_pyramid():
    assert final(finish(pyramid=(0, 0, 0, 1, 2, 2)), "most_stones") == [(0, 3)]


def test_6_2_all_who_share_the_most_stones_get_the_three():
    table = finish(pyramid=(1, 1, 2, 2, 0), chocolatl=2)
    assert final(table, "most_stones") == [(1, 3), (2, 3)]


def test_nobody_has_most_of_no_stones():
    assert final(finish(), "stones", "most_stones") == []


def test_three_for_chocolatl_and_minus_three_for_the_old_man():
    table = finish(chocolatl=1, old_man=2)
    assert final(table, "chocolatl") == [(1, 3)]
    assert final(table, "old_man") == [(2, -3)]
    assert final(finish(), "chocolatl", "old_man") == []


def test_the_value_of_the_own_sacrifice():
    table = finish(sacrifice=(0, 12, 5))
    assert table.said(AltarOpened) == [AltarOpened((0, 12, 5))]
    assert final(table, "sacrifice") == [(1, 12), (2, 5)]


def test_three_for_the_highest_sacrifice():
    assert final(finish(sacrifice=(0, 12, 5)), "highest_sacrifice") == [(1, 3)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_6_2_all_who_share_the_highest_sacrifice_get_the_three(players):
    table = finish(players, sacrifice=(9, *[2] * (players - 2), 9), chocolatl=0)
    assert final(table, "highest_sacrifice") == [(0, 3), (players - 1, 3)]


def test_even_a_sacrifice_of_zero_can_be_the_highest():
    assert final(finish(sacrifice=(0, 0, 0)), "highest_sacrifice") == [(0, 3), (1, 3), (2, 3)]


def test_the_roll_of_one_leftover_die_however_many_are_left():
    table = finish(dice=(0, 3, 1), chance=Told({"final/1": 4, "final/2": 6}))
    assert table.said(LeftoverRolled) == [LeftoverRolled(1, 4), LeftoverRolled(2, 6)]
    assert final(table, "leftover_die") == [(1, 4), (2, 6)]
    assert [player.dice for player in table.state.players] == [0, 2, 0]


def told(table, seat):
    """What the end tells of one seat: source, points, what was due, and where the sum so far leads."""
    ends = [event for event in table.said(Scored) if event.rule == "6.1" and event.seat == seat]
    return [(event.source, event.points, event.due, event.box) for event in ends]


def test_the_old_man_costs_three_at_box_0_when_other_sources_bring_points():
    table = finish(boxes=(20, 20, 0), old_man=2, sacrifice=(0, 0, 7))
    assert told(table, 2) == [
        ("sacrifice", 7, 7, 7),
        ("highest_sacrifice", 3, 3, 10),
        ("old_man", -3, -3, 7),
    ]
    assert table.boxes()[2] == 7


def test_version_1_stopped_the_old_man_at_box_0_before_the_sacrifice_counted():
    table = finish(boxes=(20, 20, 1), old_man=2, sacrifice=(0, 0, 7), version="1")
    assert [(points, due) for _, points, due, _ in told(table, 2)] == [(-1, -3), (7, 7), (3, 3)]
    assert table.boxes()[2] == 10


@pytest.mark.parametrize(
    ("box", "sacrifice", "ends"), [(0, 2, 0), (1, 1, 0), (2, 0, 0), (2, 2, 1), (3, 0, 0)]
)
def test_3_9_the_whole_sum_stops_at_box_0(box, sacrifice, ends):
    table = finish(boxes=(20, 20, box), old_man=2, sacrifice=(9, 9, sacrifice))
    assert table.boxes()[2] == ends
    assert sum(points for _, points, _, _ in told(table, 2)) == ends - box


def test_only_a_loss_that_goes_below_box_0_differs_between_the_versions():
    given = {"pyramid": (2, 1), "chocolatl": 0, "old_man": 2, "dice": (1, 0, 0)}
    assert finish(**given).boxes() == finish(**given, version="1").boxes()
    for box, more in [(0, 3), (1, 2), (2, 1), (3, 0)]:
        low = given | {"boxes": (20, 20, box), "pyramid": ()}
        assert finish(**low, version="1").boxes()[2] == finish(**low).boxes()[2] + more


def test_3_8_markers_move_once_and_in_seat_order():
    """All three land on box 31: who moves later lies higher."""
    table = finish(boxes=(20, 17, 24), sacrifice=(5, 8, 7))
    assert table.boxes() == [31, 31, 31]
    assert table.state.line == (2, 1, 0)


def test_3_9_a_marker_whose_sum_is_nothing_keeps_its_place_in_the_stack():
    table = finish(boxes=(30, 17, 20), old_man=2, sacrifice=(9, 0, 3))
    assert table.boxes()[1:] == [20, 20]
    assert table.state.line == (1, 2, 0)


def test_the_whole_order():
    """Everything is turned up and rolled first; then seat by seat, what costs points last."""
    table = finish(pyramid=(2,), chocolatl=0, old_man=1, dice=(1, 0, 0))
    events = [event for event in table.events if event.rule == "6.1"]
    assert [type(event) for event in events[:2]] == [AltarOpened, LeftoverRolled]
    assert [(event.seat, event.source) for event in events[2:]] == [
        (0, "chocolatl"),
        (0, "sacrifice"),
        (0, "leftover_die"),
        (1, "sacrifice"),
        (1, "old_man"),
        (2, "stones"),
        (2, "most_stones"),
        (2, "sacrifice"),
        (2, "highest_sacrifice"),
    ]


def test_the_whole_order_of_version_1():
    table = finish(pyramid=(2,), chocolatl=0, old_man=1, dice=(1, 0, 0), version="1")
    sources = [event.source for event in table.said(Scored) if event.rule == "6.1"]
    assert sources == [
        "stones",
        "most_stones",
        "chocolatl",
        "old_man",
        *["sacrifice"] * 3,
        "highest_sacrifice",
        "leftover_die",
    ]


def test_everyone_learns_the_sacrifices():
    table = finish(sacrifice=(0, 12, 5))
    assert [player.deduced_sacrifice for player in table.state.players] == [0, 12, 5]
