"""What each of a seat's plans leads to against the others' solution: for hints and analysis."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium.opponent_model import HEURISTIC_PERCENT_FINAL, draw_profile
from chocolatl.bots.equilibrium.plan_table import COUNT_AT, PROFILE_AT, STRATEGY_SUM_AT, load
from chocolatl.bots.equilibrium.rollout_policy import rollout_answer
from chocolatl.bots.equilibrium.round_simulation import Arrays, Floats, SearchContext, desk_of, lay_plans
from chocolatl.bots.equilibrium.value_network import SHARES_AT, shares
from chocolatl.fast.compiled import compiled, inner
from chocolatl.fast.engine import advance
from chocolatl.fast.layout import (
    ASK,
    BOX_AT,
    NO_QUESTION,
    OVER,
    PLACES,
    PLAYERS,
    RANKED_AT,
    RANKING_AT,
    ROUND,
    SEATS,
    STATE_SIZE,
)
from chocolatl.fast.playout import draw

SHARE, POINTS, RANKS = 0, 1, 2
COLUMNS = RANKS + PLACES * SEATS
"""Sums per plan: share, points of this round, then for each place how often each rank was reached."""


@compiled
def judge(arrays: Arrays, seat: int, samples: int, sums: Floats) -> None:
    """Every plan of the seat against the same draws of the others."""
    context = desk_of(arrays)
    for _ in range(samples):
        draw_profile(context, STRATEGY_SUM_AT, PROFILE_AT, HEURISTIC_PERCENT_FINAL, 0)
        key = draw(context.random) | np.uint64(1)
        for plan in range(context.plans[COUNT_AT + seat]):
            load(context.plans, seat, plan, PROFILE_AT)
            _watch(context, key, seat, plan, sums)


@inner
def _watch(context: SearchContext, key: np.uint64, seat: int, plan: int, sums: Floats) -> None:
    """Play one round, stopping after every location to see who came where."""
    s, b = context.s, context.b
    for cell in range(STATE_SIZE):
        s[cell] = context.base[cell]
    lay_plans(s, b, context.tape, key, context.plans, PROFILE_AT, True)
    number = max(1, context.base[ROUND])
    box = s[BOX_AT + seat]
    while not s[OVER] and s[ROUND] == number:
        if s[ASK] == NO_QUESTION:
            for rank in range(s[PLAYERS]):
                if s[RANKING_AT + rank] == seat:
                    sums[plan, RANKS + s[RANKED_AT] * SEATS + rank] += 1
        else:
            rollout_answer(s, b)
        box = s[BOX_AT + seat]
        advance(s, b, context.tape, key, True)
    box = s[BOX_AT + seat] if not s[OVER] else box
    shares(s, b, context.net, context.work)
    sums[plan, SHARE] += context.work[SHARES_AT + seat]
    sums[plan, POINTS] += box - context.base[BOX_AT + seat]
