"""Recorded games: each is true, keeps the laws, and together they show what a game can hold."""

import pytest
from msgspec.structs import replace

from chocolatl.records.record import checksum_of
from chocolatl.records.verify import CHECKS, verify
from tests.records.corpus_games import CORPUS, NAMES, game
from tests.records.features import WANTED, features
from tests.records.laws import broken_laws


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_true_and_checked_in_full(name):
    report = verify(game(name))
    assert report.problem is None
    drawn = () if game(name).started.draw is None else ("draw",)
    assert (report.finished, report.checked, report.unchecked) == (True, (*CHECKS, *drawn), ())


@pytest.mark.parametrize("name", NAMES)
def test_every_game_keeps_the_laws(name):
    assert list(broken_laws(game(name))) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_game_without_its_key_is_checked_as_far_as_possible(name):
    running = replace(game(name), key=None, checksum=None)
    report = verify(running)
    assert report.ok
    assert report.unchecked == ("chance", "commitment", "checksum")


def test_the_corpus_shows_everything_it_should():
    shown = set().union(*(features(game(name)) for name in NAMES))
    assert sorted(WANTED - shown) == []


def test_the_corpus_is_small():
    assert sum(path.stat().st_size for path in CORPUS.iterdir()) < 1_500_000


def test_the_laws_notice_a_wrong_score():
    record = game(NAMES[0])
    number = next(i for i, event in enumerate(record.events) if hasattr(event, "points"))
    wrong = replace(record.events[number], points=7)
    events = (*record.events[:number], wrong, *record.events[number + 1 :])
    assert any("score of seat" in law for law in broken_laws(replace(record, events=events)))


def test_checksums_stand_in_the_files():
    assert all(game(name).checksum == checksum_of(game(name)) for name in NAMES)
