"""`chocolatl board`: show, check, new."""

import json
import tomllib
from pathlib import Path

import pytest

from chocolatl.cli import main
from chocolatl.records.board_file import parse_board
from chocolatl.rules import default_board
from chocolatl.rules.board import board_text


def test_show_prints_the_file_and_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "show"]) == 0
    both = capsys.readouterr().out
    assert main(["board", "show", "--toml"]) == 0
    toml = capsys.readouterr().out
    assert main(["board", "show", "--picture"]) == 0
    drawn = capsys.readouterr().out
    assert both == f"{toml}\n{drawn}"
    assert parse_board(toml, "shown") == default_board()


def test_the_picture_shows_what_the_board_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "b.toml"
    main(["board", "new", str(file)])
    text = file.read_text().replace('track = ["gold", "red", "green"]', 'track = ["green", "green", "red"]')
    file.write_text(
        text.replace("boxes = 4, bonus = 4", "boxes = 4, bonus = 9").replace("[5, 6, 7", "[31, 6, 7")
    )
    capsys.readouterr()
    assert main(["board", "show", str(file), "--picture"]) == 0
    drawn = capsys.readouterr().out
    assert "   1▲   2▲   3■   4▲" in drawn
    assert "[  ][  ][  ][  ]    full row: 9" in drawn
    assert "low pile   31 6 7 8 9 10" in drawn


def test_the_picture_says_whether_strong_bots_know_the_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(board_text("balanced").replace("cubes = 9", "cubes = 8"))
    for name, known in (("default", True), ("balanced", True), (str(file), False)):
        assert main(["board", "show", name, "--picture"]) == 0
        told = capsys.readouterr().out
        assert ("were trained for this board" in told) == known
        assert ("as they play 'balanced'" in told) != known


def test_show_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "show", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["goal"] == 40


def test_new_writes_a_commented_copy_and_never_overwrites(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    assert main(["board", "new", str(file)]) == 0
    assert "# " in file.read_text()
    assert tomllib.loads(file.read_text())["name"] == "default"
    file.write_text("precious")
    assert main(["board", "new", str(file)]) == 2
    assert f"{file} exists: expected a new name, or --force" in capsys.readouterr().err
    assert file.read_text() == "precious"
    assert main(["board", "new", str(file), "--force"]) == 0
    assert main(["board", "check", str(file)]) == 0


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("rounds = 7", "rounds = 9", ":12: rounds: expected 1 to 7, got 9"),
        ("rounds = 7", 'rounds = "7"', ":12: rounds: Expected `int`"),
        ("rounds = 7", "rouns = 7", "rouns"),
        ("rounds = 7", "rounds = ", "not TOML"),
    ],
)
def test_check_names_line_key_and_what_is_allowed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str, wrong: str, says: str
) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    main(["board", "new", str(good)])
    bad.write_text(good.read_text().replace(right, wrong))
    capsys.readouterr()
    assert main(["board", "check", str(bad), str(good)]) == 1
    told = capsys.readouterr()
    assert says in told.err
    assert told.err.startswith(f"{bad}:")
    assert told.out.startswith(f"{good}: fine")


def test_an_unknown_action_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "shw"]) == 2
    assert "did you mean 'show'?" in capsys.readouterr().err
