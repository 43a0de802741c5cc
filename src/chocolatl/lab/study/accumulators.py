"""What is counted in every game of a study: whole numbers that add up in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from chocolatl.lab.simulation import SimulatedGame
from chocolatl.lab.simulation.tally import WIN, Key
from chocolatl.rules import events as ev
from chocolatl.rules import fold
from chocolatl.rules.scoring import FIGURE, MAJORITY
from chocolatl.rules.state import State
from chocolatl.rules.types import FINAL_SOURCES, LOCATIONS, SOURCES_OF, Location, Seat

POINTS_AT: dict[str, Location] = {
    source: location
    for location in LOCATIONS
    for source in SOURCES_OF[location]
    if source not in FINAL_SOURCES
}
"""The points that a location pays at once; what it brings later shows only in the regression."""

Feature = tuple[Location, str]
MIDDLE_ROUND = 4
"""At its beginning half of the game is still to come."""
POINTS_PER_CARD_POINT = 0.4
"""What one more point on one's cards brings in a round. Tried on the default board, 150 games of short
equilibrium bots: the leader by 0.3, 0.4 and 0.6 won 0.89, 0.92 and 0.91 at three players, 0.84, 0.85 and 0.87
at five."""


def course(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """Rounds, modes by round, and how it ended."""
    rounds = game.of(ev.RoundStarted)
    yield ("games",), 1
    yield ("rounds", len(rounds)), 1
    yield ("ended", game.of(ev.LastRound)[0].reason), 1
    for event in rounds:
        yield ("mode", event.round, event.mode), 1


def fortunes(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """Scores from the winner down, and victories by seat and by place in the first stack (0: top)."""
    (end,), (started,) = game.of(ev.GameEnded), game.of(ev.Started)
    for place, score in enumerate(sorted(end.scores, reverse=True)):
        yield ("sorted", place), score
    for seat, wins in _wins(end).items():
        yield ("seat", seat), wins
        yield ("stack", started.line.index(seat)), wins


def rankings(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """By round, who was first, second and last where, against victory and final score (see worth.py)."""
    (end,) = game.of(ev.GameEnded)
    wins, players = _wins(end), len(end.scores)
    margins = [players * score - sum(end.scores) for score in end.scores]
    for number, ranked in _by_round(game).items():
        yield ("ranked", number), 1
        for seat in range(players):
            features = _features(ranked, seat)
            for place, feature in enumerate(features):
                yield ("win", number, *feature), wins.get(seat, 0)
                yield ("margin", number, *feature), margins[seat]
                for other in features[place:]:
                    yield ("both", number, *feature, *other), 1


def paid(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """Points that each rank of each location got at once, by round."""
    number, ranks = 0, dict[Location, dict[Seat, int]]()
    for event in game.events:
        if isinstance(event, ev.RoundStarted):
            number = event.round
        elif isinstance(event, ev.Ranked):
            ranks[event.location] = {s.seat: rank for rank, s in enumerate(event.ranking)}
        elif isinstance(event, ev.Scored) and (location := POINTS_AT.get(event.source)):
            yield ("paid", number, location, ranks[location][event.seat]), event.points


def leads(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """Whether who was ahead at the start of round 4 won: by the marker alone (2.2), and with prospects."""
    starts = [n for n, event in enumerate(game.events) if isinstance(event, ev.RoundStarted)]
    if len(starts) < MIDDLE_ROUND:
        return
    at = starts[MIDDLE_ROUND - 1]
    (end,), started = game.of(ev.GameEnded), game.events[at]
    assert isinstance(started, ev.RoundStarted)
    state, wins = fold(game.events[: at + 1]), _wins(end)
    yield ("middle",), 1
    yield ("middle", "marker"), wins.get(started.leader, 0)
    yield ("middle", "prospects"), wins.get(max(state.seats, key=partial(prospects, state)), 0)


def prospects(state: State, seat: Seat) -> float:
    """Points if the game ended now (6.1, without the dice), and what better cards bring in the rounds left.

    Markers alone say little: who took better cards early is behind on the track and ahead in the game.
    """
    player, stones = state.players[seat], Counter(state.pyramid)
    points = player.box + stones[seat] + (player.sacrifice or 0)
    points += FIGURE * ((state.chocolatl == seat) - (state.old_man == seat))
    points += MAJORITY * (stones[seat] == max(stones.values(), default=0))
    rounds = state.board.rounds - state.round + 1
    return points + POINTS_PER_CARD_POINT * rounds * sum(player.cards)


def laid(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """The values of all cards that were laid at each location."""
    for event in game.of(ev.Ranked):
        yield ("laid", event.location), sum(sum(standing.cards) for standing in event.ranking)


COUNTS = (course, fortunes, rankings, paid, leads, laid)


def features_of(players: int, locations: tuple[Location, ...]) -> list[Feature]:
    """What is told apart at each location; the rest, in the middle, is what it is measured against."""
    kinds = ("first", "last") if players == 3 else ("first", "second", "last")
    return [(location, kind) for location in locations for kind in kinds]


def _wins(end: ev.GameEnded) -> dict[Seat, int]:
    return {seat: WIN // len(end.winners) for seat in end.winners}


def _by_round(game: SimulatedGame) -> dict[int, list[ev.Ranked]]:
    rounds, number = dict[int, list[ev.Ranked]](), 0
    for event in game.events:
        if isinstance(event, ev.RoundStarted):
            number = event.round
            rounds[number] = []
        elif isinstance(event, ev.Ranked):
            rounds[number].append(event)
    return rounds


def _features(ranked: list[ev.Ranked], seat: Seat) -> list[Feature]:
    kinds = {0: "first", 1: "second", len(ranked[0].ranking) - 1: "last"}
    if len(ranked[0].ranking) == 3:
        del kinds[1]
    found = [(e.location, next(i for i, s in enumerate(e.ranking) if s.seat == seat)) for e in ranked]
    return [(location, kinds[rank]) for location, rank in found if rank in kinds]
