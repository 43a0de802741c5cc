"""A tournament may stop at any moment: what is finished stays, and going on gives the same in the end."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from chocolatl.cli import main
from chocolatl.lab import Conditions, LocalExecutor, ResultsError, ResultsFile, play
from chocolatl.rules import EDITIONS
from tests.lab.tournaments import lines, played, tournament, without_cpu

ARENA = [sys.executable, "-m", "chocolatl", "tournament"]
MANY = ["--players", "greedy,random", "--seats", "3,4", "--seeds", "6", "--json"]


def figures(text: str) -> dict[str, object]:
    """The report without what no two runs share."""
    report: dict[str, object] = json.loads(text)
    del report["cpu"]
    return report


@pytest.fixture(scope="module")
def uninterrupted() -> dict[str, object]:
    told = subprocess.run([*ARENA, *MANY, "--jobs", "2"], capture_output=True, text=True, check=True)
    return figures(told.stdout)


@pytest.mark.parametrize(("jobs", "how"), [("2", signal.SIGKILL), ("1", signal.SIGINT), ("2", signal.SIGINT)])
def test_killed_in_the_middle_it_goes_on_and_ends_the_same(
    jobs: str,
    how: signal.Signals,
    tmp_path: Path,
    uninterrupted: dict[str, object],
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "results.jsonl"
    command = [*ARENA, *MANY, "--jobs", jobs, "--results", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while process.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 6):
            time.sleep(0.02)
        process.send_signal(how)
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == (130 if how == signal.SIGINT else -how)
    assert b"Traceback" not in complaint
    kept = file.read_bytes()
    if how == signal.SIGINT:
        assert kept.endswith(b"\n")
        assert b"units left" in complaint
    whole = kept[: kept.rfind(b"\n") + 1]
    assert 6 <= whole.count(b"\n") < 1 + 6 * 5
    assert main(["tournament", *MANY, "--results", str(file)]) == 0
    assert figures(capsys.readouterr().out) == uninterrupted
    assert file.read_bytes().startswith(whole)
    assert file.read_bytes().count(b"\n") == 1 + 6 * 5


def test_a_torn_line_is_cut_off_and_played_again(tmp_path: Path) -> None:
    small, file = tournament(), tmp_path / "results.jsonl"
    with ResultsFile(file, small.conditions) as results:
        for unit in played(small).values():
            results.add(unit)
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    with ResultsFile(file, small.conditions) as results:
        assert len(small.missing(results.found)) == 1
        for unit in play(small, LocalExecutor(), results.found):
            results.add(unit)
    assert [without_cpu(unit) for unit in lines(file, small)] == [
        without_cpu(unit) for unit in played(small).values()
    ]


def test_even_a_torn_first_line_is_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    ResultsFile(file, Conditions()).__exit__(None, None, None)
    file.write_bytes(file.read_bytes()[:30])
    assert lines(file, tournament()) == []


def test_more_seeds_and_bots_go_on_in_the_same_file(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    few, more = tournament(seeds=2), tournament(seeds=4)
    for what in (few, more):
        with ResultsFile(file, what.conditions) as results:
            for unit in what.missing(results.found):
                results.add(played(more)[unit.table, unit.seed])
    assert len(lines(file, more)) == len(played(more))


def test_other_rules_need_another_file(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    lines(file, tournament())
    with pytest.raises(ResultsError, match=r"results\.jsonl:1: was played with another rules"):
        ResultsFile(file, Conditions(EDITIONS["german"]))


@pytest.mark.parametrize("content", ["", "{}\n", "hello", 'hello\n{"table":1}\n'])
def test_a_file_that_is_something_else_is_never_touched(content: str, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(content)
    if not content:
        assert lines(file, tournament()) == []
        return
    with pytest.raises(ResultsError, match=r"letter\.txt.*expected a results file"):
        ResultsFile(file, Conditions())
    assert file.read_text() == content


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    lines(file, tournament())
    with file.open("a") as out:
        out.write('{"table": 3}\n')
    with pytest.raises(ResultsError, match=r"results\.jsonl:2: expected a finished unit"):
        ResultsFile(file, Conditions())


def dies(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_dead_local_worker_is_told_plainly() -> None:
    from chocolatl.lab import ExecutorError

    numbers: Iterator[int] = LocalExecutor(2).run(dies, range(3))
    with pytest.raises(ExecutorError, match="a worker process died"):
        list(numbers)
