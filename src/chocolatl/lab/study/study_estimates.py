"""From the counts of a study to its figures."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import numpy as np

from chocolatl.lab.simulation import Tally
from chocolatl.lab.simulation.tally import WIN
from chocolatl.lab.statistics.cluster_bootstrap import Array, rounded
from chocolatl.lab.study.accumulators import features_of
from chocolatl.lab.study.board_criteria import judge
from chocolatl.lab.study.board_variants import Variant
from chocolatl.lab.study.rank_regression import effects, jackknife
from chocolatl.lab.study.study_report import BoardStudy, Estimate, LocationWorth, RankWorth
from chocolatl.rules import Board
from chocolatl.rules.types import COLOURS, Colour, Location

FEWEST = 40
"""Games that must have reached a round for its locations to be judged."""
ENDINGS = ("round", "goal", "cubes")
PLACES = {"first": 0, "second": 1, "last": -1}


def board_study(variant: Variant, board: Board, players: int, batches: Sequence[Tally]) -> BoardStudy:
    """All figures of one variant."""
    tally = Tally()
    for batch in batches:
        tally.update(batch)
    games, lengths = tally["games",], range(1, board.rounds + 1)
    return BoardStudy(
        variant=variant.name,
        lines=variant.lines,
        games=games,
        mean_rounds=rounded(sum(n * tally["rounds", n] for n in lengths) / games),
        rounds={n: rounded(tally["rounds", n] / games) for n in lengths},
        ended={why: rounded(tally["ended", why] / games) for why in ENDINGS},
        modes=_shares([sum(tally["mode", n, colour] for n in lengths) for colour in COLOURS]),
        modes_by_round={
            n: _shares([tally["mode", n, colour] for colour in COLOURS])
            for n in lengths
            if tally["ranked", n]
        },
        scores=_per_game("sorted", players, batches, 1),
        seats=_per_game("seat", players, batches, WIN),
        stack=_per_game("stack", players, batches, WIN),
        worth=_worth(board, players, tally, batches),
        criteria=judge(board, players, _reached(board, tally), batches),
    )


def _shares(counts: Sequence[int]) -> dict[Colour, float]:
    whole = max(1, sum(counts))
    return {colour: rounded(count / whole) for colour, count in zip(COLOURS, counts, strict=True)}


def _per_game(kind: str, players: int, batches: Sequence[Tally], unit: int) -> tuple[Estimate, ...]:
    def figure(tally: Tally) -> Array:
        return np.array([tally[kind, n] / (unit * tally["games",]) for n in range(players)])

    values, errors = jackknife(figure, batches)
    return tuple(_estimate(value, error) for value, error in zip(values, errors, strict=True))


def _worth(board: Board, players: int, tally: Tally, batches: Sequence[Tally]) -> tuple[LocationWorth, ...]:
    reached = _reached(board, tally)
    found = list[LocationWorth]()
    for number, rounds in [(0, reached), *((n, [n]) for n in reached)]:
        if rounds:
            found += _worth_in(number, rounds, board, players, tally, batches)
    return tuple(found)


def _reached(board: Board, tally: Tally) -> list[int]:
    return [n for n in range(1, board.rounds + 1) if tally["ranked", n] >= FEWEST]


def _worth_in(
    number: int, rounds: list[int], board: Board, players: int, tally: Tally, batches: Sequence[Tally]
) -> list[LocationWorth]:
    features = features_of(players, board.locations)
    values, errors = jackknife(lambda part: effects(part, rounds, features, players), batches)
    played = sum(tally["ranked", n] for n in rounds)
    ranks = dict[Location, list[RankWorth]]()
    for (location, kind), value, error in zip(features, values, errors, strict=True):
        place = PLACES[kind] % players
        paid = sum(tally["paid", n, location, place] for n in rounds) / played
        worth = RankWorth(kind, _estimate(value[0], error[0]), _estimate(value[1], error[1]), rounded(paid))
        ranks.setdefault(location, []).append(worth)
    return [LocationWorth(location, number, played, tuple(found)) for location, found in ranks.items()]


def _estimate(value: float, error: float) -> Estimate:
    return Estimate(rounded(value), None if isnan(error) else rounded(error))
