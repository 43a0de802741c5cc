"""When a board is worth playing: the criterion by which boards are compared.

No location decides the game alone, a lead at half time is not yet the game, every location is fought for,
scores are near the one public report, and nothing that the rules describe is missing from the print.
The aims of spread and leader were given before boards were searched; the least contested location and the
distance got theirs after the first trials. A part is reached or not reached only where the whole 95% interval
says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from chocolatl.lab.simulation import Tally
from chocolatl.lab.simulation.tally import WIN
from chocolatl.lab.statistics.cluster_bootstrap import Array
from chocolatl.lab.study.accumulators import features_of
from chocolatl.lab.study.rank_regression import effects, jackknife
from chocolatl.lab.study.study_report import PUBLIC_SCORES, Criterion, Estimate, Verdict
from chocolatl.rules import Board
from chocolatl.rules.types import COLOURS

Figure = Callable[[Tally], float]
Z95 = 1.96


class Aim(NamedTuple):
    """At most or at least so much."""

    bound: float
    at_most: bool


SPREAD = Aim(0.05, at_most=True)
"""Between the locations where being first brings most and least win share; noise widens it."""
LEADER = Aim(0.6, at_most=True)
"""Games won by the seat that was ahead at the start of round 4, points and better cards together."""
CONTESTED = Aim(0.6, at_most=False)
"""The location with the lowest cards, as a part of what an even distribution would lay there."""
DISTANCE = Aim(6.0, at_most=True)
"""Points between mean scores and the public report, root mean square over the places."""
CARDS = Aim(12, at_most=False)
"""Improvement cards of different value."""
MODES = Aim(3, at_most=False)
"""Bidding modes that the track can bring."""


def judge(
    board: Board, players: int, reached: Sequence[int], batches: Sequence[Tally]
) -> tuple[Criterion, ...]:
    """All parts that can be told from these games; `reached`: the rounds with enough of them."""
    measured = [
        _measured(name, aim, figure, batches) for name, aim, figure in _figures(board, players, reached)
    ]
    cards = len({*board.improvements_low, *board.improvements_high})
    modes = len({*board.track} & {*COLOURS})
    printed = [
        _counted("different improvement cards", CARDS, cards),
        _counted("modes on the track", MODES, modes),
    ]
    return (*measured, *printed)


def _figures(board: Board, players: int, reached: Sequence[int]) -> Iterator[tuple[str, Aim, Figure]]:
    features = features_of(players, board.locations)
    firsts = [n for n, (_, kind) in enumerate(features) if kind == "first"]
    public = PUBLIC_SCORES.get(players)

    def spread(tally: Tally) -> float:
        return float(np.ptp(effects(tally, reached, features, players)[firsts, 0]))

    def leader(tally: Tally) -> float:
        return tally["middle", "prospects"] / WIN / max(1, tally["middle",])

    def contested(tally: Tally) -> float:
        laid = [tally["laid", location] for location in board.locations]
        return min(laid) * len(laid) / max(1, sum(laid))

    def distance(tally: Tally) -> float:
        assert public is not None
        scores = [tally["sorted", place] / tally["games",] for place in range(players)]
        return float(np.sqrt(np.mean(np.subtract(scores, public) ** 2)))

    if reached:
        yield "spread of being first", SPREAD, spread
    yield "leader at round 4 wins", LEADER, leader
    yield "least contested location", CONTESTED, contested
    if public:
        yield "distance to the public report", DISTANCE, distance


def _measured(name: str, aim: Aim, figure: Figure, batches: Sequence[Tally]) -> Criterion:
    def as_array(tally: Tally) -> Array:
        return np.array([figure(tally)])

    values, errors = jackknife(as_array, batches)
    value, error = float(values[0]), float(errors[0])
    known = not np.isnan(error)
    estimate = Estimate(round(value, 4), round(error, 4) if known else None)
    return Criterion(
        name, estimate, aim.bound, aim.at_most, _verdict(value, error, aim) if known else "not shown"
    )


def _counted(name: str, aim: Aim, value: int) -> Criterion:
    return Criterion(name, Estimate(value, 0.0), aim.bound, aim.at_most, _verdict(value, 0.0, aim))


def _verdict(value: float, error: float, aim: Aim) -> Verdict:
    """Positive distances are on the good side."""
    inside = (aim.bound - value) if aim.at_most else (value - aim.bound)
    if inside >= Z95 * error:
        return "reached"
    return "not reached" if -inside > Z95 * error else "not shown"
