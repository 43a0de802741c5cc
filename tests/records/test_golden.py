"""Golden playthroughs: what each seat and a spectator may see is, step by step, as it was approved."""

import pytest

from tests.records.golden import GOLDEN, games, playthrough

GAMES = games()


@pytest.mark.parametrize("mode", GAMES)
def test_each_pair_of_eyes_sees_what_it_saw(mode):
    """If a change is right, `python -m tests.records.golden --write`, read the difference, commit it."""
    assert playthrough(GAMES[mode]).splitlines() == (GOLDEN / f"{mode}.txt").read_text().splitlines()


@pytest.mark.parametrize("mode", GAMES)
def test_each_game_shows_its_mode(mode):
    modes = [event.mode for event in GAMES[mode].events if hasattr(event, "mode")]
    assert mode.partition("-")[0] in modes


def test_there_is_no_golden_file_that_nobody_compares():
    assert {path.stem for path in GOLDEN.iterdir()} == set(GAMES)
