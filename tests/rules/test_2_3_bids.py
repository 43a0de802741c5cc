"""2.3: two cards per location, in secret and at once, in the three modes."""

import pytest
from msgspec.structs import replace

from chocolatl.rules import Lay, waiting_for
from chocolatl.rules.events import Answered, Asked, Ranked, Revealed
from chocolatl.rules.types import LOCATIONS
from tests.rules.table import Told, at, new_game

RED = ((1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12))


def in_mode(mode, players=3):
    """Everyone sacrifices the 0; then a round of this mode."""
    table = new_game(players).sacrifice(*[0] * players)
    asked = replace(table.asked, locations=LOCATIONS[:1] if mode == "gold" else LOCATIONS)
    table.state = replace(table.state, mode=mode, asked=asked)
    table.events.clear()
    return table


@pytest.mark.parametrize("players", [3, 4, 5])
def test_gold_asks_for_one_location_at_a_time(players):
    table = in_mode("gold", players).bid(*[(11, 12)] * players)
    assert table.said(Revealed)[0].locations == ("temple",)
    assert table.said(Revealed)[0].cards == (((11, 12),),) * players
    assert table.said(Ranked)[0].location == "temple"
    assert (table.asked.kind, table.asked.locations) == ("lay", ("plantation",))
    assert table.asked.seats == tuple(range(players))
    assert table.state.players[0].hand == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)


def test_gold_lays_the_last_pair_without_asking():
    table = at("drink", hand=((1, 2, 3, 4), (5, 6, 7, 8), (2, 3, 4, 5))).bid((1, 4), (5, 6), (2, 5))
    automatic = [event for event in table.said(Answered) if event.turn == 2]
    assert [(event.seat, event.action) for event in automatic] == [
        (0, Lay(((3, 2),))),
        (1, Lay(((8, 7),))),
        (2, Lay(((4, 3),))),
    ]
    assert [event.location for event in table.said(Ranked)] == ["drink", "ball_court"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_red_asks_for_all_twelve_cards_at_once_and_reveals_per_location(players):
    table = in_mode("red", players)
    question = table.question(0)
    assert [group.location for group in question.groups] == list(LOCATIONS)
    assert {group.count for group in question.groups} == {2}
    table.lay(*[RED] * players)
    reveals = table.said(Revealed)
    assert [event.locations for event in reveals] == [("temple",), ("plantation",), ("city",)]
    assert reveals[1].cards == (((3, 4),),) * players
    assert table.state.shown(0) == ((1, 2), (3, 4), (5, 6), (), (), ())
    assert table.state.players[0].laid == RED
    assert table.state.players[0].hand == ()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_green_lays_one_card_everywhere_reveals_all_then_a_second(players):
    table = in_mode("green", players)
    assert {group.count for group in table.question(0).groups} == {1}
    table.lay(*[tuple((card,) for card in range(1, 7))] * players)
    (first,) = table.said(Revealed)
    assert first.locations == LOCATIONS
    assert first.cards == (((1,), (2,), (3,), (4,), (5,), (6,)),) * players
    assert table.said(Ranked) == []
    question = table.question(0)
    assert [group.laid for group in question.groups] == [(1,), (2,), (3,), (4,), (5,), (6,)]
    assert question.cards == (7, 8, 9, 10, 11, 12)
    table.lay(*[tuple((card,) for card in range(7, 13))] * players)
    assert [event.locations for event in table.said(Revealed)[1:]] == [
        ("temple",),
        ("plantation",),
        ("city",),
    ]
    assert table.said(Revealed)[1].cards == (((7,),),) * players
    assert [standing.cards for standing in table.said(Ranked)[0].ranking] == [(1, 7)] * players


def test_nothing_is_revealed_before_the_last_seat_has_laid():
    table = in_mode("red").do(0, Lay(RED)).do(1, Lay(RED))
    assert table.said(Revealed) == []
    assert list(waiting_for(table.state)) == [2]
    assert table.state.players[0].laid == ((),) * 6


def test_a_bid_may_change_until_the_last_seat_has_laid():
    table = at("temple").do(0, Lay(((1, 2),))).do(0, Lay(((30, 29),))).do(1, Lay(((5, 6),)))
    assert table.state.answers[0] == Lay(((30, 29),))
    table.do(2, Lay(((3, 4),)))
    assert table.said(Revealed)[0].cards == (((30, 29),), ((5, 6),), ((3, 4),))
    assert table.state.players[0].hand.count(1) == 6
    assert table.refused(0, Lay(((1, 2),)), turn=1).code == "too_late"


def test_questions_are_numbered_without_gaps():
    table = new_game(chance=Told()).sacrifice(0, 0, 0).lay(RED, RED, RED)
    assert [event.turn for event in table.said(Asked)] == [1, 2, 3]
