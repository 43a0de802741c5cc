"""3.4: bonus dice are added to one offering and go back to the stock."""

from chocolatl.rules import Lay, Roll, Take
from chocolatl.rules.events import Ranked, Rolled
from tests.rules.table import Told, at


def test_asked_after_the_reveal_and_only_who_holds_dice():
    table = at("temple", dice=(0, 1, 0)).offer(9, 5, 1)
    assert (table.asked.kind, table.asked.seats, table.asked.locations) == ("roll", (1,), ("temple",))
    assert table.said(Ranked) == []


def test_a_roll_counts_for_this_offering_and_the_die_is_gone():
    table = at("temple", dice=(0, 1, 0), chance=Told({"bonus/1/temple/1/1": 5})).offer(9, 5, 1).do(1, Roll())
    assert table.said(Rolled) == [Rolled(1, "temple", 5)]
    first = table.said(Ranked)[0].ranking[0]
    assert (first.seat, first.total, first.dice) == (1, 10, (5,))
    assert table.state.players[1].dice == 0
    assert table.state.players[1].rolled == ()


def test_several_dice_on_one_offering_each_with_its_own_roll():
    chance = Told({"bonus/1/drink/1/1": 2, "bonus/1/drink/1/2": 6})
    table = at("drink", dice=(0, 3, 0), chance=chance).offer(9, 5, 1).do(1, Roll()).do(1, Roll()).passing()
    first = table.said(Ranked)[0].ranking[0]
    assert (first.total, first.dice) == (13, (2, 6))
    assert table.state.players[1].dice == 1


def test_the_next_offering_starts_without_them():
    chance = Told({"bonus/1/temple/1/1": 5})
    table = at("temple", dice=(0, 1, 0), chance=chance).offer(9, 5, 1).do(1, Roll()).offer(9 + 1, 6, 2)
    assert [line.dice for line in table.said(Ranked)[1].ranking] == [(), (), ()]


def test_a_die_from_the_city_can_be_used_from_the_pyramid_on():
    table = at("city").offer(9, 5, 1)
    table.do(0, Take("die"))
    assert table.asked.kind == "lay"
    table.do(0, Lay(((10, 3),))).do(1, Lay(((9, 3),))).do(2, Lay(((8, 3),)))
    assert (table.asked.kind, table.asked.seats, table.asked.locations) == ("roll", (0,), ("pyramid",))


def test_no_die_from_the_city_in_the_city():
    table = at("city", dice=(1, 0, 0)).offer(9, 5, 1)
    assert table.question(0).dice == 1
    table.passing().do(0, Take("die"))
    assert table.state.players[0].dice == 2
