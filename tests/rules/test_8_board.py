"""8: what is printed on the board is data; a wrong file is told by line, key and what is allowed."""

from importlib.resources import files
from random import Random

import pytest
from msgspec.structs import replace

from chocolatl.records.board_file import BoardError, board_problems, parse_board
from chocolatl.records.toml_lines import line_of_key
from chocolatl.rules import Board, Rules, default_board
from chocolatl.rules.board import BOARD_NAMES, board_text, named_board
from chocolatl.rules.events import Ranked, Revealed, RoundStarted
from chocolatl.rules.types import LOCATIONS
from tests.rules.table import new_game, small_board

DEFAULT = files("chocolatl.rules").joinpath("boards/default.toml").read_text()
KEYS = ", ".join(Board.__struct_fields__)
PLACES = ", ".join(LOCATIONS)
SMALL = [*((location,) for location in LOCATIONS), LOCATIONS[:2], LOCATIONS[3:]]


def test_the_default_board():
    board = default_board()
    assert board.cards == tuple(range(13))
    assert (board.cubes, board.goal, board.rounds, board.bid_size) == (9, 40, 7, 12)
    assert (board.improvements_low, board.improvements_high) == (tuple(range(5, 11)), tuple(range(11, 17)))
    assert [(pay.first, pay.second) for pay in board.drink] == [
        (8, 4), (7, 3), (6, 2), (5, 0), (4, 0), (3, 0), (2, 0),
    ]  # fmt: skip
    assert [(row.boxes, row.bonus) for row in board.pyramid] == [(5, 5), (4, 4), (3, 3), (2, 2)]
    assert [board.colour(box) for box in range(8)] == [
        "red", "gold", "red", "green", "gold", "red", "green", "gold",
    ]  # fmt: skip


def test_rows_of_stones():
    board = default_board()
    assert [board.row_of(stone) for stone in range(14)] == [0] * 5 + [1] * 4 + [2] * 3 + [3] * 2
    assert [board.row_start(row) for row in range(5)] == [0, 5, 9, 12, 14]
    with pytest.raises(IndexError, match="the pyramid of board 'default' has no box for stone 14"):
        board.row_of(14)


def complaint(old, new):
    assert old in DEFAULT
    with pytest.raises(BoardError) as told:
        parse_board(DEFAULT.replace(old, new, 1), "my.toml")
    return str(told.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("rounds = 7", "rounds = 8", "my.toml:12: rounds: expected 1 to 7, got 8"),
        ("rounds = 7", "rounds = 0", "my.toml:12: rounds: expected 1 to 7, got 0"),
        ("rounds = 7", "rounds = ", "my.toml:12:10: not TOML: Invalid value"),
        ("rounds = 7", 'rounds = "7"', "my.toml:12: rounds: Expected `int`, got `str`"),
        ("goal = 40", "goal = 0", "my.toml:11: goal: expected 1 to 9999, got 0"),
        ("cubes = 9", "cubes = 0", "my.toml:10: cubes: expected 1 to 999, got 0"),
        ("cubes = 9", "cubes = 9.5", "my.toml:10: cubes: Expected `int`, got `float`"),
        ("drink_last = 2", "drink_last = -2", "my.toml:34: drink_last: expected 0 to 999 points, got -2"),
        ("pyramid_lead = 3", "pyramid_lead = -1", "my.toml:43: pyramid_lead: expected 0 to 999, got -1"),
        ("ball_first = 6", "ball_first = -1", "my.toml:46: ball_first: expected 0 to 999 points, got -1"),
        ("ball_second = 3", "ball_second = -1", "my.toml:47: ball_second: expected 0 to 999 points, got -1"),
        ("cubes = 9", "cubs = 9", f"my.toml:10: cubs: unknown key, expected one of {KEYS}"),
        ("cubes = 9", "", f"my.toml: cubes: missing, expected all of {KEYS}"),
        (
            "[0, 1, 2,",
            "[0, 1, 2, 2,",
            "my.toml:9: cards: expected 13 cards (two per location and one to sacrifice), got 14",
        ),
        ("[0, 1, 2,", "[0, 2, 1,", "my.toml:9: cards: expected numbers from low to high"),
        ("10, 11, 12]", "10, 11, 100]", "my.toml:9: cards[12]: expected a card from 0 to 99, got 100"),
        ("[0, 1, 2,", "[-1, 1, 2,", "my.toml:9: cards[0]: expected a card from 0 to 99, got -1"),
        (
            '"temple", "plant',
            '"plant',
            "my.toml:9: cards: expected 11 cards (two per location and one to sacrifice), got 13",
        ),
        (
            '"temple", "plantation"',
            '"plantation", "temple"',
            f"my.toml:15: locations: expected some of {PLACES}, each once, in this order",
        ),
        (
            '"temple", "plantation"',
            '"temple", "temple"',
            f"my.toml:15: locations: expected some of {PLACES}, each once, in this order",
        ),
        (
            '"temple", "plantation"',
            '"temple", "mill"',
            f"my.toml:15: locations[1]: expected one of {PLACES}, got 'mill'",
        ),
        (
            '["gold", "red", "green"]',
            "[]",
            "my.toml:18: track: expected 1 to 200 colours, got 0",
        ),
        (
            '"gold", "red"',
            '"gold",\n  # a comment, with [brackets]\n  "blue"',
            "my.toml:20: track[1]: expected one of gold, red, green, got 'blue'",
        ),
        (
            "improvements_low = [5, 6, 7, 8, 9, 10]",
            "improvements_low = [5]",
            "my.toml:21: improvements_low: expected 6 or more cards, one for each round but the last, got 1",
        ),
        (
            "12, 13, 14, 15, 16]",
            "12, 13,\n 14, 15, 160]",
            "my.toml:23: improvements_high[5]: expected a card from 0 to 99, got 160",
        ),
        (
            "{ first = 6, second = 2 }",
            "{ first = -6, second = 2 }",
            "my.toml:28: drink[2].first: expected 0 to 999 points, got -6",
        ),
        (
            "{ first = 6, second = 2 }",
            '{ first = "6", second = 2 }',
            "my.toml:28: drink[2].first: Expected `int`, got `str`",
        ),
        (
            "{ first = 6, second = 2 }",
            "{ first = 6, third = 2 }",
            "my.toml:28: drink[2].third: unknown key, expected one of first, second",
        ),
        (
            "{ first = 6, second = 2 }",
            "{ first = 6 }",
            "my.toml:28: drink[2].second: missing, expected all of first, second",
        ),
        (
            "    { first = 6, second = 2 },\n",
            "",
            "my.toml:25: drink: expected an entry for each of the 7 rounds, got 6",
        ),
        (
            "{ boxes = 4, bonus = 4 }",
            "{ boxes = 0, bonus = 4 }",
            "my.toml:39: pyramid[1].boxes: expected 1 to 99 boxes, got 0",
        ),
        (
            "{ boxes = 4, bonus = 4 }",
            "{ boxes = 4, bonus = -4 }",
            "my.toml:39: pyramid[1].bonus: expected 0 to 999 points, got -4",
        ),
        (
            "{ boxes = 4, bonus = 4 }",
            "{ boxes = 3, bonus = 4 }",
            "my.toml:37: pyramid: expected 14 or more boxes, two for each round, got 13",
        ),
        (
            "{ boxes = 4, bonus = 4 }",
            "{ boxes = 4, bonos = 4 }",
            "my.toml:39: pyramid[1].bonos: unknown key, expected one of boxes, bonus",
        ),
        ("{ boxes = 4, bonus = 4 }", "4", "my.toml:39: pyramid[1]: Expected `object`, got `int`"),
    ],
)
def test_a_wrong_file_is_told_by_line_key_and_what_is_allowed(old, new, told):
    assert complaint(old, new) == told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("goal = 40", "goal = 1"),
        ("cubes = 9", "cubes = 1"),
        ("drink_last = 2", "drink_last = 0"),
        ("pyramid_lead = 3", "pyramid_lead = 0"),
        ("ball_first = 6", "ball_first = 0"),
        ("ball_second = 3", "ball_second = 0"),
        ("10, 11, 12]", "10, 11, 99]"),
        ("{ first = 6, second = 2 }", "{ first = 0, second = 0 }"),
        ("{ boxes = 4, bonus = 4 }", "{ boxes = 3, bonus = 0 }, { boxes = 1, bonus = 1 }"),
        ("rounds = 7", "rounds = 1"),
    ],
)
def test_what_is_just_allowed(old, new):
    assert old in DEFAULT
    assert parse_board(DEFAULT.replace(old, new, 1), "my.toml") != default_board()


LISTS = """# numbers = [1]
numbers = [1, "two, [2", # three
  [3, 4], {x = 4},

  5
]
words = ["a",
  "b", "c"]
 [[rows]]
 size = 1
 [[rows]]
 size = 2
 [other]
 size = 3
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("numbers", 2), ("numbers[0]", 2), ("numbers[1]", 2), ("numbers[2]", 3), ("numbers[3]", 3),
        ("numbers[4]", 5), ("numbers[5]", 2), ("numbers[7]", 2),
        ("words[0]", 7), ("words[1]", 8), ("words[2]", 8),
        ("rows", 9), ("rows[0]", 9), ("rows[1]", 11), ("rows[0].size", 10), ("rows[1].size", 12),
        ("rows[1].none", 11), ("nothing", None), ("nothing[0]", None), ("", None),
    ],
)  # fmt: skip
def test_the_line_of_a_key(key, line):
    assert line_of_key(LISTS, key) == line


def test_lists_of_tables_may_be_written_with_headers():
    head = DEFAULT.split("# The pyramid")[0]
    rows = "".join(f"[[pyramid]]\nboxes = {n}\nbonus = {n}\n" for n in (5, 4, 3, 2))
    text = f"{head}pyramid_lead = 3\nball_first = 6\nball_second = 3\n{rows}"
    assert parse_board(text, "my.toml") == default_board()
    wrong = text.replace("boxes = 3\nbonus = 3", "boxes = 3\nbonus = true")
    header = wrong[: wrong.index("boxes = 3\n")].count("\n") + 1
    with pytest.raises(BoardError, match=rf"^my.toml:{header + 1}: pyramid\[2\].bonus: Expected `int`"):
        parse_board(wrong, "my.toml")
    wrong = text.replace("boxes = 3\nbonus = 3", "boxes = 3")
    with pytest.raises(BoardError, match=rf"^my.toml:{header - 1}: pyramid\[2\].bonus: missing"):
        parse_board(wrong, "my.toml")


def test_the_default_board_has_no_problems():
    assert board_problems(default_board()) == []
    assert len(board_problems(replace(default_board(), rounds=9, goal=0, track=()))) >= 3


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("locations", SMALL)
@pytest.mark.parametrize("rules", [Rules(), Rules("gold", "one", "lowest"), Rules(red_reveal="all_at_once")])
def test_a_shrunk_board_can_be_played(locations, rules, players):
    board = small_board(*locations, rounds=2, goal=5, track=("green", "red", "gold"))
    assert board_problems(board) == []
    table = new_game(players, rules, board).play_on(Random(1))
    assert table.state.result is not None
    assert [event.location for event in table.said(Ranked)] == list(locations) * table.state.round


def test_one_round_is_the_last():
    table = new_game(board=small_board("drink", rounds=1, improvements_low=(), improvements_high=()))
    assert board_problems(table.state.board) == []
    table.sacrifice(2, 2, 2)
    assert len(table.said(RoundStarted)) == 1
    assert table.state.result is not None


def test_with_one_location_a_green_round_still_lays_one_card_after_the_other():
    board = small_board("drink", "ball_court", rounds=2, track=("green",), improvements_low=(1, 2))
    board = replace(board, locations=("drink",), cards=(0, 1, 2))
    table = new_game(board=board).sacrifice(0, 0, 0)
    assert table.state.mode == "green"
    assert table.question(0).groups[0].count == 1
    table.lay(((1,),), ((2,),), ((1,),))
    assert [event.cards for event in table.said(Revealed)][-2:] == [
        (((1,),), ((2,),), ((1,),)),
        (((2,),), ((1,),), ((2,),)),
    ]
    assert table.state.result is not None


def test_other_numbers_are_played_by():
    board = small_board("temple", "pyramid", pyramid_lead=1, cubes=1, goal=99)
    table = new_game(board=board).sacrifice(0, 0, 0).lay(((3, 4), (1, 2)), ((1, 2), (3, 4)), ((1, 2), (3, 4)))
    assert table.state.last == "cubes"


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_boards_that_come_with_the_game(name):
    """Twelve different improvement cards, a track with all three modes, a file that the parser accepts."""
    board = named_board(name)
    assert board.name == name
    assert parse_board(board_text(name), f"{name}.toml") == board
    cards = board.improvements_low + board.improvements_high
    assert len(set(cards)) == len(cards) == 12
    # Piles may overlap: the first gets the higher card, whichever pile it is from (4.6).
    assert all(low < high for low, high in zip(board.improvements_low, board.improvements_high, strict=True))
    assert set(board.track) == {"gold", "red", "green"}


def test_only_boards_that_come_with_the_game_have_names():
    with pytest.raises(KeyError):
        named_board("../editions")
