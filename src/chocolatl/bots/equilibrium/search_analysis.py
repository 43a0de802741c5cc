"""From the numbers of a search to an Analysis."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.analysis import Analysis, Candidate, PlaceChance
from chocolatl.bots.equilibrium.action_codec import plan_answer
from chocolatl.bots.equilibrium.minor_decisions import SHARE as SMALL_SHARE
from chocolatl.bots.equilibrium.minor_decisions import UTILITY
from chocolatl.bots.equilibrium.plan_evaluation import COLUMNS, POINTS, RANKS, SHARE, judge
from chocolatl.bots.equilibrium.round_simulation import Arrays, Floats
from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
from chocolatl.rules import Action, Question, View

JUDGED = 300
"""Sampled rounds per plan: a standard error of at most 0.03 of a share. A choice."""
LEAST = 0.005
"""Candidates that are played less often are left out."""


def bid_analysis(view: View, question: Question, arrays: Arrays, plans: Vector, weights: Floats) -> Analysis:
    """Plans that say the same now (a gold plan looks further) are one candidate."""
    assert view.seat is not None
    sums = np.zeros((len(plans), COLUMNS))
    judge(arrays, view.seat, JUDGED, sums)
    sums /= JUDGED
    # A gold plan also says what comes later; two that agree on what is asked now are one candidate.
    groups: dict[Action, list[int]] = {}
    for number, plan in enumerate(plans):
        groups.setdefault(plan_answer(arrays[1], question, plan), []).append(number)
    found = [_candidate(view, answer, weights[rows], sums[rows]) for answer, rows in groups.items()]
    share = float(weights @ sums[:, SHARE])
    kept = sorted((c for c in found if c.probability >= LEAST), key=lambda c: -c.probability)
    return Analysis(question.turn, share, tuple(kept))


def _candidate(view: View, answer: Action, weights: Floats, sums: Floats) -> Candidate:
    probability = float(weights.sum())
    # Weights of pruned plans are 0, and numpy refuses weights that add up to 0.
    return candidate_of(
        view, answer, probability, np.average(sums, axis=0, weights=weights if probability > 0 else None)
    )


def candidate_of(view: View, answer: Action, probability: float, mean: Floats) -> Candidate:
    """An answer with the means of `plan_evaluation.judge`, for the locations that are still to come."""
    start = 0 if view.asked is None or not view.asked.locations else _first_place(view)
    places = tuple(_chance(view, place, mean) for place in range(start, len(view.board.locations)))
    return Candidate(answer, probability, float(mean[SHARE]), float(mean[POINTS]), places)


def _first_place(view: View) -> int:
    assert view.asked is not None
    return view.board.locations.index(view.asked.locations[0])


def _chance(view: View, place: int, mean: Floats) -> PlaceChance:
    ranks = mean[RANKS + place * L.SEATS :][: len(view.players)]
    return PlaceChance(view.board.locations[place], float(ranks[0]), float(ranks[1]), float(ranks[-1]))


def small_analysis(question: Question, answers: list[Action], gains: Floats) -> Analysis:
    """The best answer, by utility, is always given; what is shown is the share of the victory."""
    order = np.argsort(-gains[:, UTILITY], kind="stable")
    found = [Candidate(answers[i], float(i == order[0]), float(gains[i, SMALL_SHARE])) for i in order]
    return Analysis(question.turn, found[0].share, tuple(found))
