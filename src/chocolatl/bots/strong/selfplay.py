"""Games of the search against itself: where the positions come from that the network learns from."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.strong.data import features_of, quick_to_bids, shares_of
from chocolatl.bots.strong.plans import ALL_KNOWN
from chocolatl.bots.strong.search import Budget, Search
from chocolatl.bots.strong.stage import SACRIFICE_SLOT, Floats
from chocolatl.bots.strong.training import Net, Positions
from chocolatl.bots.strong.value import FEATURES, NET_SIZE, WORK_SIZE
from chocolatl.fast import layout as at
from chocolatl.fast.convert import new_vector
from chocolatl.fast.game import deal_game
from chocolatl.fast.layout import Vector

QUICK = Budget(steps=2, samples=8, tries=10, matches=12, last=24, first=3, trembles=2)
"""Shallow thinking: many games teach more than few deep ones."""
SKETCHES = Budget(steps=0, samples=6, last=0, first=2)
"""No thinking at all: the rough points of a sketch, for the first generation."""

TRUST = 0.8
"""How much of a later result is believed in the position before; the rest is the network's opinion."""


class SelfPlay:
    """Plays games and writes down every position between rounds with what came of it."""

    def __init__(self, b: Vector, players: int, seed: int) -> None:
        self.b, self.players = b, players
        self.random = np.random.default_rng([seed, players])
        self.s, self.tape = new_vector(), np.zeros(at.TAPE_SIZE, dtype=np.int8)
        self.generator = np.zeros(1, dtype=np.uint64)
        self.search = Search()
        self.rows: list[Floats] = []
        self.results: list[Floats] = []

    def start(self) -> np.uint64:
        """A new game with chance of its own."""
        key = np.uint64(self.random.integers(1, 1 << 62) * 2 + 1)
        self.generator[0] = key ^ np.uint64(0xABCDEF)
        deal_game(self.s, self.b, self.tape, key, self.players)
        return key

    def game(self, net: Floats | None, wander: float = 0.1) -> None:
        """Bids by the search; now and then (`wander`) a seat bids at random, to see more of the game."""
        key, rows = self.start(), list[Floats]()
        budget = SKETCHES if net is None else QUICK
        while not self.s[at.OVER]:
            if self._boundary():
                rows.append(self._features())
            self._solve_bids(np.zeros(NET_SIZE) if net is None else net, budget, wander)
            quick_to_bids(self.s, self.b, self.tape, key)
        self._finish(rows, None if net is None else Net.of(net))

    def _boundary(self) -> bool:
        s = self.s
        first = s[at.ASK_FROM] == 0 and s[at.SHOWN_N_AT] == 0
        return bool(s[at.ASK] == at.ASK_LAY and first and s[at.ROUND] > 1)

    def _features(self) -> Floats:
        rows = np.zeros((self.players, FEATURES))
        features_of(self.s, self.b, np.zeros(WORK_SIZE), rows)
        return rows

    def _solve_bids(self, net: Floats, budget: Budget, wander: float) -> None:
        seed = int(self.random.integers(1, 1 << 62))
        arrays = self.search.arrays(self.s.copy(), self.b, net, seed, self.players)
        self.search.solve(arrays, ALL_KNOWN, budget)
        for seat in range(self.players):
            plans, weights = self.search.strategy(seat)
            plan = plans[self.random.choice(len(plans), p=weights)].copy()
            if self.random.random() < wander:
                slots = len(plan) if self.s[at.ASK] == at.ASK_SACRIFICE else int(self.s[at.HAND_SIZE])
                plan[:slots] = self.random.permutation(plan[:slots])
            write_plan(self.s, seat, plan)

    def _finish(self, rows: list[Floats], net: Net | None) -> None:
        """What a position is worth: the result, smoothed by what the network thought of those after it."""
        target = np.zeros(self.players)
        shares_of(self.s, self.b, np.zeros(1), np.zeros(WORK_SIZE), target)
        opinions = net.shares(np.array(rows)) if net and rows else None
        for place in reversed(range(len(rows))):
            self.rows.append(rows[place])
            self.results.append(target)
            if opinions is not None:
                target = TRUST * target + (1 - TRUST) * opinions[place]

    def positions(self) -> Positions:
        """Everything written down so far."""
        return Positions(np.array(self.rows), np.array(self.results))


def write_plan(s: Vector, seat: int, plan: Vector) -> None:
    """Answer the open question with what a plan says about it."""
    if s[at.ASK] == at.ASK_SACRIFICE:
        s[at.ANSWER_AT + seat] = plan[SACRIFICE_SLOT]
        return
    for place, cards in enumerate(plan_groups(s, plan), start=int(s[at.ASK_FROM])):
        base = at.LAID_AT + seat * at.LAID_WIDTH + 2 * place + s[at.LAID_N_AT + place]
        s[base : base + len(cards)] = cards


def plan_groups(s: Vector, plan: Vector) -> list[list[int]]:
    """The cards that are laid now: a gold plan looks further, a green one first shows half of each pair."""
    places = int(s[at.ASK_UNTIL] - s[at.ASK_FROM])
    laid = int(s[at.LAID_N_AT + s[at.ASK_FROM]])
    if s[at.MODE] != at.GREEN:
        return [plan[2 * i : 2 * i + 2].tolist() for i in range(places)]
    if laid == 1:
        return [[int(card)] for card in plan[:places]]
    return [[int(min(plan[2 * i : 2 * i + 2]))] for i in range(places)]
