"""5.1 and 5.2: what makes it the last round, at that very moment, and that it is played to the end."""

from random import Random

import pytest
from msgspec.structs import replace

from chocolatl.rules import EDITIONS, GiveBack, Take, default_board
from chocolatl.rules.events import Exchanged, LastRound, RoundStarted, Scored
from tests.rules.table import at, new_game


def test_5_1_round_7_is_the_last():
    far = replace(default_board(), goal=1000, cubes=100)
    table = new_game(4, board=far).play_on(Random(3))
    assert table.said(LastRound) == [LastRound("round", None)]
    assert table.said(RoundStarted)[-1].round == 7
    place = table.events.index(LastRound("round", None))
    assert isinstance(table.events[place - 1], RoundStarted)
    assert len(table.state.pyramid) == 14


@pytest.mark.parametrize(("box", "last"), [(33, None), (34, "goal"), (36, "goal"), (39, "goal")])
def test_5_1_a_marker_reaches_or_passes_box_40(box, last):
    table = at("plantation", (box, 0, 0)).offer(9, 5, 1)
    assert table.state.last == last
    assert table.said(LastRound) == ([LastRound("goal", 0)] if last else [])


def test_5_1_even_if_it_falls_back_later():
    table = at("plantation", (38, 0, 0), harvest=(6, 4, 2)).offer(1, 5, 9)
    assert table.boxes()[0] == 40
    table.offer(7, 8, 9).do(2, Take("hut")).offer(9, 8, 7).passing().offer(1, 8, 9).passing()
    assert table.boxes()[0] == 38
    assert table.state.last == "goal"


def test_5_1_the_ninth_cube_in_the_city():
    table = at("city", cubes=(9, 1, 9)).offer(5, 9, 1).do(1, Take("hut"))
    assert table.said(LastRound) == [LastRound("cubes", 1)]


def test_5_1_the_ninth_cube_of_the_second_in_the_city():
    table = at("city", cubes=(1, 5, 9)).offer(5, 9, 1).do(1, Take("die"))
    assert table.said(LastRound) == [LastRound("cubes", 0)]


def test_5_1_the_ninth_cube_in_the_pyramid():
    assert at("pyramid", cubes=(9, 2, 9)).offer(5, 9, 1).said(LastRound) == [LastRound("cubes", 1)]
    assert at("pyramid", cubes=(9, 3, 9)).offer(5, 9, 1).said(LastRound) == []


def test_5_1_a_row_bonus_can_reach_box_40():
    table = at("pyramid", (0, 36, 0), pyramid=(1, 1, 1, 1)).offer(5, 9, 1)
    assert table.said(LastRound) == [LastRound("goal", 1)]


def test_5_1_the_step_at_the_temple_can_reach_box_40():
    assert at("temple", (39, 0, 0)).offer(9, 5, 1).said(LastRound) == [LastRound("goal", 0)]


def test_5_1_only_the_first_reason_counts():
    table = at("plantation", (38, 39, 37), cubes=(1, 1, 1)).offer(9, 8, 7)
    assert table.said(LastRound) == [LastRound("goal", 0)]
    table.offer(9, 8, 7).do(0, Take("hut"))
    assert table.said(LastRound) == [LastRound("goal", 0)]


def test_5_1_the_round_is_played_to_the_end():
    table = at("temple", (39, 0, 0)).offer(9, 5, 1).offer(9, 5, 1).offer(9, 5, 1)
    assert table.asked.kind == "take"
    table.do(0, Take("hut")).offer(9, 5, 1).passing().offer(9, 5, 1).passing()
    assert table.asked.locations == ("ball_court",)
    table.offer(9, 5, 1).passing()
    assert table.state.result is not None
    assert len(table.said(RoundStarted)) == 0


def test_5_2_the_drink_can_make_it_the_last_round_for_the_ball_court():
    table = at("drink", (33, 0, 0)).offer(9, 5, 1).offer(9, 5, 1)
    assert table.said(LastRound) == [LastRound("goal", 0)]
    assert [event.points for event in table.said(Scored) if event.source.startswith("ball")] == [6, 3]
    assert table.said(Exchanged) == []


def test_5_2_else_there_are_cards():
    table = at("drink", (31, 0, 0)).offer(9, 5, 1).offer(9, 5, 1)
    assert table.boxes()[0] == 39
    assert table.asked.kind == "give_back"
    table.do(0, GiveBack(0)).do(1, GiveBack(0))
    assert len(table.said(Exchanged)) == 2
    assert table.state.round == 2


@pytest.mark.parametrize("rules", EDITIONS.values())
def test_5_1_final_scoring_comes_too_late(rules):
    table = at("ball_court", (34, 0, 0), rules=rules, last="cubes").offer(9, 5, 1)
    assert table.boxes()[0] >= 40
    assert table.said(LastRound) == []
