"""4.2: first, second and third score the highest, middle and lowest harvest die."""

import pytest

from chocolatl.rules.events import Scored
from tests.rules.table import at


@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_are_paid(players):
    table = at("plantation", (0,) * players).offer(5, 9, 7, *[1] * (players - 3))
    assert [(event.seat, event.points, event.source, event.rule) for event in table.said(Scored)] == [
        (1, 6, "harvest_first", "4.2"),
        (2, 4, "harvest_second", "4.2"),
        (0, 2, "harvest_third", "4.2"),
    ]
    assert table.boxes() == [2, 6, 4] + [0] * (players - 3)
