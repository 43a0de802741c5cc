"""The fit finds strengths that were planted, and says no more than the games do."""

import numpy as np
import pytest

from chocolatl.lab.statistics.cluster_bootstrap import Array, interval, resample_counts
from chocolatl.lab.statistics.plackett_luce import POINTS, choices, ratings, strengths

PLANTED = np.array([4.0, 2.0, 1.0, 0.25])
Game = tuple[tuple[int, ...], tuple[int, ...]]


def ranked(players: tuple[int, ...], random: np.random.Generator) -> Game:
    """A game by the model: an exponential race, the stronger the sooner."""
    times = random.exponential(1 / PLANTED[list(players)])
    return players, tuple(int((times < time).sum()) for time in times)


def planted_seeds(count: int, games: int = 8) -> list[list[Game]]:
    random = np.random.default_rng(7)
    tables = [(0, 1, 2), (1, 2, 3), (0, 3, 3), (3, 0, 0), (0, 1, 2, 3), (2, 3, 3, 3, 1)]
    return [[ranked(tables[i % 6], random) for i in range(games)] for _ in range(count)]


def centred(strength: Array) -> Array:
    worth: Array = POINTS * np.log(strength / np.exp(np.log(strength).mean()))
    return worth


@pytest.mark.parametrize("victory_only", [False, True])
def test_planted_strengths_are_found(victory_only: bool) -> None:
    per_seed = [choices(games, 4, victory_only=victory_only) for games in planted_seeds(1500)]
    found = ratings(per_seed, np.ones((1, len(per_seed))))[0]
    assert found == pytest.approx(centred(PLANTED), abs=15)


def test_intervals_cover_what_was_planted() -> None:
    per_seed = [choices(games, 4) for games in planted_seeds(60)]
    drawn = ratings(per_seed, resample_counts(60, 400))
    for bot, truth in enumerate(centred(PLANTED)):
        low, high = interval(drawn[:, bot])
        assert low < drawn[0, bot] < high
        assert low - 20 < truth < high + 20


def test_the_fit_is_where_the_likelihood_is_flat() -> None:
    """At the best strengths every bot won as many places as the model expects."""
    per_seed = [choices(games, 4) for games in planted_seeds(50)]
    sets = sorted({among for seed in per_seed for among in seed.stages})
    places = np.array([seed.places for seed in per_seed]).sum(axis=0)[None, :]
    stages = np.array([[sum(seed.stages.get(among, 0.0) for seed in per_seed) for among in sets]])
    found = strengths(places, stages, np.array(sets, float))
    expected = found * ((stages / (found @ np.array(sets, float).T)) @ np.array(sets, float))
    phantom = found / (found + 1)
    assert (places + 0.5)[0] == pytest.approx((expected + phantom)[0], rel=1e-4)


def test_copies_of_a_bot_are_no_better_than_the_bot() -> None:
    equal = choices([((0, 1, 1), (0, 1, 2)), ((0, 1, 1), (2, 0, 1)), ((0, 1, 1), (1, 0, 2))], 2)
    assert ratings([equal], np.ones((1, 1)))[0] == pytest.approx([0, 0], abs=0.1)


def test_a_bot_that_never_loses_has_a_finite_rating() -> None:
    always = choices([((0, 1, 1), (0, 1, 2))] * 20, 2)
    found = ratings([always], np.ones((1, 1)))[0]
    assert np.isfinite(found).all()
    assert found[0] > 300


@pytest.mark.parametrize("victory_only", [False, True])
def test_a_shared_place_counts_for_both_alike(victory_only: bool) -> None:
    tied = choices([((0, 1, 2), (0, 0, 2))], 3, victory_only=victory_only)
    assert tied.places[0] == tied.places[1] > tied.places[2] == 0
    assert ratings([tied], np.ones((1, 1)))[0][:2].tolist() == pytest.approx([57, 57], abs=40)


def test_the_last_place_is_not_won() -> None:
    alone = choices([((0, 1, 2), (0, 1, 2))], 3)
    assert alone.places.tolist() == [1, 1, 0]
    assert alone.stages == {(1, 1, 1): 1.0, (0, 1, 1): 1.0}
    last_shared = choices([((0, 1, 2), (0, 1, 1))], 3)
    assert last_shared.places.tolist() == [1, 0.5, 0.5]
    assert last_shared.stages == {(1, 1, 1): 1.0, (0, 1, 1): 1.0}
