"""Solving one round from one position: the same seed and the same steps give the same plans everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from chocolatl.bots.equilibrium.opponent_model import HEURISTIC_PERCENT, HEURISTIC_PERCENT_FINAL
from chocolatl.bots.equilibrium.plan_table import (
    COUNT_AT,
    PLANS,
    PLANS_AT,
    PLANS_SIZE,
    STRATEGY_SUM_AT,
    WEIGHTS_SIZE,
)
from chocolatl.bots.equilibrium.regret_matching import (
    discount_average,
    forget_merits,
    run_regret_matching,
    tilt_by_mean_gain,
)
from chocolatl.bots.equilibrium.response_oracle import add_best_responses, first_plans
from chocolatl.bots.equilibrium.round_simulation import SLOTS, Arrays, Floats
from chocolatl.bots.equilibrium.value_network import WORK_SIZE
from chocolatl.fast.convert import new_vector
from chocolatl.fast.game import deal_game
from chocolatl.fast.layout import (
    ASK,
    ASK_SACRIFICE,
    B_HIGHS,
    B_LISTS_AT,
    B_LOWS,
    B_TRACK,
    HARVEST_AT,
    HIGH,
    LOW,
    TAPE_SIZE,
    Vector,
)


@dataclass(frozen=True)
class SearchEffort:
    """How long to think: `steps` responses of every seat, some matching after each, then a last matching."""

    steps: int
    samples: int = 16
    tries: int = 16
    matches: int = 4
    last: int = 160
    first: int = 6
    trembles: int = 0
    """How unsteady the others' hands are supposed to be: the fewer plans, the more."""


class RoundSolver:
    """Room to think in, kept from one decision to the next; nothing in it changes a later decision."""

    def __init__(self) -> None:
        self.plans: Vector = np.zeros(PLANS_SIZE, dtype=np.int64)
        self.weights: Floats = np.zeros(WEIGHTS_SIZE)
        self.tape = np.zeros(TAPE_SIZE, dtype=np.int8)
        self.work: Floats = np.zeros(WORK_SIZE)
        self.random = np.zeros(1, dtype=np.uint64)
        self.copy = new_vector()

    def arrays(self, base: Vector, b: Vector, net: Floats, seed: int, players: int) -> Arrays:
        """Everything as it is before the first step: the piles are those of the seed."""
        deal_game(self.copy, b, self.tape, np.uint64(seed | 1), players)
        if base[ASK] == ASK_SACRIFICE:
            fill_expected_round(base, b)
        self.random[0] = seed
        self.plans[:] = 0
        self.weights[:] = 0
        return (self.copy, base, b, self.tape, net, self.work, self.plans, self.weights, self.random)

    def solve(self, arrays: Arrays, hero: int, budget: SearchEffort, until: float | None = None) -> None:
        """Fill plans and weights. With `until` (a reading of perf_counter) the steps are as many as fit."""
        started = perf_counter()
        first_plans(arrays, hero, budget.first, budget.samples)
        age = 0
        for _ in range(budget.steps):
            if until is not None and perf_counter() > started + (until - started) * 0.7:
                break
            add_best_responses(arrays, hero, budget.samples, budget.tries, budget.trembles)
            discount_average(arrays, 0.5)
            run_regret_matching(arrays, budget.matches, age, HEURISTIC_PERCENT, budget.trembles)
            age += budget.matches
        self._last(arrays, budget, age, until)

    def _last(self, arrays: Arrays, budget: SearchEffort, age: int, until: float | None) -> None:
        block, done = 10, 0
        forget_merits(arrays)
        while done < budget.last:
            run_regret_matching(arrays, block, age + done, HEURISTIC_PERCENT_FINAL, budget.trembles)
            done += block
            if until is not None and perf_counter() > until:
                break
        tilt_by_mean_gain(arrays, done)

    def strategy(self, seat: int) -> tuple[Vector, Floats]:
        """A seat's plans, and how often each is played on average."""
        count = int(self.plans[COUNT_AT + seat])
        at = PLANS_AT + seat * PLANS * SLOTS
        plans = self.plans[at : at + count * SLOTS].reshape(count, SLOTS)
        sums = self.weights[STRATEGY_SUM_AT + seat * PLANS :][:count]
        return plans, pruned(sums / sums.sum())


def fill_expected_round(base: Vector, b: Vector) -> None:
    """Before the first round, a sketch needs some harvest and some cards at the ball court: middling ones."""
    base[HARVEST_AT : HARVEST_AT + 3] = (5, 4, 2)
    low_at = B_LISTS_AT + b[B_TRACK]
    high_at = low_at + b[B_LOWS]
    base[LOW] = b[low_at + b[B_LOWS] // 2] if b[B_LOWS] else 0
    base[HIGH] = b[high_at + b[B_HIGHS] // 2] if b[B_HIGHS] else 0


def pruned(weights: Floats, least: float = 0.03) -> Floats:
    """Without the plans that are left over from early steps."""
    kept = np.where(weights >= least * weights.max(), weights, 0.0)
    shares: Floats = kept / kept.sum()
    return shares
