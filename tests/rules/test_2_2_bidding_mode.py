"""2.2: the box under the leading marker sets the mode, once for the whole round."""

import pytest

from chocolatl.rules import EDITIONS
from chocolatl.rules.events import RoundStarted
from tests.rules.table import at, new_game


def next_round(boxes, **given):
    """The round that follows when a ball court ends one without moving a marker."""
    table = at("ball_court", boxes, rules=EDITIONS["dutch"], **given)
    return table.offer(*range(9, 9 - len(boxes), -1)).said(RoundStarted)[0]


@pytest.mark.parametrize(
    ("box", "mode"),
    [(0, "red"), (1, "gold"), (2, "red"), (3, "green"), (4, "gold"), (39, "green"), (43, "gold")],
)
def test_the_colour_of_the_leading_box(box, mode):
    started = next_round((0, box, 0))
    assert (started.mode, started.box, started.round) == (mode, box, 2)


def test_only_the_marker_furthest_ahead_counts():
    started = next_round((3, 1, 2, 0))
    assert (started.mode, started.leader, started.box) == ("green", 0, 3)


def test_on_one_box_the_top_of_the_stack_is_the_leader():
    assert next_round((5, 1, 5), line=(1, 2, 0)).leader == 2
    assert next_round((5, 1, 5), line=(1, 0, 2)).leader == 0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_first_round_is_red_on_box_0(players):
    table = new_game(players).sacrifice(*[0] * players)
    assert table.state.mode == "red"
    assert table.said(RoundStarted)[0].box == 0


def test_the_mode_stays_when_the_leader_moves_on():
    table = at("plantation", (1, 0, 0)).offer(9, 8, 7)
    assert table.boxes() == [7, 4, 2]
    assert table.state.mode == "gold"
