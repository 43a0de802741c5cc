"""Regret matching: how often each of the plans found so far is played."""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from chocolatl.bots.strong.opponents import draw_profile
from chocolatl.bots.strong.plans import (
    COUNT_AT,
    GAIN_AT,
    MERIT_AT,
    NOW_AT,
    PLANS,
    PROFILE_AT,
    REGRET_AT,
    SUM_AT,
    load,
)
from chocolatl.bots.strong.stage import Arrays, Desk, desk_of, play_round
from chocolatl.bots.strong.value import UTILITY_AT
from chocolatl.fast.compiled import compiled, inner
from chocolatl.fast.layout import PLAYERS, SEATS, Reals
from chocolatl.fast.playout import draw

ONE_TRIAL = 0.25
"""How far one trial of a plan is off."""


@compiled
def match(arrays: Arrays, iterations: int, age: int, habitual: int, trembles: int) -> None:
    """Regret matching+ with linear averaging; every plan of a seat meets the same opponents and dice."""
    desk = desk_of(arrays)
    plans, w = desk.plans, desk.weights
    n = desk.base[PLAYERS]
    for iteration in range(iterations):
        for seat in range(n):
            _strategy_now(w, seat, plans[COUNT_AT + seat])
        for seat in range(n):
            draw_profile(desk, NOW_AT, PROFILE_AT, habitual, trembles)
            _regret(desk, seat, draw(desk.random))
            for plan in range(plans[COUNT_AT + seat]):
                w[SUM_AT + seat * PLANS + plan] += (age + iteration + 1) * w[NOW_AT + seat * PLANS + plan]


@inner
def _strategy_now(w: Reals, seat: int, count: int) -> None:
    """Weights in proportion to the regrets; all alike when nothing is regretted."""
    total = 0.0
    for plan in range(count):
        total += w[REGRET_AT + seat * PLANS + plan]
    for plan in range(count):
        share = w[REGRET_AT + seat * PLANS + plan] / total if total > 0 else 1.0 / count
        w[NOW_AT + seat * PLANS + plan] = share


@inner
def _regret(desk: Desk, seat: int, bits: np.uint64) -> None:
    """Try every plan of a seat in the profile at hand."""
    w, count = desk.weights, desk.plans[COUNT_AT + seat]
    mean = 0.0
    for plan in range(count):
        load(desk.plans, seat, plan, PROFILE_AT)
        play_round(desk, bits | np.uint64(1), PROFILE_AT)
        gain = desk.work[UTILITY_AT + seat]
        w[GAIN_AT + plan] = gain
        mean += w[NOW_AT + seat * PLANS + plan] * gain
    for plan in range(count):
        at, more = seat * PLANS + plan, w[GAIN_AT + plan] - mean
        w[REGRET_AT + at] = max(0.0, w[REGRET_AT + at] + more)
        w[MERIT_AT + at] += more


@compiled
def forget_merits(arrays: Arrays) -> None:
    """Merits are counted from now on."""
    desk = desk_of(arrays)
    for at in range(SEATS * PLANS):
        desk.weights[MERIT_AT + at] = 0.0


@compiled
def prefer_merit(arrays: Arrays, iterations: int) -> None:
    """Play what gained less in these iterations less than regret alone would: regret is slow to forget."""
    desk = desk_of(arrays)
    if iterations > 0:
        doubt = ONE_TRIAL / sqrt(iterations)
        for at in range(SEATS * PLANS):
            desk.weights[SUM_AT + at] *= exp(desk.weights[MERIT_AT + at] / iterations / doubt)


@compiled
def fade(arrays: Arrays, factor: float) -> None:
    """Let what was learnt among fewer plans count for less."""
    desk = desk_of(arrays)
    for at in range(SEATS * PLANS):
        desk.weights[SUM_AT + at] *= factor
