"""Evaluation of a seat's plans against the others' mixture, for hints and analyses.

Unlike regret matching it stops after every location, to count ranks and points, and it reports the win share
itself, not the utility that searches maximise.
"""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.opponent_model import HEURISTIC_PERCENT_FINAL, draw_profile
from chocolatl.bots.equilibrium.plan_table import load
from chocolatl.bots.equilibrium.rollout_policy import rollout_answer
from chocolatl.bots.equilibrium.round_simulation import Arrays, Floats, SearchContext, context_of, lay_plans
from chocolatl.bots.equilibrium.value_network import SHARES_AT, shares
from chocolatl.engine import layout as L
from chocolatl.engine.advance import advance
from chocolatl.engine.jit import jit, jit_internal
from chocolatl.engine.random_playout import next_random

SHARE, POINTS, RANKS = 0, 1, 2
COLUMNS = RANKS + L.PLACES * L.SEATS
"""Sums per plan: share, points of this round, then for each place how often each rank was reached."""


@jit
def judge(arrays: Arrays, seat: int, samples: int, sums: Floats) -> None:
    """Every plan of the seat against the same draws of the others."""
    context = context_of(arrays)
    for _ in range(samples):
        # The averaged strategies are what is claimed to be near an equilibrium, not the current ones.
        draw_profile(context, P.STRATEGY_SUM_AT, P.PROFILE_AT, HEURISTIC_PERCENT_FINAL, 0)
        key = next_random(context.random) | np.uint64(1)
        for plan in range(context.plans[P.COUNT_AT + seat]):
            load(context.plans, seat, plan, P.PROFILE_AT)
            _watch(context, key, seat, plan, sums)


@jit_internal
def _watch(context: SearchContext, key: np.uint64, seat: int, plan: int, sums: Floats) -> None:
    """Play one round, stopping after every location to see who came where."""
    s, b = context.s, context.b
    for cell in range(L.STATE_SIZE):
        s[cell] = context.base[cell]
    lay_plans(s, b, context.tape, key, context.plans, P.PROFILE_AT, True)
    # Before the sacrifices the round is still 0.
    number = max(1, context.base[L.ROUND])
    box = s[L.BOX_AT + seat]
    while not s[L.OVER] and s[L.ROUND] == number:
        # A pause after a location: its ranking is complete.
        if s[L.ASK] == L.NO_QUESTION:
            for rank in range(s[L.PLAYERS]):
                if s[L.RANKING_AT + rank] == seat:
                    sums[plan, RANKS + s[L.RANKED_PLACE] * L.SEATS + rank] += 1
        else:
            rollout_answer(s, b)
        box = s[L.BOX_AT + seat]
        advance(s, b, context.tape, key, True)
    # Points of this round only: if the game ended, the box has the final scoring in it already.
    box = s[L.BOX_AT + seat] if not s[L.OVER] else box
    shares(s, b, context.net, context.work)
    sums[plan, SHARE] += context.work[SHARES_AT + seat]
    sums[plan, POINTS] += box - context.base[L.BOX_AT + seat]
