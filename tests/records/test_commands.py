"""`chocolatl replay` and `chocolatl verify` on good, wrong and unreadable files."""

import io
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from chocolatl.cli import main
from chocolatl.records.position_text import format_position
from chocolatl.records.record import encode
from chocolatl.rules import fold
from tests.records.corpus_games import CORPUS, game

GOOD = game("english-3")
WRONG = replace(GOOD, events=(*GOOD.events[:20], *GOOD.events[21:]))


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A good record, a wrong one, and one that is cut off."""
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(b"\n".join((encode(GOOD), encode(WRONG), encode(GOOD)[:3000])))
    return file


def test_verify_goes_on_after_a_wrong_record_and_names_each(mixed, capsys):
    assert main(["verify", str(mixed)]) == 2
    good, wrong, cut = capsys.readouterr().out.splitlines()
    assert good.startswith(f"{mixed}:1: fine: {len(GOOD.events)} events, finished; checked: events, chance")
    assert wrong.startswith(f"{mixed}:2: WRONG: event 20: expected ")
    assert cut == f"{mixed}:3: cut off after 3000 bytes, in the middle of a record: UNREADABLE"


def test_verify_can_be_quiet_and_can_speak_json(mixed, capsys):
    assert main(["verify", "--quiet", str(mixed)]) == 2
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["verify", "--json", str(mixed)]) == 2
    results = json.loads(capsys.readouterr().out)
    assert [result["ok"] for result in results] == [True, False, False]
    assert results[1]["report"]["problem"]["event"] == 20


def test_verify_reads_many_and_gzipped_files(capsys):
    files = sorted(map(str, CORPUS.iterdir()))
    assert main(["verify", *files]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(files)


def test_verify_says_what_it_could_not_check(tmp_path, capsys):
    file = tmp_path / "running.json"
    file.write_bytes(encode(replace(GOOD, events=GOOD.events[:4], key=None, checksum=None)))
    assert main(["verify", str(file)]) == 0
    assert "not finished; checked: events; not checked: chance, commitment" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there_is_wrong_usage(command, tmp_path, capsys):
    assert main([command, str(tmp_path / "nothing.json")]) == 2
    assert "nothing.json: No such file or directory: expected a record file" in capsys.readouterr().err


def test_replay_tells_a_wrong_record_up_to_its_first_wrong_event(mixed, capsys):
    assert main(["replay", str(mixed), "--game", "2"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].strip()
    assert max(int(line[:4]) for line in out.splitlines() if line[:4].strip()) == 19
    assert "event 20: expected" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "9"], "there is no game 9 in this file"),
        (["--game", "3"], "mixed.jsonl:3: cut off after 3000 bytes"),
        (["--seat", "7"], "no seat 7: expected 0 to 2"),
        (["--seat", "everyone"], "'everyone': expected the number of a seat, or table"),
        (["--position", "99999"], f"no event 99999: expected 0 to {len(GOOD.events) - 1}"),
        (["--lang", "tlh"], "'tlh' does not exist"),
    ],
)
def test_replay_refuses_precisely(mixed, arguments, said, capsys):
    assert main(["replay", str(mixed), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_replay_prints_a_position_that_reads_back(mixed, capsys):
    assert main(["replay", str(mixed), "--position", "40"]) == 0
    assert capsys.readouterr().out == format_position(fold(GOOD.events[:41]))


def test_replay_steps_until_the_reader_leaves(mixed, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n"))
    assert main(["replay", str(mixed), "--step"]) == 0
    assert [line[:4].strip() for line in capsys.readouterr().out.splitlines()] == ["0", "1", "2"]
