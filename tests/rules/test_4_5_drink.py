"""4.5: first and second score, fewer each round; the last loses 2 in every round."""

import pytest

from chocolatl.rules.events import Scored
from tests.rules.table import at

PAYS = [(8, 4), (7, 3), (6, 2), (5, 0), (4, 0), (3, 0), (2, 0)]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(("number", "pay"), list(enumerate(PAYS, 1)))
def test_the_table_of_rounds(number, pay, players):
    table = at("drink", (10,) * players, round=number).offer(5, 9, *[4] * (players - 3), 1)
    expected = [(1, pay[0], "drink_first"), (0, pay[1], "drink_second"), (players - 1, -2, "drink_last")]
    scored = [(event.seat, event.points, event.source) for event in table.said(Scored)]
    assert scored == [line for line in expected if line[1]]
    assert {event.rule for event in table.said(Scored)} == {"4.5"}


def test_with_three_players_the_third_is_the_last():
    assert at("drink", (10, 10, 10)).offer(5, 9, 1).boxes() == [14, 18, 8]
