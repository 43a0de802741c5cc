"""7: where the editions disagree. Each test fails under the other setting of its switch."""

import msgspec
import pytest
from msgspec.structs import replace

from chocolatl.rules import (
    EDITIONS,
    RULES_VERSION,
    RULES_VERSIONS,
    GiveBack,
    Roll,
    Rules,
    edition_named,
    view,
)
from chocolatl.rules.events import Exchanged, Ranked, Revealed, Rolled, Started
from chocolatl.rules.types import LOCATIONS
from tests.rules.table import Told, at, new_game

BID = ((1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12))


def test_the_four_presets():
    assert dict(EDITIONS) == {
        "english": Rules("red", "any", "any", "per_location"),
        "dutch": Rules("red", "one", "lowest", "per_location"),
        "german": Rules("gold", "any", "lowest", "per_location"),
        "french": Rules("red", "any", "any", "all_at_once", "all_at_once"),
    }
    assert edition_named("dutch") == EDITIONS["dutch"]
    assert Rules() == EDITIONS["english"]


def test_version_1_played_the_french_preset_per_location():
    assert edition_named("french", "1") == Rules()
    for name in ("english", "dutch", "german"):
        assert edition_named(name, "1") == edition_named(name, "2") == EDITIONS[name]


def test_an_unknown_version_is_told_what_exists():
    with pytest.raises(ValueError, match="unknown rules version '3': expected 1 or 2"):
        edition_named("english", "3")
    with pytest.raises(ValueError, match="unknown rules version '0'"):
        new_game(version="0")


def test_new_games_are_of_version_2_and_events_that_tell_none_of_version_1():
    assert RULES_VERSION == "2"
    assert RULES_VERSIONS == ("1", "2")
    table = new_game()
    (started,) = table.said(Started)
    assert (started.version, table.state.version) == ("2", "2")
    old = msgspec.to_builtins(new_game(version="1").events[0])
    del old["version"], old["rules"]["green_reveal"]
    assert msgspec.convert(old, Started) == new_game(version="1").events[0]


def test_an_unknown_edition_is_told_what_exists():
    with pytest.raises(ValueError, match="'danish': expected one of english, dutch, german, french"):
        edition_named("danish")


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(("mode", "locations"), [("red", LOCATIONS), ("gold", ("temple",))])
def test_the_first_round(mode, locations, players):
    table = new_game(players, Rules(first_round=mode)).sacrifice(*[0] * players)
    assert table.state.mode == mode
    assert table.asked.locations == locations


@pytest.mark.parametrize("first_round", ["red", "gold"])
def test_only_the_first_round_is_special(first_round):
    rules = Rules(first_round=first_round, give_back="lowest")
    assert at("ball_court", (3, 0, 0), rules=rules).offer(9, 8, 7).state.mode == "green"
    assert at("ball_court", (0, 0, 0), rules=rules).offer(9, 8, 7).state.mode == "red"


def test_any_number_of_dice_on_one_offering():
    table = at("temple", dice=(2, 0, 0), rules=Rules(dice_per_offering="any"), chance=Told({"bonus": 3}))
    table.offer(1, 5, 9)
    assert (table.question(0).dice, len(table.question(0).ways)) == (2, 2)
    table.do(0, Roll()).do(0, Roll())
    assert len(table.said(Rolled)) == 2


def test_only_one_die_on_one_offering():
    table = at("temple", dice=(2, 0, 0), rules=Rules(dice_per_offering="one"), chance=Told({"bonus": 3}))
    table.offer(1, 5, 9)
    assert (table.question(0).dice, len(table.question(0).ways)) == (1, 1)
    table.do(0, Roll())
    assert len(table.said(Rolled)) == 1
    assert table.asked.kind == "lay"
    assert table.state.players[0].dice == 1


def test_one_die_each_and_then_it_is_over():
    rules = Rules(dice_per_offering="one")
    table = at("temple", (0, 1, 2), dice=(2, 2, 0), rules=rules).offer(1, 5, 9).do(0, Roll()).do(1, Roll())
    assert len(table.said(Ranked)) == 1


def test_any_old_card_goes_back():
    table = at("ball_court", rules=Rules(give_back="any")).offer(9, 8, 7)
    assert table.asked.kind == "give_back"
    table.do(0, GiveBack(20)).do(1, GiveBack(30))
    assert [event.lost for event in table.said(Exchanged)] == [20, 30]


def test_the_lowest_goes_back():
    table = at("ball_court", rules=Rules(give_back="lowest")).offer(9, 8, 7)
    assert [event.lost for event in table.said(Exchanged)] == [0, 0]


@pytest.mark.parametrize(
    ("red_reveal", "revealed"),
    [("per_location", [("temple",), ("plantation",), ("city",)]), ("all_at_once", [LOCATIONS])],
)
def test_a_red_round_reveals(red_reveal, revealed):
    table = new_game(rules=Rules(red_reveal=red_reveal)).sacrifice(0, 0, 0).lay(BID, BID, BID)
    assert [event.locations for event in table.said(Revealed)] == revealed
    assert [event.location for event in table.said(Ranked)] == ["temple", "plantation", "city"]
    assert table.state.location == "city"


def green_round(green_reveal, **given):
    """All first cards of a green round are on the table."""
    table = at("ball_court", (3, 0, 0), rules=Rules(green_reveal=green_reveal, give_back="lowest"), **given)
    table.offer(9, 8, 7).passing()
    assert table.state.mode == "green"
    table.events.clear()
    return table.lay(*[tuple((pair[0],) for pair in BID)] * 3)


@pytest.mark.parametrize(
    ("green_reveal", "revealed"),
    [("per_location", [("temple",), ("plantation",), ("city",)]), ("all_at_once", [LOCATIONS])],
)
def test_a_green_round_reveals_the_second_cards(green_reveal, revealed):
    table = green_round(green_reveal)
    second = tuple((pair[1],) for pair in BID)
    table.lay(second, second, second)
    first, *rest = table.said(Revealed)
    assert (first.locations, first.cards[0]) == (LOCATIONS, tuple((pair[0],) for pair in BID))
    assert [event.locations for event in rest] == revealed
    assert rest[0].cards[1][0] == second[0]
    assert [event.location for event in table.said(Ranked)] == ["temple", "plantation", "city"]
    assert table.state.location == "city"


@pytest.mark.parametrize(("green_reveal", "shown"), [("per_location", 7), ("all_at_once", 12)])
def test_what_is_up_in_a_green_round_before_the_first_dice(green_reveal, shown):
    table = green_round(green_reveal, dice=(1, 0, 0))
    second = tuple((pair[1],) for pair in BID)
    table.lay(second, second, second)
    assert table.asked.kind == "roll"
    assert sum(map(len, table.state.shown(1))) == shown
    assert sum(map(len, view(table.state, 0).players[1].shown)) == shown


def test_each_reveal_is_for_the_rounds_of_its_colour():
    table = new_game(rules=Rules(green_reveal="all_at_once")).sacrifice(0, 0, 0).lay(BID, BID, BID)
    assert table.said(Revealed)[0].locations == ("temple",)
    table = at("ball_court", (3, 0, 0), rules=Rules(red_reveal="all_at_once", give_back="lowest"))
    table.offer(9, 8, 7).lay(*[tuple((pair[0],) for pair in BID)] * 3)
    table.lay(*[tuple((pair[1],) for pair in BID)] * 3)
    assert [len(event.locations) for event in table.said(Revealed)][1:3] == [6, 1]


def test_all_at_once_is_for_red_rounds_only():
    rules = Rules(red_reveal="all_at_once", first_round="gold")
    table = new_game(rules=rules).sacrifice(0, 0, 0).bid((1, 2), (3, 4), (5, 6))
    assert table.said(Revealed)[0].locations == ("temple",)


def test_all_at_once_shows_everything_before_the_first_dice():
    table = new_game(rules=Rules(red_reveal="all_at_once")).sacrifice(0, 0, 0)
    first = replace(table.state.players[0], dice=1)
    table.state = replace(table.state, players=(first, *table.state.players[1:]))
    table.lay(BID, BID, BID)
    assert table.asked.kind == "roll"
    assert table.state.shown(1) == BID
