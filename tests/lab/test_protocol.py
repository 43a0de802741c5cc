"""The honest protocol: rotations on the same chance, seeds as units, and nothing for nothing."""

from fractions import Fraction

import numpy as np
import pytest

from chocolatl.lab import KINDS, Conditions, Match, NothingPlayedError, make_report, make_tables, play_unit
from chocolatl.lab.statistics.cluster_bootstrap import interval, resample_counts, share_interval
from chocolatl.lab.tournament.estimates import win_shares
from chocolatl.lab.tournament.match import UnitResult
from chocolatl.lab.tournament.pairings import duels, mixed_lineups
from chocolatl.rules import EDITIONS
from chocolatl.rules.types import SOURCES
from tests.lab.tournaments import BOTS, played, tournament


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_against_itself_wins_exactly_its_fair_share(bot: str, size: int) -> None:
    """Not nearly: with the same seed all rotations are the same game, seen from other seats."""
    for seed in range(3):
        unit = play_unit(Match((bot,) * size, seed))
        assert len({tuple(sorted(game.scores)) for game in unit.games}) == 1
        assert [Fraction(share).limit_denominator(60) for share in win_shares(unit)] == [
            Fraction(1, size)
        ] * size


def test_the_report_on_a_bot_against_itself_is_fair_without_spread() -> None:
    alone = tournament(("greedy",), (3, 5))
    report = make_report(alone, played(alone))
    assert [(duel.share, duel.interval) for duel in report.duels] == [
        (round(1 / size, 4), (round(1 / size, 4),) * 2) for size in (3, 5)
    ]
    assert [rating.rating for rating in report.ratings] == [0.0]


def test_rotations_give_every_player_every_seat_and_the_same_chance() -> None:
    """Against bots that answer alike, a seat's fate is the seat's: the scores only change hands."""
    unit = play_unit(Match(("greedy", "greedy", "greedy"), 5))
    first, second, third = (game.scores for game in unit.games)
    assert second == (first[2], first[0], first[1])
    assert third == (first[1], first[2], first[0])


def test_different_tables_of_one_seed_have_the_same_chance_and_other_seeds_another() -> None:
    one, again, other = (play_unit(Match(("random",) * 3, seed)).games for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_the_rules_are_those_asked_for() -> None:
    english, german = (
        play_unit(Match(("greedy", "random", "random"), 3, Conditions(EDITIONS[name])))
        for name in ("english", "german")
    )
    assert english.games != german.games


def test_a_stronger_bot_shows_in_both_directions() -> None:
    both = tournament(sizes=(3, 4))
    report = make_report(both, played(both))
    shares = {(duel.size, duel.lone): duel for duel in report.duels}
    for size in (3, 4):
        assert shares[size, "greedy"].times_fair > 2
        assert shares[size, "random"].times_fair < 0.5
        assert shares[size, "random"].others_share == pytest.approx(
            (1 - shares[size, "random"].share) / (size - 1), abs=1e-3
        )
    assert report.ratings[0].rating > report.ratings[1].rating
    assert report.ratings[0].all_places > report.ratings[1].all_places


def test_points_by_source_add_up_to_the_scores() -> None:
    small = tournament()
    report = make_report(small, played(small))
    for bot in report.points:
        scores = [
            score
            for unit in played(small).values()
            for game in unit.games
            for name, score in zip(unit.table, game.scores, strict=True)
            if name == bot.bot
        ]
        assert list(bot.points) == list(SOURCES)
        assert bot.score == pytest.approx(sum(scores) / len(scores), abs=1e-3)
        assert sum(bot.points.values()) == pytest.approx(bot.score, abs=0.01)


def test_every_decision_is_timed() -> None:
    unit = play_unit(Match(("greedy", "random", "random"), 1))
    decisions = [sum(cpu.values()) for cpu in unit.cpu]
    rounds = sum(game.rounds for game in unit.games)
    assert all(count > rounds for count in decisions)
    small = tournament()
    greedy, random = make_report(small, played(small)).cpu
    assert 0 < random.p50_ms <= random.p95_ms
    assert greedy.mean_ms > random.mean_ms


def test_only_whole_seeds_count() -> None:
    small = tournament(seeds=3)
    found = dict(played(small))
    del found[small.tables[-1], 1]
    report = make_report(small, found)
    assert report.seeds == 2
    assert report.games == sum(len(table) for table in small.tables) * 2
    with pytest.raises(NothingPlayedError):
        make_report(small, {})


def test_duels_are_there_in_both_directions() -> None:
    assert duels(("a", "b"), 3) == [("a", "b", "b"), ("b", "a", "a")]
    assert len(duels(("a", "b", "c", "d"), 5)) == 12
    assert make_tables(("a", "b", "c"), (3,), ("alone",)) == (("a", "b", "b"), ("a", "c", "c"))
    assert make_tables(("a", "b", "c"), (3,), ("duels",), first_only=True) == (
        ("a", "b", "b"),
        ("a", "c", "c"),
        ("b", "a", "a"),
        ("c", "a", "a"),
    )


def test_all_bots_share_tables_whatever_their_number() -> None:
    assert len(mixed_lineups(("a", "b", "c", "d"), 3)) == 4
    assert mixed_lineups(("a", "b", "c"), 3) == [("a", "b", "c")]
    assert mixed_lineups(("a", "b", "c"), 4) == [
        ("a", "a", "b", "c"),
        ("a", "b", "b", "c"),
        ("a", "b", "c", "c"),
    ]
    assert mixed_lineups(("a", "b"), 4) == [("a", "a", "b", "b")]
    assert mixed_lineups(("a", "b"), 3) == []  # these are the duels


def test_no_table_is_played_twice() -> None:
    tables = make_tables(("a", "b", "c"), (3, 4, 5), KINDS)
    assert len({tuple(sorted(table)) for table in tables}) == len(tables)


def test_intervals_are_over_seeds_and_not_over_games() -> None:
    """Games of one seed hang together: copies of them must not make an interval narrower."""
    random = np.random.default_rng(1)
    per_seed = random.integers(0, 2, 40).astype(np.float64)
    low, high = share_interval(per_seed, resample_counts(40))
    spread = 1.96 * per_seed.std() / 40**0.5
    assert high - low == pytest.approx(2 * spread, rel=0.2)
    assert low < per_seed.mean() < high


def test_an_interval_that_saw_no_spread_is_not_empty() -> None:
    assert share_interval(np.zeros(10), resample_counts(10)) == (0.0, 0.3085)
    assert share_interval(np.ones(10), resample_counts(10)) == (0.6915, 1.0)
    assert interval(resample_counts(10).sum(axis=1)) == (10.0, 10.0)


def test_a_shared_victory_is_divided() -> None:
    unit = play_unit(Match(("random",) * 3, 0))
    tied = UnitResult(
        unit.table,
        0,
        tuple(type(g)((0, 0, 2), g.scores, g.rounds) for g in unit.games),
        unit.points,
        unit.cpu,
    )
    assert win_shares(tied) == [0.5, 0.5, 0.0]
