"""The report in its three forms says the same, and scripts can rely on its shape."""

import json
from pathlib import Path

import msgspec
import pytest

from chocolatl.cli import main
from chocolatl.lab import ArenaReport, make_report
from chocolatl.lab.reporting.plots import Scale, round_step
from chocolatl.lab.tournament.tournament_html import arena_page
from chocolatl.rules.types import SOURCES, SOURCES_OF
from tests.lab.pages import read_page
from tests.lab.tournaments import played, tournament

SCHEMA = Path(__file__).parent / "arena.schema.json"
THREE = tournament(("greedy", "greedy:variation=0", "random"), (3, 4), 2)


def test_the_page_stands_alone_and_is_well_formed() -> None:
    report = make_report(THREE, played(THREE))
    page = read_page(arena_page(report))
    for duel in report.duels:
        assert f"{100 * duel.share:.1f}%" in page.cells
    for bot in THREE.bots:
        assert bot in page.cells


def test_names_are_escaped() -> None:
    report = make_report(THREE, played(THREE))
    names = {bot: "<script>&\"'" if bot == "random" else bot for bot in THREE.bots}
    renamed = msgspec.structs.replace(
        report, cpu=tuple(msgspec.structs.replace(c, bot=names[c.bot]) for c in report.cpu)
    )
    assert "<script>&\"'" in read_page(arena_page(renamed)).cells


def test_the_shape_of_the_json_is_as_agreed() -> None:
    """A change here breaks somebody's script: then FORMAT goes up and the file is written anew."""
    assert msgspec.json.schema(ArenaReport) == json.loads(SCHEMA.read_text())


def test_json_table_and_page_come_from_the_same_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, page = tmp_path / "results.jsonl", tmp_path / "report.html"
    line = [
        "tournament",
        "--players",
        "greedy,random",
        "--seats",
        "3",
        "--seeds",
        "2",
        "--results",
        str(file),
    ]
    assert main([*line, "--json", "--html", str(page)]) == 0
    report = msgspec.json.decode(capsys.readouterr().out, type=ArenaReport)
    assert main(line) == 0
    shown = capsys.readouterr().out
    for duel in report.duels:
        assert f"{100 * duel.share:.1f}%" in shown
        assert f"{100 * duel.share:.1f}%" in read_page(page.read_text()).cells


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--players", "greedy,G"), "greedy is there twice"),
        (("--players", "greddy"), "did you mean 'greedy'"),
        (("--seats", "3,6"), "'3,6': expected some of 3, 4 and 5"),
        (("--seeds", "9-3"), "'9-3': expected a number of seeds"),
        (("--seeds", "0"), "'0': expected a number of seeds"),
        (("--players", "greedy,random", "--seats", "3", "--tables", "shared"), "expected more bots"),
    ],
)
def test_wrong_usage_is_told_precisely(
    options: tuple[str, ...], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", *options]) == 2
    assert named in capsys.readouterr().err


def test_a_results_file_of_another_board_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["tournament", "--seats", "3", "--seeds", "1", "--results", str(tmp_path / "results.jsonl")]
    assert main(line) == 0
    assert main([*line, "--edition", "german"]) == 2
    assert "was played with another rules" in capsys.readouterr().err


def test_every_source_of_points_has_its_place_in_the_plot() -> None:
    assert sorted(source for sources in SOURCES_OF.values() for source in sources) == sorted(SOURCES)


@pytest.mark.parametrize(("rough", "step"), [(0.013, 0.02), (0.1, 0.1), (3, 5), (70, 100), (0, 1)])
def test_steps_of_an_axis_are_round(rough: float, step: float) -> None:
    assert round_step(rough) == pytest.approx(step)


def test_an_axis_has_nought_and_some_round_values() -> None:
    ticks = Scale(-3, 11, 0, 100).ticks()
    assert 0 in ticks
    assert 3 <= len(ticks) <= 7
