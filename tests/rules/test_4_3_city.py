"""4.3: the first chooses the hut or the bonus die; the second must take the other."""

from typing import Any

import pytest

from chocolatl.rules import Take, waiting_for
from chocolatl.rules.events import DieTaken, HutBuilt
from chocolatl.rules.questions import TakePrize
from tests.rules.table import at


def test_only_the_first_is_asked():
    assert waiting_for(at("city").offer(5, 9, 7).state) == {1: TakePrize(2, second=2)}


@pytest.mark.parametrize(("prize", "builder", "roller"), [("hut", 1, 2), ("die", 2, 1)])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_both_prizes_are_handed_out(prize, builder, roller, players):
    table = at("city", (0,) * players).offer(5, 9, 7, *[1] * (players - 3)).do(1, Take(prize))
    assert table.said(HutBuilt) == [HutBuilt(builder)]
    assert table.said(DieTaken) == [DieTaken(roller)]
    assert [player.huts for player in table.state.players] == [int(s == builder) for s in range(players)]
    assert [player.dice for player in table.state.players] == [int(s == roller) for s in range(players)]


def test_a_hut_costs_a_cube_and_a_die_does_not():
    table = at("city").offer(5, 9, 7).do(1, Take("hut"))
    assert [player.cubes for player in table.state.players] == [9, 8, 9]


def test_huts_and_dice_add_up():
    table = at("city", huts=(1, 2, 0), dice=(0, 0, 1)).offer(5, 9, 7).passing().do(1, Take("hut"))
    assert table.state.players[1].huts == 3
    assert table.state.players[2].dice == 2
    assert table.asked.locations == ("pyramid",)


def test_nothing_else_can_be_taken():
    table = at("city").offer(5, 9, 7)
    both: Any = "both"
    refused = table.refused(1, Take(both))
    assert (refused.code, refused.expected) == ("not_an_option", "hut or die")
    assert table.refused(2, Take("hut")).code == "not_asked"
