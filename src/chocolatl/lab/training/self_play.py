"""Self-play of the search: the positions between rounds that the value network learns from."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.action_codec import write_plan
from chocolatl.bots.equilibrium.double_oracle import RoundSolver, SearchEffort
from chocolatl.bots.equilibrium.expected_shares import shares_of
from chocolatl.bots.equilibrium.round_simulation import Floats
from chocolatl.bots.equilibrium.value_network import FEATURES, NET_SIZE, WORK_SIZE
from chocolatl.engine import layout as L
from chocolatl.engine.compiled_game import deal_game
from chocolatl.engine.layout import Vector
from chocolatl.engine.state_vector import new_vector
from chocolatl.lab.training.position_features import features_of, quick_to_bids
from chocolatl.lab.training.value_training import Positions, ValueNetwork

QUICK = SearchEffort(steps=2, samples=8, tries=10, matches=12, last=24, first=3, trembles=2)
"""Shallow thinking: many games teach more than few deep ones."""
SKETCHES = SearchEffort(steps=0, samples=6, last=0, first=2)
"""No thinking at all: the rough points of a sketch, for the first generation."""

TARGET_LAMBDA = 0.8
"""Lambda of the smoothed targets (TD(lambda), Sutton 1988): the weight of what came later; the rest is the
network's own estimate of the position."""


class SelfPlay:
    """Plays games and writes down every position between rounds with what came of it."""

    def __init__(self, b: Vector, players: int, seed: int) -> None:
        self.b, self.players = b, players
        self.random = np.random.default_rng([seed, players])
        self.s, self.tape = new_vector(), np.zeros(L.TAPE_SIZE, dtype=np.int8)
        self.generator = np.zeros(1, dtype=np.uint64)
        self.search = RoundSolver()
        self.rows: list[Floats] = []
        self.results: list[Floats] = []

    def start(self) -> np.uint64:
        """A new game with chance of its own."""
        key = np.uint64(self.random.integers(1, 1 << 62) * 2 + 1)
        self.generator[0] = key ^ np.uint64(0xABCDEF)
        deal_game(self.s, self.b, self.tape, key, self.players)
        return key

    def game(self, net: Floats | None, exploration: float = 0.1) -> None:
        """Bids by the search; with probability `exploration` a seat bids at random."""
        key, rows = self.start(), list[Floats]()
        budget = SKETCHES if net is None else QUICK
        while not self.s[L.OVER]:
            if self._boundary():
                rows.append(self._features())
            self._solve_bids(np.zeros(NET_SIZE) if net is None else net, budget, exploration)
            quick_to_bids(self.s, self.b, self.tape, key)
        self._finish(rows, None if net is None else ValueNetwork.of(net))

    def _boundary(self) -> bool:
        s = self.s
        first = s[L.ASK_FROM] == 0 and s[L.SHOWN_N_AT] == 0
        return bool(s[L.ASK] == L.ASK_LAY and first and s[L.ROUND] > 1)

    def _features(self) -> Floats:
        rows = np.zeros((self.players, FEATURES))
        features_of(self.s, self.b, np.zeros(WORK_SIZE), rows)
        return rows

    def _solve_bids(self, net: Floats, budget: SearchEffort, exploration: float) -> None:
        seed = int(self.random.integers(1, 1 << 62))
        arrays = self.search.arrays(self.s.copy(), self.b, net, seed, self.players)
        self.search.solve(arrays, P.NO_HIDDEN_SACRIFICE, budget)
        for seat in range(self.players):
            plans, weights = self.search.strategy(seat)
            plan = plans[self.random.choice(len(plans), p=weights)].copy()
            if self.random.random() < exploration:
                slots = len(plan) if self.s[L.ASK] == L.ASK_SACRIFICE else int(self.s[L.HAND_SIZE])
                plan[:slots] = self.random.permutation(plan[:slots])
            write_plan(self.s, seat, plan)

    def _finish(self, rows: list[Floats], net: ValueNetwork | None) -> None:
        """What a position is worth: the result, smoothed by what the network thought of those after it."""
        target = np.zeros(self.players)
        shares_of(self.s, self.b, np.zeros(1), np.zeros(WORK_SIZE), target)
        opinions = net.shares(np.array(rows)) if net and rows else None
        for place in reversed(range(len(rows))):
            self.rows.append(rows[place])
            self.results.append(target)
            if opinions is not None:
                target = TARGET_LAMBDA * target + (1 - TARGET_LAMBDA) * opinions[place]

    def positions(self) -> Positions:
        """Everything written down so far."""
        return Positions(np.array(self.rows), np.array(self.results))
