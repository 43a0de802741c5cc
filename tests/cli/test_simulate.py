"""`chocolatl simulate`: what it prints is the same everywhere, and what it writes is always whole."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from chocolatl.cli import main
from chocolatl.records.record import decode

SIMULATE = [sys.executable, "-m", "chocolatl", "simulate"]
GAMES = ["--players", "greedy,random*3", "--games", "45", "--seed", "3", "--edition", "dutch"]


def simulated(folder: Path, *options: str, hash_seed: str = "0") -> tuple[bytes, bytes]:
    """What it prints and what it records."""
    file = folder / "games.jsonl"
    file.unlink(missing_ok=True)
    env = os.environ | {"PYTHONHASHSEED": hash_seed}
    told = subprocess.run(
        [*SIMULATE, *GAMES, "--record", file, *options], env=env, capture_output=True, check=True
    )
    assert told.stderr == b""
    return told.stdout, file.read_bytes()


def test_jobs_and_hash_seeds_change_no_byte(tmp_path: Path) -> None:
    alone = simulated(tmp_path, "--jobs", "1", hash_seed="1")
    assert alone == simulated(tmp_path, "--jobs", "2", hash_seed="2")
    assert len(alone[1].splitlines()) == 45


def test_recorded_games_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    assert (
        main(
            [
                "simulate",
                "--games",
                "3",
                "--record",
                str(file),
                "--rotate",
                "--rule",
                "red_reveal=all_at_once",
            ]
        )
        == 0
    )
    assert main(["verify", str(file)]) == 0


@pytest.mark.parametrize("version", ["1", "2"])
def test_an_older_version_of_the_rules_can_be_played(
    version: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    words = ["--rules-version", version, "--edition", "french", "--players", "random*3", "--json"]
    assert main(["simulate", "--games", "2", "--record", str(file), *words]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["rules"]["version"], report["edition"]) == (version, "french")
    assert main(["verify", str(file)]) == 0
    assert f'"rules_version":"{version}"' in file.read_text()


def test_another_seed_is_another_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    shown = set()
    for seed in ("1", "2"):
        main(["simulate", "--games", "3", "--json", "--seed", seed])
        shown.add(json.dumps(json.loads(capsys.readouterr().out)["players"]))
    assert len(shown) == 2


def test_json_is_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["simulate", "--games", "4", "--json", "--edition", "german", "--rule", "first_round=red"]) == 0
    )
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 4
    assert report["edition"] is None
    assert report["rules"]["first_round"] == "red"
    assert report["rules"]["give_back"] == "lowest"


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C reaches a process differently there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_whole_records_and_shows_what_was_played(tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "games.jsonl"
    command = [*SIMULATE, "--games", "1000000", "--jobs", jobs, "--record", str(file), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not (file.exists() and file.stat().st_size):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    lines = file.read_bytes().splitlines()
    assert all(decode(line).finished for line in lines)
    assert json.loads(out)["games"] == len(lines) > 0
    assert f"stopped after {len(lines)} of 1000000 games" in err.decode()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--players", "gredy,random*3"], "did you mean 'greedy'?"),
        (["--players", "greedy"], "expected 3 to 5"),
        (["--games", "0"], "'0': expected a whole number from 1"),
        (["--games", "ten"], "'ten': expected a whole number from 1"),
        (["--gmaes", "3"], "did you mean '--games'?"),
        (["--edition", "germn"], "did you mean 'german'?"),
        (["--rule", "giveback=lowest"], "did you mean 'give_back'?"),
        (["--rule", "give_back=lowst"], "did you mean 'lowest'?"),
        (["--board", "no/such.toml"], "no/such.toml: No such file or directory"),
        (["--record", "no/such.jsonl"], "no/such.jsonl: No such file or directory"),
    ],
)
def test_wrong_options_are_refused(options: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *options]) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert told.out == ""


def test_a_wrong_board_file_is_told_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["board", "show", "--toml"])
    file = tmp_path / "mine.toml"
    file.write_text(capsys.readouterr().out.replace("goal = 40 ", "goal = 0 "))
    assert main(["simulate", "--board", str(file)]) == 2
    assert "mine.toml:11: goal: expected" in capsys.readouterr().err
