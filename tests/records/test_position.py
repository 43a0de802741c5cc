"""A position prints as text and reads back exactly; a wrong line is quoted."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chocolatl.rules import Rules, fold
from chocolatl.rules.position import PositionError, from_text, to_text
from chocolatl.rules.record import replay
from tests.records.corpus_games import NAMES, game
from tests.records.playing import played, small_board

MIDGAME = to_text(fold(game("english-4").events[:150]))

switches = st.builds(
    Rules,
    first_round=st.sampled_from(["red", "gold"]),
    dice_per_offering=st.sampled_from(["any", "one"]),
    give_back=st.sampled_from(["any", "lowest"]),
    red_reveal=st.sampled_from(["per_location", "all_at_once"]),
)


@pytest.mark.parametrize("name", NAMES)
def test_every_position_of_the_corpus_reads_back(name):
    for _, _, state in replay(game(name)):
        assert from_text(to_text(state)) == state


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(3, 5), switches, st.booleans(), st.booleans())
def test_every_position_of_any_game_reads_back(seed, players, rules, small, hesitant):
    record = played(seed, players, rules, small_board() if small else None, hesitant=hesitant)
    for _, _, state in replay(record):
        assert from_text(to_text(state)) == state


def test_a_position_is_made_of_short_lines():
    assert all(len(line) <= 110 for line in MIDGAME.splitlines())
    assert len(MIDGAME.splitlines()) < 90


def changed(key: str, value: str) -> str:
    lines = [line if line.split()[0:1] != [key] else f"{key} {value}" for line in MIDGAME.splitlines()]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("rules", "klingon", "one of english, dutch"),
        ("rules", "first_round=blue", "switches"),
        ("board", "{}", "a board as JSON"),
        ("players", "7", "3 to 5 players"),
        ("round", "three", "a number"),
        ("mode", "blue", "one of gold, red, green"),
        ("location", "moon", "one of temple"),
        ("harvest", "6 x 1", "numbers such as 6 4 1"),
        ("line", "0 0 1 2", "each seat from 0 to 3 once"),
        ("line", "0 1 2 9", "seats from 0 to 3"),
        ("pyramid", "8", "seats from 0 to 3"),
        ("asked", "sing, seats 0, at temple", "one of sacrifice"),
        ("asked", "whatever", "such as lay"),
        ("result", "nobody", "such as 54 46 44"),
        ("box", "-", "a number"),
        ("laid", "0 1 | 2", "6 groups of cards"),
        ("answer", "dance", "an answer starting with sacrifice"),
        ("answer", "take everything", "take hut or take die"),
        ("answer", "roll 7", "an answer starting with"),
        ("rank", "first", "such as seat 2 total 17"),
        ("seat", "9", "seat 0"),
    ],
)
def test_a_wrong_line_is_quoted_with_what_was_expected(key, value, expected):
    text = changed(key, value)
    if key == "rank":
        text = MIDGAME.replace("turn ", "rank          first\nturn ", 1)
    with pytest.raises(PositionError) as error:
        from_text(text)
    assert str(error.value).startswith("line ")
    assert value in str(error.value)
    assert expected in str(error.value)


@pytest.mark.parametrize("seed", range(30))
def test_any_missing_or_doubled_line_is_an_error(seed):
    lines = MIDGAME.splitlines()
    number = Random(seed).choice([i for i, line in enumerate(lines) if line.strip()])
    for wrong in ([*lines[:number], *lines[number + 1 :]], [*lines[:number], lines[number], *lines[number:]]):
        try:
            state = from_text("\n".join(wrong))
        except PositionError:
            continue
        # There may be any number of ranks: one more or less is another position, not a wrong text.
        assert lines[number].split()[0] == "rank"
        assert to_text(state) != MIDGAME


def test_an_empty_text_says_what_should_stand_there():
    with pytest.raises(PositionError, match="the text ends where a line starting with 'chocolatl'"):
        from_text("")


def test_nothing_may_follow_the_last_seat():
    with pytest.raises(PositionError, match="nothing after the last seat"):
        from_text(MIDGAME + "seat 4\n")
