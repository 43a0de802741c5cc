"""Statistics as sums: an accumulator turns a game into counts, and counts of many games simply add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from chocolatl.lab.simulation.simulated_game import SimulatedGame
from chocolatl.rules import events as ev

Key = tuple[str | int, ...]
Tally = Counter[Key]
Accumulator = Callable[[SimulatedGame], Iterable[tuple[Key, int]]]
"""The one hook for statistics. Whole numbers only, so that no order of adding up can show in the result."""

WIN = 60  # divisible among two to five winners


def results(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """Victories, and what decided them."""
    (end,) = game.of(ev.GameEnded)
    yield ("games",), 1
    yield ("decided", end.by), 1
    for seat in end.winners:
        yield ("win", game.players[seat]), WIN // len(end.winners)


def scores(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """How often each player made each score."""
    (end,) = game.of(ev.GameEnded)
    for seat, score in enumerate(end.scores):
        yield ("score", game.players[seat], score), 1


def sources(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """Where each player's points came from."""
    for event in game.of(ev.Scored):
        yield ("points", event.source, game.players[event.seat]), event.points


def course(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """How long games are, how they end, and the bidding modes of their rounds."""
    rounds = game.of(ev.RoundStarted)
    yield ("rounds", len(rounds)), 1
    yield ("ended", game.of(ev.LastRound)[0].reason), 1
    for event in rounds:
        yield ("mode", event.mode), 1


def ties(game: SimulatedGame) -> Iterator[tuple[Key, int]]:
    """How often equal offerings were told apart, and by which part of rule 3.6."""
    for event in game.of(ev.Ranked):
        for standing in event.ranking:
            if standing.beats_next is not None:
                yield ("tie", event.location, standing.beats_next), 1
        yield ("ranked", event.location), 1
    for row in game.of(ev.RowCompleted):
        yield ("ranked", "row"), 1
        if row.tie is not None:
            yield ("tie", "row", row.tie), 1


ACCUMULATORS: tuple[Accumulator, ...] = (results, scores, sources, course, ties)


def tally_of(game: SimulatedGame, accumulators: Sequence[Accumulator] = ACCUMULATORS) -> Tally:
    """The counts of one game."""
    tally = Tally()
    for accumulator in accumulators:
        for key, count in accumulator(game):
            tally[key] += count
    return tally
