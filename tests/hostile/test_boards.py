"""Boards at and beyond their bounds: those within are played by both engines, the others refused by key."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.bots import make_bot
from chocolatl.engine import layout
from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.equivalence import check_game
from chocolatl.records.board_file import BoardError, board_problems, parse_board
from chocolatl.records.board_limits import LENGTHS, NUMBERS
from chocolatl.records.record import make_record, schema
from chocolatl.records.verify import verify
from chocolatl.rules import SealedChance, default_board, fold, key_from_seed, start, step, view, waiting_for
from chocolatl.rules.editions import ENGLISH
from chocolatl.rules.refusal import Refusal
from chocolatl.rules.versions import RULES_VERSIONS
from chocolatl.server.ops.app import Server
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables import clock
from tests.hostile.boards import boards, boards_beyond
from tests.rules.games import examples, rule_sets, seeds, sizes
from tests.server.harness import Visitor, served

DEFAULT = Path("src/chocolatl/rules/boards/default.toml").read_text()
KEY = key_from_seed(1)


@examples(40)
@given(boards(), rule_sets, sizes, st.sampled_from(RULES_VERSIONS), seeds)
def test_within_the_bounds_both_engines_play_every_board_alike(board, rules, players, version, seed):
    assert board_problems(board) == []
    assert check_game(board, rules, players, version, seed) > 1


@examples(10)
@given(
    boards(),
    rule_sets,
    sizes,
    st.sampled_from(("random", "greedy", "flat:8", "greedy:100", "equilibrium:2:8")),
)
def test_bots_give_legal_answers_on_every_board(board, rules, players, spec):
    chance = SealedChance(KEY)
    state = fold(start(board, rules, players, chance))
    bot = make_bot(spec, 1)
    for _ in range(12):
        for seat, question in waiting_for(state).items():
            played = step(state, seat, bot.decide(view(state, seat), question), chance)
            assert not isinstance(played, Refusal), played
            state = played.state


@examples(80)
@given(boards_beyond())
def test_beyond_a_bound_a_board_is_refused_by_its_key(wrong):
    key, board = wrong
    assert any(problem.startswith(key) for problem, _ in board_problems(board))
    if key == "name":  # no engine cares
        return
    with pytest.raises(ValueError, match="compiled engine"):
        encode_board(board, ENGLISH, "2")


def test_the_compiled_engine_holds_what_the_bounds_allow():
    assert LENGTHS["improvements_low"].most == LENGTHS["improvements_high"].most == layout.PILE_MAX
    assert LENGTHS["cards"].most == layout.HAND_MAX
    assert NUMBERS["rounds"].most == layout.ROUNDS == layout.DICE_MAX
    assert 2 * NUMBERS["rounds"].most == LENGTHS["pyramid"].most == layout.STONES_MAX


def test_the_schema_states_the_bounds():
    definitions: Any = schema()["$defs"]
    board = definitions["Board"]["properties"]
    assert (board["goal"]["minimum"], board["goal"]["maximum"]) == (1, 9999)
    assert board["improvements_low"]["maxItems"] == 32


@examples(50)
@given(st.one_of(boards().map(lambda board: ("", board)), boards_beyond()))
def test_the_schema_agrees_with_the_check_about_single_numbers_and_lists(found):
    key, board = found
    if key == "name":  # which characters can be seen, no schema says
        return
    text = msgspec.json.encode(board)
    if re.search(rb"\d{18}", text):  # the validator reads it as a float
        return
    made = {"$defs": schema()["$defs"], "$ref": "#/$defs/Board"}
    told = jsonschema_rs.validator_for(made).is_valid(json.loads(text))
    assert told == (key == "")


def test_a_record_on_a_board_beyond_the_bounds_is_told_as_wrong():
    """It was legal once: 257 cards in a pile, for which no number could be drawn."""
    board = replace(default_board(), improvements_low=(5,) * 257)
    chance = SealedChance(KEY)
    made = make_record(start(board, ENGLISH, 3, chance), ["a", "b", "c"], chance)
    report = verify(made)
    assert report.problem is not None
    assert "board.improvements_low: expected 0 to 32 cards, got 257" in report.problem.reason


PAD = 20_000
ATTACKS = {
    "dotted key": "a" + ".a" * 9_000 + "=1",
    "dotted header": "[a" + ".a" * 9_000 + "]",
    "nested lists": "a=" + "[" * 19_000,
    "nested tables": "a=" + "{a=" * 6_000,
    "decimal digits": "rounds=" + "9" * 19_000,
    "hexadecimal digits": "rounds=0x" + "f" * 19_000,
    "a long key": "k" * 19_000 + "=1",
    "a long quoted key": '"' + "k" * 19_000 + '"=1',
    "a number in a key": '"track[' + "9" * 450 + ']"=1',
    "many entries": "track=[" + "1," * 9_000 + "]",
    "many keys": "".join(f"k{n}=1\n" for n in range(2_000)),
    "many headers": "[[a]]\n" * 3_000,
    "many lines": "\n" * PAD,
    "a long string": 'name="' + "x" * 19_000 + '"',
    "a string over lines": 'name="""' + "x\n" * 9_000 + '"""',
    "NUL": "\0" * PAD,
    "too many bytes": "#" + "x" * PAD,
    "too many bytes in few letters": "#" + "\u00e9" * (PAD // 2),
    "a surrogate": 'name="\ud800"',
    "infinity": DEFAULT.replace("goal = 40", "goal = inf"),
    "not a number": DEFAULT.replace("goal = 40", "goal = nan"),
    "an overflow": DEFAULT.replace("goal = 40", "goal = 1e400"),
    "a day of no calendar": DEFAULT.replace("goal = 40", "goal = 1979-02-31"),
    "a time": DEFAULT.replace("goal = 40", "goal = 07:32:00"),
    "64 digits": DEFAULT.replace("goal = 40", "goal = " + "9" * 64),
    "a name with NUL": DEFAULT.replace('"default"', '"a\\u0000b"'),
    "a name turned round": DEFAULT.replace('"default"', '"\u202edefault"'),
    "an invisible name": DEFAULT.replace('"default"', '"\\u200b\\u3164"'),
    "a name of two lines": DEFAULT.replace('"default"', '"a\\nb"'),
    "no name": DEFAULT.replace('"default"', '""'),
    "a long name": DEFAULT.replace('"default"', '"' + "x" * 41 + '"'),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_hostile_file_is_refused_in_one_visible_line(attack):
    with pytest.raises(BoardError) as told:
        parse_board(ATTACKS[attack], "board")
    assert str(told.value).startswith("board")
    assert str(told.value).isprintable()
    assert len(str(told.value)) < 1_500


@examples(150)
@given(
    st.text(st.sampled_from("ab.=[]{}\"'\\,#\n 19-:eTx_\0\u202e"), max_size=300), st.integers(0, len(DEFAULT))
)
def test_any_text_is_a_board_or_a_clear_refusal(text, place):
    for file in (text, DEFAULT[:place] + text + DEFAULT[place:]):
        assert _told(file).isprintable()


def _told(file):
    try:
        return parse_board(file, "board").name
    except BoardError as error:
        return str(error)


def wide(board=None):
    """What yesterday's program took: more improvement cards than a byte can number."""
    return replace(board or default_board(), improvements_low=(5,) * 257)


async def stored(server: Server, table: str) -> TableRow:
    row = await server.services.store.load(table)
    assert row is not None
    return row


async def test_a_stored_table_on_such_a_board_is_closed_and_stops_nothing(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        ana, bo = Visitor(url), Visitor(url)
        table = await ana.create(players=3, bots=["random", "random"])
        row = await stored(server, table)
        server.registry.tables.clear()
        assert await server.services.store.change(row, replace(row.lobby, board=wide()), "running")
        found = await bo.get(f"tables/{table}")
        assert found["table"]["phase"] == "closed"
        assert await server.services.store.tables_needing_attention(1e12, 1e12) == []
        assert (await bo.get("tables?list=live"))["tables"] == []
        other = await bo.create(players=3, bots=["random", "random"])
        await bo.post(f"tables/{other}/start")


async def test_the_clock_closes_it_by_itself_after_a_restart(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(clock, "STUCK_AFTER", 0.0)
    async with served(tmp_path) as (url, server):
        table = await Visitor(url).create(players=3, bots=["random", "random"])
        row = await stored(server, table)
        assert await server.services.store.change(row, replace(row.lobby, board=wide()), "running")
    async with served(tmp_path) as (url, server):
        for _ in range(100):
            row = await stored(server, table)
            if row.summary.phase == "closed":
                break
            await asyncio.sleep(0.1)
        assert row.summary.phase == "closed"


async def test_every_hostile_file_is_refused_over_the_network(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        for name, board in ATTACKS.items():
            if name == "a surrogate":  # what JSON cannot say
                continue
            wish = {"name": "Ana", "board": board}
            assert await ana.refused("tables", wish) in ("bad_board", "bad_message", "too_long"), name
