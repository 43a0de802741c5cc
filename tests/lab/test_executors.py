"""Where a tournament is played does not show in its results, not even when a worker dies."""

import os
import signal
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from chocolatl.cli import main
from chocolatl.lab import ExecutorError, LocalExecutor, Match, UnitResult, play, play_unit
from chocolatl.lab.executors.ray_executor import RayExecutor
from tests.lab.tournaments import played, tournament, without_cpu

SMALL = tournament(sizes=(3,), seeds=4)
EXPECTED = [without_cpu(unit) for unit in played(SMALL).values()]


def test_a_pool_of_processes_gives_the_same_in_the_same_order() -> None:
    assert [without_cpu(unit) for unit in play(SMALL, LocalExecutor(2))] == EXPECTED


def play_or_wait_to_be_killed(folder: Path, unit: Match) -> UnitResult:
    """The worker that gets the third unit first tells its number, and plays nothing until it is dead."""
    if unit == SMALL.units()[2]:
        try:
            (folder / "writing").open("x").close()
        except FileExistsError:
            (folder / "again").touch()
        else:
            (folder / "writing").write_text(str(os.getpid()))
            (folder / "writing").rename(folder / "victim")
            (folder / "writing").touch()
            time.sleep(600)
    return play_unit(unit)


def kill_when_told(folder: Path, killed: list[int]) -> None:
    while not (folder / "victim").exists():
        time.sleep(0.05)
    killed.append(int((folder / "victim").read_text()))
    os.kill(killed[0], signal.SIGKILL)


@pytest.fixture
def ray_is_there() -> None:
    pytest.importorskip("ray", reason="needs the extra 'ray', which is not installed")


def test_ray_with_two_workers_of_which_one_is_killed_gives_the_same(
    tmp_path: Path, ray_is_there: None
) -> None:
    killed: list[int] = []
    threading.Thread(target=kill_when_told, args=(tmp_path, killed), daemon=True).start()
    work = partial(play_or_wait_to_be_killed, tmp_path)
    results = list(RayExecutor(jobs=2).run(work, SMALL.units()))
    assert [without_cpu(unit) for unit in results] == EXPECTED
    assert killed
    assert killed[0] != os.getpid()
    assert (tmp_path / "again").exists()


def test_an_address_without_a_cluster_is_told_plainly(
    ray_is_there: None, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["tournament", "--seeds", "1", "--seats", "3", "--executor", "ray", "--ray-address", "nowhere"]
    assert main(line) == 1
    assert "no Ray cluster at 'nowhere' lets us in" in capsys.readouterr().err


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(ExecutorError, match=r"Ray is not installed: expected the extra 'ray'"):
        list(RayExecutor().run(play_unit, SMALL.units()))


def test_an_address_needs_the_engine_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--ray-address", "10.0.0.1:6379"]) == 2
    assert "expected --executor ray" in capsys.readouterr().err
