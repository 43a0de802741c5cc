"""Solver of the stage game: an approximate double oracle (McMahan, Gordon and Blum 2003).

    repeat `steps` times    every seat adds an approximate best response       (response_oracle.py)
                            regret matching re-weights the plans found so far  (regret_matching.py)
    then                    a longer regret matching gives the final mixture

Both halves are approximate: responses come from hill climbing on few samples, equilibria from few iterations.
The same seed and the same number of steps give the same plans on every machine; a time limit does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.opponent_model import HEURISTIC_PERCENT, HEURISTIC_PERCENT_FINAL
from chocolatl.bots.equilibrium.regret_matching import (
    discount_average,
    reset_gain_sums,
    run_regret_matching,
    tilt_by_mean_gain,
)
from chocolatl.bots.equilibrium.response_oracle import add_best_responses, first_plans
from chocolatl.bots.equilibrium.round_simulation import SLOTS, Arrays, Floats
from chocolatl.bots.equilibrium.value_network import WORK_SIZE
from chocolatl.engine import layout as L
from chocolatl.engine.compiled_game import deal_game
from chocolatl.engine.layout import Vector
from chocolatl.engine.state_vector import new_vector


@dataclass(frozen=True)
class SearchEffort:
    """How much to search.

    Attributes:
        steps: rounds of the double oracle, best responses of every seat, then regret matching.
        samples: sampled opponent profiles that a response is built against.
        tries: swaps that hill climbing tries for each response.
        matches: iterations of regret matching after each step.
        last: iterations of the final regret matching.
        first: plans per seat before the first step.
        trembles: random swaps of similar cards in sampled opponents (trembling hand); more for fewer plans.
    """

    steps: int
    samples: int = 16
    tries: int = 16
    matches: int = 4
    last: int = 160
    first: int = 6
    trembles: int = 0


SHARE_OF_TIME_FOR_STEPS = 0.7
"""The rest of a time limit is left for the final regret matching. A choice, not measured."""
DISCOUNT_PER_STEP = 0.5
"""Averages made before new plans came count half. A choice, not measured."""
FINAL_BLOCK = 10
"""Iterations between two looks at the clock."""
SMALLEST_WEIGHT = 0.03
"""Plans below this part of the largest weight are left over from early steps and are dropped."""
EXPECTED_HARVEST = (5, 4, 2)
"""Three sorted dice show about 4.96, 3.5 and 2.04 on average."""


class RoundSolver:
    """The arrays of a search, kept between decisions; nothing in them changes a later decision."""

    def __init__(self) -> None:
        self.plans: Vector = np.zeros(P.PLANS_SIZE, dtype=np.int64)
        self.weights: Floats = np.zeros(P.WEIGHTS_SIZE)
        self.tape = np.zeros(L.TAPE_SIZE, dtype=np.int8)
        self.work: Floats = np.zeros(WORK_SIZE)
        self.random = np.zeros(1, dtype=np.uint64)
        self.copy = new_vector()

    def arrays(self, base: Vector, b: Vector, net: Floats, seed: int, players: int) -> Arrays:
        """Everything as it is before the first step: the piles are those of the seed."""
        deal_game(self.copy, b, self.tape, np.uint64(seed | 1), players)
        if base[L.ASK] == L.ASK_SACRIFICE:
            fill_expected_round(base, b)
        # Nothing of an earlier decision may be left: the same seed and view must give the same answer.
        self.random[0] = seed
        self.plans[:] = 0
        self.weights[:] = 0
        return (self.copy, base, b, self.tape, net, self.work, self.plans, self.weights, self.random)

    def solve(self, arrays: Arrays, hero: int, budget: SearchEffort, until: float | None = None) -> None:
        """Fill plans and weights. With `until`, a reading of perf_counter, the steps are as many as fit."""
        started = perf_counter()
        first_plans(arrays, hero, budget.first, budget.samples)
        age = 0
        for _ in range(budget.steps):
            if until is not None and perf_counter() > started + (until - started) * SHARE_OF_TIME_FOR_STEPS:
                break
            add_best_responses(arrays, hero, budget.samples, budget.tries, budget.trembles)
            discount_average(arrays, DISCOUNT_PER_STEP)
            run_regret_matching(arrays, budget.matches, age, HEURISTIC_PERCENT, budget.trembles)
            age += budget.matches
        self._last(arrays, budget, age, until)

    def _last(self, arrays: Arrays, budget: SearchEffort, age: int, until: float | None) -> None:
        done = 0
        reset_gain_sums(arrays)
        while done < budget.last:
            run_regret_matching(arrays, FINAL_BLOCK, age + done, HEURISTIC_PERCENT_FINAL, budget.trembles)
            done += FINAL_BLOCK
            if until is not None and perf_counter() > until:
                break
        tilt_by_mean_gain(arrays, done)

    def strategy(self, seat: int) -> tuple[Vector, Floats]:
        """A seat's plans, and how often each is played on average."""
        count = int(self.plans[P.COUNT_AT + seat])
        at = P.PLANS_AT + seat * P.PLANS * SLOTS
        plans = self.plans[at : at + count * SLOTS].reshape(count, SLOTS)
        sums = self.weights[P.STRATEGY_SUM_AT + seat * P.PLANS :][:count]
        return plans, pruned(sums / sums.sum())


def fill_expected_round(base: Vector, b: Vector) -> None:
    """Before round 1 nothing lies on the board: suppose an average harvest and middling cards."""
    base[L.HARVEST_AT : L.HARVEST_AT + 3] = EXPECTED_HARVEST
    # The lists of a board follow each other: track, low pile, high pile; both piles are ascending.
    low_at = L.B_LISTS_AT + b[L.B_TRACK]
    high_at = low_at + b[L.B_LOWS]
    base[L.LOW_IMPROVEMENT] = b[low_at + b[L.B_LOWS] // 2] if b[L.B_LOWS] else 0
    base[L.HIGH_IMPROVEMENT] = b[high_at + b[L.B_HIGHS] // 2] if b[L.B_HIGHS] else 0


def pruned(weights: Floats, least: float = SMALLEST_WEIGHT) -> Floats:
    """The mixture without plans of small weight, normalised again."""
    # Relative to the largest weight, so that an even mixture of many plans stays whole.
    kept = np.where(weights >= least * weights.max(), weights, 0.0)
    shares: Floats = kept / kept.sum()
    return shares
