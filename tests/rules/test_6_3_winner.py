"""6.3: most points; then the higher sacrifice; then a shared victory."""

import pytest

from chocolatl.rules import Sacrifice, view, waiting_for
from chocolatl.rules.events import GameEnded
from tests.rules.table import at


def result(boxes, sacrifice):
    """Seats 0 and 1 win 6 and 3 at the ball court; then the sacrifices count."""
    table = at("ball_court", boxes, sacrifice=sacrifice, last="round")
    return table.offer(*range(9, 9 - len(boxes), -1)).state.result


def test_most_points_win():
    assert result((10, 20, 0), (1, 2, 0)) == GameEnded((17, 28, 0), (1,), "points")


def test_tied_the_higher_sacrifice():
    assert result((10, 13, 24), (5, 5, 4)) == GameEnded((24, 24, 28), (2,), "points")
    assert result((12, 12, 0), (1, 4, 12)) == GameEnded((19, 19, 15), (1,), "sacrifice")
    assert result((10, 12, 0), (0, 1, 12)) == GameEnded((16, 16, 15), (1,), "sacrifice")


def test_still_tied_a_shared_victory():
    assert result((10, 13, 0), (5, 5, 1)) == GameEnded((24, 24, 1), (0, 1), "shared")


@pytest.mark.parametrize("players", [4, 5])
def test_three_can_share(players):
    boxes = (10, 13, 16, *[0] * (players - 3))
    ended = result(boxes, (5, 5, 5, *[1] * (players - 3)))
    assert (ended.winners, ended.by) == ((0, 1, 2), "shared")


def test_of_three_tied_two_can_share():
    ended = result((10, 13, 17, 0), (5, 5, 4, 1))
    assert ended == GameEnded((24, 24, 21, 1), (0, 1), "shared")
    ended = result((10, 13, 20, 0), (5, 5, 4, 1))
    assert ended == GameEnded((24, 24, 24, 1), (0, 1), "shared")


def test_nothing_is_asked_after_the_end():
    table = at("ball_court", last="round").offer(9, 8, 7)
    assert waiting_for(table.state) == {}
    assert view(table.state, 0).question is None
    refused = table.refused(0, Sacrifice(1))
    assert (refused.code, refused.expected) == ("game_over", "nothing: the game is over")
