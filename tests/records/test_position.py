"""A position prints as short lines that hold everything: other positions print otherwise."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chocolatl.records.position_text import format_position
from chocolatl.records.record import Record, replay
from chocolatl.rules import Rules, fold
from tests.records.corpus_games import NAMES, game
from tests.records.playing import played, small_board

MIDGAME = format_position(fold(game("english-4").events[:150]))

switches = st.builds(
    Rules,
    first_round=st.sampled_from(["red", "gold"]),
    dice_per_offering=st.sampled_from(["any", "one"]),
    give_back=st.sampled_from(["any", "lowest"]),
    red_reveal=st.sampled_from(["per_location", "all_at_once"]),
)


def assert_nothing_is_left_out(record: Record) -> None:
    states = {state for _, _, state in replay(record)}
    assert len({format_position(state) for state in states}) == len(states)


@pytest.mark.parametrize("name", NAMES)
def test_every_position_of_the_corpus_prints_otherwise(name):
    assert_nothing_is_left_out(game(name))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(3, 5), switches, st.booleans(), st.booleans())
def test_every_position_of_any_game_prints_otherwise(seed, players, rules, small, hesitant):
    assert_nothing_is_left_out(
        played(seed, players, rules, small_board() if small else None, hesitant=hesitant)
    )


def test_a_position_is_made_of_short_lines():
    assert all(len(line) <= 110 for line in MIDGAME.splitlines())
    assert len(MIDGAME.splitlines()) < 90


def test_a_position_reads_like_this():
    lines = MIDGAME.splitlines()
    assert lines[:4] == [
        "chocolatl position/1",
        "rules         english",
        "board         default",
        "players       4",
    ]
    assert "seat 3" in lines
    assert [line for line in lines if line.startswith("asked")] == ["asked         -"]
