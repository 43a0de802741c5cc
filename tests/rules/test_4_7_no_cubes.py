"""4.7: without cubes one builds and places all the same."""

from chocolatl.rules import Take
from chocolatl.rules.events import LastRound
from tests.rules.table import at


def test_huts_without_cubes():
    table = at("city", cubes=(9, 0, 9), last="cubes").offer(5, 9, 1).do(1, Take("hut"))
    assert table.state.players[1].huts == 1
    assert table.state.players[1].cubes == 0
    assert table.said(LastRound) == []


def test_stones_without_cubes_count_as_theirs():
    table = at("pyramid", cubes=(9, 0, 9), last="cubes", pyramid=(1, 1, 0, 0)).offer(5, 9, 1)
    assert table.state.pyramid == (1, 1, 0, 0, 1, 1)
    assert table.state.players[1].cubes == 0
    assert table.boxes()[1] == 5


def test_one_cube_left_for_two_stones():
    table = at("pyramid", cubes=(9, 1, 9)).offer(5, 9, 1)
    assert table.state.pyramid == (1, 1)
    assert table.state.players[1].cubes == 0
    assert table.said(LastRound) == [LastRound("cubes", 1)]
