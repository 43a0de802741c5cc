"""One game, one JSON object; what cannot be read is told precisely."""

import json
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest

from chocolatl.records.record import RecordError, decode, documents, encode, make_record, replay
from chocolatl.rules import SealedChance, key_from_seed
from tests.records.corpus_games import NAMES, game

SCHEMA = Path(__file__).parents[2] / "docs" / "record.schema.json"


@pytest.mark.parametrize("name", NAMES)
def test_a_record_reads_back_as_written(name):
    assert decode(encode(game(name))) == game(name)
    assert b"\n" not in encode(game(name))


def test_the_key_stays_secret_while_the_game_runs():
    whole = game("english-3")
    chance = SealedChance(key_from_seed("secret"))
    running = make_record(whole.events[:50], whole.names, chance)
    assert running.key is None
    assert chance.key.hex().encode() not in encode(running)
    assert make_record(whole.events, whole.names, chance).key == chance.key.hex()


def test_replay_ends_in_the_result():
    *_, (_, event, state) = replay(game("english-3"))
    assert state.result == event


def tree():
    return msgspec.to_builtins(game("small-board"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "chocolatl-record/9"}, "format: this program reads 'chocolatl-record/1'"),
        ({"key": "XYZ"}, "key: "),
        ({"names": "Anna"}, "names: Expected `array`, got `str`"),
        ({"events": []}, "events: Expected `array` of length >= 1"),
        ({"events": [{"event": "sneezed"}]}, "events[0].event: Invalid value 'sneezed'"),
    ],
)
def test_what_is_no_record_is_told_by_place_and_expectation(change, said):
    with pytest.raises(RecordError) as error:
        decode(msgspec.json.encode(tree() | change), "games.jsonl:7")
    assert str(error.value).startswith("games.jsonl:7: ")
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "empty"), (b"\n", "empty"), (encode(game("english-3"))[:500], "cut off after 500"), (b"{", "cut"),
     (b"hello", "not a record"), (b"\xff\xfe", "not a record"), (b"7", "Expected `object`")],
)  # fmt: skip
def test_what_is_no_json_is_told(data, said):
    with pytest.raises(RecordError, match=said):
        decode(data)


def test_a_file_holds_one_record_per_line_or_one_in_many_lines():
    one, two = encode(game("english-3")), encode(game("dutch-4"))
    lines = [one + b"\n", b"\n", two]
    assert [(place, decode(data)) for place, data in documents(lines, "f")] == [
        ("f:1", game("english-3")),
        ("f:3", game("dutch-4")),
    ]
    pretty = msgspec.json.format(one, indent=2).splitlines(keepends=True)
    assert [(place, decode(data)) for place, data in documents(pretty, "f")] == [("f", game("english-3"))]
    assert list(documents([], "f")) == [("f", b"")]


def test_the_schema_knows_records_from_other_things():
    validator = jsonschema_rs.validator_for(json.loads(SCHEMA.read_text()))
    for name in NAMES:
        validator.validate(json.loads(encode(game(name))))
    assert not validator.is_valid(tree() | {"key": "XYZ"})
    assert not validator.is_valid(tree() | {"extra": 1})
