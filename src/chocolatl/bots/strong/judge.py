"""What each of a seat's plans leads to against the others' solution: for hints and analysis."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.strong.opponents import RARELY_HABITUAL, draw_profile
from chocolatl.bots.strong.plans import COUNT_AT, PROFILE_AT, SUM_AT, load
from chocolatl.bots.strong.quick import answer_quickly
from chocolatl.bots.strong.stage import Arrays, Desk, Floats, desk_of, lay_plans
from chocolatl.bots.strong.value import SHARES_AT, shares
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
    desk = desk_of(arrays)
    for _ in range(samples):
        draw_profile(desk, SUM_AT, PROFILE_AT, RARELY_HABITUAL, 0)
        key = draw(desk.random) | np.uint64(1)
        for plan in range(desk.plans[COUNT_AT + seat]):
            load(desk.plans, seat, plan, PROFILE_AT)
            _watch(desk, key, seat, plan, sums)


@inner
def _watch(desk: Desk, key: np.uint64, seat: int, plan: int, sums: Floats) -> None:
    """Play one round, stopping after every location to see who came where."""
    s, b = desk.s, desk.b
    for cell in range(STATE_SIZE):
        s[cell] = desk.base[cell]
    lay_plans(s, b, desk.tape, key, desk.plans, PROFILE_AT, True)
    number = max(1, desk.base[ROUND])
    box = s[BOX_AT + seat]
    while not s[OVER] and s[ROUND] == number:
        if s[ASK] == NO_QUESTION:
            for rank in range(s[PLAYERS]):
                if s[RANKING_AT + rank] == seat:
                    sums[plan, RANKS + s[RANKED_AT] * SEATS + rank] += 1
        else:
            answer_quickly(s, b)
        box = s[BOX_AT + seat]
        advance(s, b, desk.tape, key, True)
    box = s[BOX_AT + seat] if not s[OVER] else box
    shares(s, b, desk.net, desk.work)
    sums[plan, SHARE] += desk.work[SHARES_AT + seat]
    sums[plan, POINTS] += box - desk.base[BOX_AT + seat]
