"""Analysis of the sacrifice: each card is judged by the bids of round 1 that follow it.

A plan for the sacrifice holds a bid for round 1 as well, and its value says more about that bid than about
the card: at an even start of three players, neighbouring cards got shares of 0.07 and 0.34. So the others'
sacrifices are drawn from the solution, round 1 begins, and its bids are solved anew; the share of that
solution counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random

import numpy as np

from chocolatl.bots.analysis import Analysis
from chocolatl.bots.equilibrium.double_oracle import RoundSolver, SearchEffort
from chocolatl.bots.equilibrium.plan_evaluation import COLUMNS, judge
from chocolatl.bots.equilibrium.round_simulation import SACRIFICE_SLOT, Arrays, Floats
from chocolatl.bots.equilibrium.search_analysis import LEAST, candidate_of
from chocolatl.engine import layout as L
from chocolatl.engine.compiled_game import advance_game
from chocolatl.engine.layout import Vector
from chocolatl.rules import Question, View
from chocolatl.rules.actions import Sacrifice

DEALS = 14
"""Draws of the others' cards, of dice and improvement cards: the same for every card. A choice."""
EFFORT = SearchEffort(steps=3, samples=8, tries=8, matches=12, last=40)
"""For each of some 40 solutions: together up to three times the work of the search itself."""
JUDGED = 60
"""Sampled rounds per plan and deal."""


def sacrifice_analysis(
    view: View, question: Question, solver: RoundSolver, arrays: Arrays, random: Random
) -> Analysis:
    """From the solution of the sacrifice, which the solver still holds."""
    assert view.seat is not None
    seats = range(len(view.players))
    kept = {card: chance for card, chance in _cards(solver, [view.seat]).items() if chance >= LEAST}
    # Before round 1 all seats are alike but for the stack: a mixture of all is steadier than one seat's.
    common = _cards(solver, seats)
    means = {card: np.zeros(COLUMNS) for card in kept}
    for _ in range(DEALS):
        cards = random.choices(list(common), list(common.values()), k=len(seats))
        seed = random.getrandbits(62)
        for card in kept:
            cards[view.seat] = card
            means[card] += _after(solver, arrays, view.seat, cards, seed) / DEALS
    found = [candidate_of(view, Sacrifice(card), kept[card], means[card]) for card in kept]
    found.sort(key=lambda candidate: -candidate.probability)
    share = sum(candidate.probability * candidate.share for candidate in found) / sum(kept.values())
    return Analysis(question.turn, share, tuple(found))


def _cards(solver: RoundSolver, seats: Iterable[int]) -> dict[int, float]:
    """How often these seats sacrifice each card."""
    mixture = defaultdict[int, float](float)
    for seat in seats:
        for plan, weight in zip(*solver.strategy(seat), strict=True):
            mixture[int(plan[SACRIFICE_SLOT])] += float(weight)
    return mixture


def _after(solver: RoundSolver, arrays: Arrays, seat: int, cards: list[int], seed: int) -> Floats:
    """Share, points and ranks of a seat in the round that follows these sacrifices."""
    _, base, b, _, net, *_ = arrays
    s: Vector = base.copy()
    s[L.ANSWER_AT : L.ANSWER_AT + len(cards)] = cards
    round_one = solver.arrays(s, b, net, seed, len(cards))
    advance_game(s, b, solver.tape, np.uint64(seed | 1), False)
    solver.solve(round_one, seat, EFFORT)
    plans, weights = solver.strategy(seat)
    sums = np.zeros((len(plans), COLUMNS))
    judge(round_one, seat, JUDGED, sums)
    mean: Floats = weights @ sums / JUDGED
    return mean
