"""Regret matching+ with linear averaging on sampled payoffs, over the plans found so far.

For seat i and plan a at iteration t (Hart and Mas-Colell 2000; RM+: Tammelin 2014, arXiv:1407.5042):

    strategy   x_t(a) = Q_{t-1}(a) / sum_b Q_{t-1}(b),  uniform where the sum is 0
    regret     Q_t(a) = max(0, Q_{t-1}(a) + u(a, z_t) - sum_b x_t(b) u(b, z_t))
    average    X_t(a) = X_{t-1}(a) + t * x_t(a)

u is the utility of value_network.py, z_t one sample of the opponents' plans and the dice. All plans of a seat
meet the same z_t (common random numbers), because differences have less noise than levels. Seats update
simultaneously: all x_t are fixed before the first regret changes. The bot draws from X; double_oracle.py
halves X whenever plans were added. With more than two players none of this guarantees an equilibrium:
MODEL_CARD.md says what is claimed instead.

Cells of `weights`, PLANS per seat: REGRET_AT is Q, CURRENT_STRATEGY_AT is x, STRATEGY_SUM_AT is X,
GAIN_SUM_AT is the sum of u(a, z) - x.u(z), which `tilt_by_mean_gain` reads.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.opponent_model import draw_profile, is_read
from chocolatl.bots.equilibrium.plan_table import load
from chocolatl.bots.equilibrium.round_simulation import Arrays, SearchContext, context_of, play_round
from chocolatl.bots.equilibrium.value_network import UTILITY_AT
from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit, jit_internal
from chocolatl.engine.layout import Reals
from chocolatl.engine.random_playout import next_random

GAIN_NOISE = 0.25
"""Assumed standard deviation of u(a) - x.u in one sample, in units of u. How it was chosen is not
recorded."""

READ_SHARPNESS = 3.0
"""How much more the mean gain decides when every opponent is read: nothing has to be hidden from a player who
does not answer, so the best plan is played nearly always. A choice."""


@jit
def run_regret_matching(arrays: Arrays, iterations: int, age: int, habitual: int, trembles: int) -> None:
    """Run some iterations; `age` is how many there were before, so that averaging goes on linearly."""
    context = context_of(arrays)
    plans, w = context.plans, context.weights
    n = context.base[L.PLAYERS]
    for iteration in range(iterations):
        # All x_t first: whoever is updated later must not see regrets that this iteration has changed.
        for seat in range(n):
            _strategy_now(w, seat, plans[P.COUNT_AT + seat])
        for seat in range(n):
            if is_read(context, seat):
                continue
            # Each seat has a sample z_t of its own.
            draw_profile(context, P.CURRENT_STRATEGY_AT, P.PROFILE_AT, habitual, trembles)
            _update_regrets(context, seat, next_random(context.random))
            # Linear averaging: iteration t has weight t, so early strategies, among poor plans, fade out.
            for plan in range(plans[P.COUNT_AT + seat]):
                w[P.STRATEGY_SUM_AT + seat * P.PLANS + plan] += (age + iteration + 1) * w[
                    P.CURRENT_STRATEGY_AT + seat * P.PLANS + plan
                ]


@jit_internal
def _strategy_now(w: Reals, seat: int, count: int) -> None:
    """x_t: in proportion to the positive regrets."""
    total = 0.0
    for plan in range(count):
        total += w[P.REGRET_AT + seat * P.PLANS + plan]
    for plan in range(count):
        share = w[P.REGRET_AT + seat * P.PLANS + plan] / total if total > 0 else 1.0 / count
        w[P.CURRENT_STRATEGY_AT + seat * P.PLANS + plan] = share


@jit_internal
def _update_regrets(context: SearchContext, seat: int, bits: np.uint64) -> None:
    """Q_t: play every plan of a seat against the sampled profile, with the same dice."""
    w, count = context.weights, context.plans[P.COUNT_AT + seat]
    expected = 0.0
    for plan in range(count):
        load(context.plans, seat, plan, P.PROFILE_AT)
        # The lowest bit is set because key 0 means "read the tape" (chance_tape.ON_TAPE).
        play_round(context, bits | np.uint64(1), P.PROFILE_AT)
        utility = context.work[UTILITY_AT + seat]
        w[P.UTILITY_OF_PLAN_AT + plan] = utility
        expected += w[P.CURRENT_STRATEGY_AT + seat * P.PLANS + plan] * utility
    for plan in range(count):
        cell, gain = seat * P.PLANS + plan, w[P.UTILITY_OF_PLAN_AT + plan] - expected
        w[P.REGRET_AT + cell] = max(0.0, w[P.REGRET_AT + cell] + gain)  # the floor at 0 is the "+" of RM+
        w[P.GAIN_SUM_AT + cell] += gain


@jit
def reset_gain_sums(arrays: Arrays) -> None:
    """Count gains from now on."""
    context = context_of(arrays)
    for at in range(L.SEATS * P.PLANS):
        context.weights[P.GAIN_SUM_AT + at] = 0.0


@jit_internal
def _all_read(context: SearchContext) -> float:
    """The chance that all opponents of the one seat that is not read are as they were read; else 0."""
    chance, open_seats = 1.0, 0
    for seat in range(context.base[L.PLAYERS]):
        read = context.weights[P.READ_CHANCE_AT + seat]
        open_seats += read == 0.0
        chance *= read if read > 0.0 else 1.0
    return chance if open_seats == 1 else 0.0


@jit
def tilt_by_mean_gain(arrays: Arrays, iterations: int) -> None:
    """Multiply each averaged weight by exp(mean gain / standard error of the mean gain).

    Ours, not textbook. Regret is slow to forget: a plan that was good among early opponents keeps weight. A
    plan is suppressed as far as the samples of the last `iterations` are sure that it is worse.
    """
    context = context_of(arrays)
    if iterations > 0:
        standard_error = GAIN_NOISE / sqrt(iterations) / (1.0 + READ_SHARPNESS * _all_read(context))
        for at in range(L.SEATS * P.PLANS):
            context.weights[P.STRATEGY_SUM_AT + at] *= exp(
                context.weights[P.GAIN_SUM_AT + at] / iterations / standard_error
            )


@jit
def discount_average(arrays: Arrays, factor: float) -> None:
    """Let the averages that were made among fewer plans count for less."""
    context = context_of(arrays)
    for at in range(L.SEATS * P.PLANS):
        context.weights[P.STRATEGY_SUM_AT + at] *= factor
