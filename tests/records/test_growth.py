"""Records of older and newer programs: added fields leave old records true, and newer ones are read."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from chocolatl.records.record import RecordError, decode, read
from chocolatl.records.verify import verify
from tests.records.corpus_games import CORPUS, NAMES, game, text

ROOT = Path(__file__).parents[2]


def newer(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program that has more fields in rules, board and events than this one."""
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    return subprocess.run(
        [sys.executable, "-m", "tests.grown", "play", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_program_with_added_fields_verifies_every_old_record():
    done = newer("verify", *map(str, sorted(CORPUS.iterdir())))
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(NAMES)
    assert all("checked: events, chance, commitment, checksum" in line for line in lines)


def test_it_still_finds_what_was_changed_in_an_old_record(tmp_path):
    tree = json.loads(text("english-3"))
    tree["names"][0] = "Somebody else"
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(tree))
    done = newer("verify", str(changed))
    assert (done.returncode, "something was changed" in done.stdout) == (1, True)


def test_a_game_with_an_unknown_switch_is_neither_fine_nor_wrong(tmp_path):
    file = tmp_path / "newer.jsonl"
    assert newer("simulate", "--games", "1", "--players", "random*3", "--record", str(file)).returncode == 0
    assert newer("verify", str(file)).returncode == 0
    with pytest.raises(RecordError, match=r"events\[0\]\.rules\.temple_step: this program does not know it"):
        decode(file.read_bytes())


@pytest.mark.parametrize("name", NAMES)
def test_unknown_fields_that_decide_nothing_are_named_and_the_rest_is_checked(name):
    tree = json.loads(text(name))
    tree["played_at"] = "Antwerp"
    tree["events"][0]["weather"] = {"sky": ["blue", None]}
    tree["events"][-1]["applause"] = 7
    del tree["checksum"]
    own = json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode()
    tree["checksum"] = hashlib.sha256(own).hexdigest()
    found = read(json.dumps(tree, indent=3).encode())
    last = len(tree["events"]) - 1
    assert set(found.unknown) == {"played_at", "events[0].weather", f"events[{last}].applause"}
    assert verify(found.record).ok
    tree["events"][-1]["applause"] = 8
    with pytest.raises(RecordError, match="something was changed"):
        read(json.dumps(tree).encode())


def test_a_field_added_to_an_old_record_by_somebody_is_noticed():
    tree = json.loads(text("dutch-3")) | {"note": "Ben cheated"}
    with pytest.raises(RecordError, match="something was changed"):
        read(json.dumps(tree).encode())


@pytest.mark.parametrize("name", NAMES)
def test_the_checksum_is_of_the_texts_own_canonical_form(name):
    """Anybody can compute it without knowing the fields: parse, drop `checksum`, write compactly."""
    tree = json.loads(text(name))
    checksum = tree.pop("checksum")
    own = json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode()
    assert hashlib.sha256(own).hexdigest() == checksum


@pytest.mark.parametrize("name", NAMES)
def test_another_order_of_the_keys_is_the_same_game(name):
    shuffled = json.dumps(json.loads(text(name)), sort_keys=True).encode()
    assert verify(decode(shuffled)).ok
    assert decode(shuffled) == game(name)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data.replace(b'"names":', b'"names":["x"],"names":'), "the key 'names' stands twice"),
        (lambda data: data.replace(b'"round":1', b'"round":1,"round":1', 1), "the key 'round' stands twice"),
        (lambda data: data.replace(b'"players":3', b'"players":3.0'), "expected a whole number"),
        (lambda data: data.replace(b'"players":3', b'"x":1e400,"players":3'), "expected a whole number"),
        (
            lambda data: data.replace(b'"players":3', b'"x":1234567890123456,"players":3'),
            "more than 15 digits",
        ),
        (lambda data: b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"," + data[1:], "nested too deeply"),
        (lambda data: b'{"x":' * 100_000 + b"1" + b"}" * 100_000, "nested too deeply"),
    ],
)
def test_a_text_that_two_readers_could_read_differently_is_refused(change, said):
    with pytest.raises(RecordError, match=said):
        decode(change(text("english-3")))


def test_what_this_program_writes_needs_no_generosity():
    for name in NAMES:
        assert read(msgspec.json.encode(game(name))).unknown == ()
