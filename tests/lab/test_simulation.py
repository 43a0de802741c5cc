"""Many games: the same figures for any number of jobs, and figures that agree with the games themselves."""

from itertools import islice

import pytest

from chocolatl.bots import Bot
from chocolatl.lab.simulation import (
    ACCUMULATORS,
    Setup,
    SimulatedGame,
    Tally,
    make_report,
    play_game,
    simulate,
    tally_of,
)
from chocolatl.lab.simulation.tally import WIN
from chocolatl.lab.tournament.match import Match, play_unit
from chocolatl.records.record import decode
from chocolatl.rules import EDITIONS, Action, Pass, Question, View
from chocolatl.rules.events import GameEnded, Ranked, RoundStarted, Scored

SETUP = Setup(("greedy", "random", "random"), seed=11, rules=EDITIONS["german"], edition="german")


def whole_tally(games: int, setup: Setup = SETUP) -> Tally:
    tally = Tally()
    for chunk in simulate(setup, games):
        tally.update(chunk.tally)
    return tally


def test_jobs_change_neither_counts_nor_records_nor_their_order() -> None:
    one = list(simulate(SETUP, 45, jobs=1, record=True))
    two = list(simulate(SETUP, 45, jobs=2, record=True))
    assert sum((chunk.tally for chunk in one), Tally()) == sum((chunk.tally for chunk in two), Tally())
    assert [line for c in one for line in c.records] == [line for c in two for line in c.records]
    assert sum(chunk.games for chunk in two) == 45


class Stubborn:
    """Passes, whatever is asked."""

    def decide(self, view: View, question: Question) -> Action:
        return Pass()


def stubborn(bot: str, seed: str) -> Bot:
    return Stubborn()


def test_a_refused_bot_is_told_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chocolatl.lab.simulation.simulated_game.make_bot", stubborn)
    monkeypatch.setattr("chocolatl.lab.tournament.match.make_bot", stubborn)
    with pytest.raises(ValueError, match="seat 0 was refused") as simulated:
        play_game(SETUP, 3)
    assert simulated.value.__notes__ == ["game 3 of seed 11, seats: ['greedy', 'random', 'random']"]
    with pytest.raises(ValueError, match="seat 0 was refused") as played:
        play_unit(Match(("greedy", "random", "random"), 7))
    assert played.value.__notes__ == ["seed 7, seats: ['greedy', 'random', 'random']"]


def test_a_game_follows_from_seed_and_number_alone() -> None:
    assert play_game(SETUP, 5).events == play_game(SETUP, 5).events
    numbered = [play_game(SETUP, n).events[0] for n in range(8)]
    assert len(set(numbered)) > 1
    assert play_game(SETUP, 5).record() == list(simulate(SETUP, 6, record=True))[5].records[0]


def test_workers_stop_when_nobody_wants_more_games() -> None:
    """A simulation far too long to play through ends as soon as it is closed."""
    endless = simulate(SETUP, 10**9, jobs=2)
    assert [chunk.games > 0 for chunk in islice(endless, 2)] == [True, True]
    endless.close()


def test_rotating_seats_keep_every_player_on_their_own_account() -> None:
    setup = Setup(("greedy", "random", "random"), seed=2, rotate=True)
    assert [play_game(setup, n).players for n in range(4)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    report = make_report(setup, whole_tally(12, setup))
    assert [player.bot for player in report.players] == ["greedy", "random", "random"]
    assert report.players[0].win_share > 0.8


def test_a_record_names_the_bots_and_the_edition() -> None:
    game = play_game(SETUP, 0)
    read = decode(game.record())
    assert (read.bots, read.edition, read.finished) == (SETUP.players, "german", True)
    assert read.events == game.events


def test_the_report_agrees_with_the_games() -> None:
    games = [play_game(SETUP, number) for number in range(20)]
    report = make_report(SETUP, whole_tally(20))
    ends = [game.of(GameEnded)[0] for game in games]
    for seat, player in enumerate(report.players):
        scores = [end.scores[seat] for end in ends]
        assert player.mean_score == round(sum(scores) / 20, 4)
        assert (player.lowest, player.highest) == (min(scores), max(scores))
        assert abs(sum(player.points.values()) - player.mean_score) < 0.01
        assert player.interval[0] <= player.win_share <= player.interval[1]
    assert abs(sum(player.win_share for player in report.players) - 1) < 0.001
    rounds = [len(game.of(RoundStarted)) for game in games]
    assert report.mean_rounds == sum(rounds) / 20
    for shares in (report.rounds, report.ended, report.decided, report.modes):
        assert abs(sum(shares.values()) - 1) < 0.001


def test_ties_are_counted_by_place_and_by_what_broke_them() -> None:
    games = [play_game(SETUP, number) for number in range(20)]
    ranked = [event for game in games for event in game.of(Ranked) if event.location == "drink"]
    broken: list[str] = [s.beats_next for event in ranked for s in event.ranking if s.beats_next]
    report = make_report(SETUP, whole_tally(20))
    assert broken
    for by, value in report.ties["drink"].items():
        assert value == round(100 * broken.count(by) / len(ranked), 4)


def test_a_shared_victory_is_divided_without_a_remainder() -> None:
    assert all(WIN % winners == 0 for winners in range(1, 6))


def test_any_statistic_can_be_added() -> None:
    def penalties(game: SimulatedGame):
        yield ("penalties",), sum(event.points < 0 for event in game.of(Scored))

    assert tally_of(play_game(SETUP, 1), (*ACCUMULATORS, penalties))["penalties",] > 0
