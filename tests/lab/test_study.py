"""A study counts what the games say, finds what was planted, and says the same in all its forms."""

import json
import random
from pathlib import Path

import msgspec
import numpy as np
import pytest

from chocolatl.cli import main
from chocolatl.lab import LocalExecutor
from chocolatl.lab.simulation import Setup, Tally, play_game, tally_of
from chocolatl.lab.study import VARIANTS, StudyReport, VariantError, play_study, variant_named
from chocolatl.lab.study.accumulators import COUNTS, POINTS_AT, Feature, features_of, paid
from chocolatl.lab.study.board_criteria import judge
from chocolatl.lab.study.rank_regression import effects, jackknife
from chocolatl.rules import default_board
from chocolatl.rules.events import GameEnded, Scored
from chocolatl.rules.types import LOCATIONS
from tests.lab.pages import read_page

SCHEMA = Path(__file__).parent / "study.schema.json"
SETUP = Setup(("greedy", "random", "greedy", "random"), seed=4, rotate=True)
GAMES = [play_game(SETUP, number) for number in range(12)]


def counted() -> Tally:
    tally = Tally()
    for game in GAMES:
        tally.update(tally_of(game, COUNTS))
    return tally


def test_counts_agree_with_the_games() -> None:
    tally, ends = counted(), [game.of(GameEnded)[0] for game in GAMES]
    assert tally["games",] == len(GAMES)
    assert tally["sorted", 0] == sum(max(end.scores) for end in ends)
    assert sum(tally["sorted", place] for place in range(4)) == sum(sum(end.scores) for end in ends)
    for kind in ("seat", "stack"):
        assert sum(tally[kind, place] for place in range(4)) == 60 * len(GAMES)


def test_every_round_has_one_first_second_and_last_everywhere() -> None:
    tally = counted()
    for feature in features_of(4, LOCATIONS):
        for number in range(1, 8):
            assert tally["both", number, *feature, *feature] == tally["ranked", number]
            assert 0 <= tally["win", number, *feature] <= 60 * tally["ranked", number]


def test_points_paid_at_once_are_all_there() -> None:
    for game in GAMES[:4]:
        during = sum(event.points for event in game.of(Scored) if event.source in POINTS_AT)
        assert sum(points for _, points in paid(game)) == during


@pytest.mark.parametrize("players", [3, 5])
def test_planted_worth_is_found(players: int) -> None:
    """Rankings by chance; each feature brings its seat a fixed number of points."""
    chance = random.Random(3)
    features = features_of(players, LOCATIONS)
    worth = {feature: chance.randint(-8, 20) for feature in features}
    tally = Tally()
    for _ in range(600):
        has: list[list[Feature]] = [[] for _ in range(players)]
        for location in LOCATIONS:
            order = chance.sample(range(players), players)
            for kind, place in (("first", 0), ("second", 1), ("last", -1)):
                if (location, kind) in worth:
                    has[order[place]].append((location, kind))
        scores = [sum(worth[f] for f in found) + chance.randint(-2, 2) for found in has]
        margins = [players * score - sum(scores) for score in scores]
        tally["ranked", 1] += 1
        for seat, found in enumerate(has):
            for place, feature in enumerate(found):
                tally["margin", 1, *feature] += margins[seat]
                for other in found[place:]:
                    tally["both", 1, *feature, *other] += 1
    points = effects(tally, [1], features, players)[:, 1]
    assert points == pytest.approx([worth[feature] for feature in features], abs=0.5)


def test_leaving_out_batches_gives_the_error_of_a_mean() -> None:
    values = np.random.default_rng(1).integers(0, 100, 400)
    batches = [Tally({("sum",): int(values[i::20].sum()), ("games",): 20}) for i in range(20)]
    value, error = jackknife(lambda tally: np.array([tally["sum",] / tally["games",]]), batches)
    assert value[0] == pytest.approx(values.mean())
    assert error[0] == pytest.approx(values.std() / 20, rel=0.4)


def planted_game(tally: Tally, chance: random.Random) -> None:
    """First at the pyramid brings 0.3 of the victory, nothing else anything; the leader wins 3 of 4 games."""
    has: list[list[Feature]] = [[] for _ in range(3)]
    for location in LOCATIONS:
        order = chance.sample(range(3), 3)
        has[order[0]].append((location, "first"))
        has[order[2]].append((location, "last"))
        tally["laid", location] += 1 if location == "city" else 10
    for found in has:
        for place, feature in enumerate(found):
            tally["win", 1, *feature] += 32 if ("pyramid", "first") in found else 14
            for other in found[place:]:
                tally["both", 1, *feature, *other] += 1
    for count in (("ranked", 1), ("games",), ("middle",)):
        tally[count] += 1
    tally["middle", "prospects"] += 60 * (chance.random() < 0.75)


def test_the_criterion_finds_what_was_planted() -> None:
    chance, batches = random.Random(5), [Tally() for _ in range(20)]
    for number in range(1000):
        planted_game(batches[number % 20], chance)
    found = {part.name: part for part in judge(VARIANTS["only-red"].of(default_board()), 3, [1], batches)}
    assert found["spread of being first"].figure.value == pytest.approx(0.3, abs=0.01)
    assert found["leader at round 4 wins"].figure.value == pytest.approx(0.75, abs=0.05)
    assert found["least contested location"].figure.value == pytest.approx(6 / 51, abs=0.001)
    verdicts = {name: part.verdict for name, part in found.items()}
    assert verdicts.pop("different improvement cards") == "reached"
    assert set(verdicts.values()) == {"not reached"}


def test_one_batch_has_no_error() -> None:
    _, error = jackknife(lambda tally: np.array([float(tally["games",])]), [Tally({("games",): 3})])
    assert np.isnan(error).all()


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_of_our_list_can_be_played_on(name: str) -> None:
    board = VARIANTS[name].of(default_board())
    assert (board == default_board()) == (name == "as-it-is")
    assert play_game(Setup(("random",) * 3, board=board), 0).of(GameEnded)


def test_lines_of_a_board_file_are_a_variant() -> None:
    assert variant_named("goal = 50").of(default_board()).goal == 50


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("only-glod", "did you mean 'only-gold'"),
        ("goal = 0", "goal: expected 1 to 9999"),
        ("goal = ", "expected lines of a board file"),
        ("gaol = 3", "unknown field `gaol`"),
    ],
)
def test_a_wrong_variant_is_told_precisely(text: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(VariantError):
        variant_named(text).of(default_board())
    assert main(["study", "--games", "1", "--variant", text]) == 2
    assert named in capsys.readouterr().err


def test_jobs_do_not_show_in_a_study() -> None:
    variants = [VARIANTS["as-it-is"], VARIANTS["only-green"]]
    one, two = (
        list(play_study(Setup(("greedy",) * 3, 2, rotate=True), 45, variants, LocalExecutor(jobs)))
        for jobs in (1, 2)
    )
    assert one == two
    assert one[1].modes["green"] > one[0].modes["green"]
    assert one[0].games == 45
    assert one[0].worth


def test_page_and_json_are_as_agreed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "study.html"
    line = ["study", "--games", "41", "--variant", "only-red", "--html", str(file), "--json"]
    assert main(line) == 0
    report = msgspec.json.decode(capsys.readouterr().out, type=StudyReport)
    page = read_page(file.read_text())
    assert report.public_scores == (54, 46, 44, 43, 43)
    assert [board.variant for board in report.boards] == ["as it is", "only red"]
    for board in report.boards:
        assert board.variant in page.cells
        assert sum(board.modes.values()) == pytest.approx(1, abs=0.001)
        assert sum(seat.value for seat in board.seats) == pytest.approx(1, abs=0.001)
    assert msgspec.json.schema(StudyReport) == json.loads(SCHEMA.read_text())
