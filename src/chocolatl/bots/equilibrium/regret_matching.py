"""Regret matching: how often each of the plans found so far is played."""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from chocolatl.bots.equilibrium.opponent_model import draw_profile
from chocolatl.bots.equilibrium.plan_table import (
    COUNT_AT,
    CURRENT_STRATEGY_AT,
    GAIN_SUM_AT,
    PLANS,
    PROFILE_AT,
    REGRET_AT,
    STRATEGY_SUM_AT,
    UTILITY_OF_PLAN_AT,
    load,
)
from chocolatl.bots.equilibrium.round_simulation import Arrays, SearchContext, desk_of, play_round
from chocolatl.bots.equilibrium.value_network import UTILITY_AT
from chocolatl.fast.compiled import compiled, inner
from chocolatl.fast.layout import PLAYERS, SEATS, Reals
from chocolatl.fast.playout import draw

GAIN_NOISE = 0.25
"""How far one trial of a plan is off."""


@compiled
def run_regret_matching(arrays: Arrays, iterations: int, age: int, habitual: int, trembles: int) -> None:
    """Regret matching+ with linear averaging; every plan of a seat meets the same opponents and dice."""
    context = desk_of(arrays)
    plans, w = context.plans, context.weights
    n = context.base[PLAYERS]
    for iteration in range(iterations):
        for seat in range(n):
            _strategy_now(w, seat, plans[COUNT_AT + seat])
        for seat in range(n):
            draw_profile(context, CURRENT_STRATEGY_AT, PROFILE_AT, habitual, trembles)
            _update_regrets(context, seat, draw(context.random))
            for plan in range(plans[COUNT_AT + seat]):
                w[STRATEGY_SUM_AT + seat * PLANS + plan] += (age + iteration + 1) * w[
                    CURRENT_STRATEGY_AT + seat * PLANS + plan
                ]


@inner
def _strategy_now(w: Reals, seat: int, count: int) -> None:
    """Weights in proportion to the regrets; all alike when nothing is regretted."""
    total = 0.0
    for plan in range(count):
        total += w[REGRET_AT + seat * PLANS + plan]
    for plan in range(count):
        share = w[REGRET_AT + seat * PLANS + plan] / total if total > 0 else 1.0 / count
        w[CURRENT_STRATEGY_AT + seat * PLANS + plan] = share


@inner
def _update_regrets(context: SearchContext, seat: int, bits: np.uint64) -> None:
    """Try every plan of a seat in the profile at hand."""
    w, count = context.weights, context.plans[COUNT_AT + seat]
    mean = 0.0
    for plan in range(count):
        load(context.plans, seat, plan, PROFILE_AT)
        play_round(context, bits | np.uint64(1), PROFILE_AT)
        gain = context.work[UTILITY_AT + seat]
        w[UTILITY_OF_PLAN_AT + plan] = gain
        mean += w[CURRENT_STRATEGY_AT + seat * PLANS + plan] * gain
    for plan in range(count):
        at, more = seat * PLANS + plan, w[UTILITY_OF_PLAN_AT + plan] - mean
        w[REGRET_AT + at] = max(0.0, w[REGRET_AT + at] + more)
        w[GAIN_SUM_AT + at] += more


@compiled
def forget_merits(arrays: Arrays) -> None:
    """Merits are counted from now on."""
    context = desk_of(arrays)
    for at in range(SEATS * PLANS):
        context.weights[GAIN_SUM_AT + at] = 0.0


@compiled
def tilt_by_mean_gain(arrays: Arrays, iterations: int) -> None:
    """Play what gained less in these iterations less than regret alone would: regret is slow to forget."""
    context = desk_of(arrays)
    if iterations > 0:
        doubt = GAIN_NOISE / sqrt(iterations)
        for at in range(SEATS * PLANS):
            context.weights[STRATEGY_SUM_AT + at] *= exp(
                context.weights[GAIN_SUM_AT + at] / iterations / doubt
            )


@compiled
def discount_average(arrays: Arrays, factor: float) -> None:
    """Let what was learnt among fewer plans count for less."""
    context = desk_of(arrays)
    for at in range(SEATS * PLANS):
        context.weights[STRATEGY_SUM_AT + at] *= factor
