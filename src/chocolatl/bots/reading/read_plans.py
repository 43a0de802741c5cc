"""From what was read to what a search supposes: plans of each opponent's kinds, and how much they count."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.round_simulation import SLOTS, Arrays, Floats, context_of
from chocolatl.bots.reading.opponent_types import RATIONAL, keep_sacrifice, type_plan
from chocolatl.bots.reading.past_round import card_ranks
from chocolatl.bots.reading.type_posterior import posterior
from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit
from chocolatl.engine.layout import Vector
from chocolatl.rules import View

LEAST_READ = 0.6
"""Below this probability of any kind but RATIONAL a seat is left to the search alone."""
NOT_READ = -1


def read_opponents(arrays: Arrays, view: View, most: float) -> None:
    """Fill READ plans and chances of a search before its first step; `most` caps the chances."""
    finished = [entry for entry in view.history if entry.bids]
    if not finished:
        return
    plans, weights = arrays[6], arrays[7]
    plans[P.COPY_AT : P.COPY_AT + L.SEATS * L.LAID_WIDTH] = card_ranks(finished[-1])
    kinds: Vector = np.full(L.SEATS * P.READ, NOT_READ, dtype=np.int64)
    for seat, chances in enumerate(posterior(view)):
        read = 1.0 - chances[RATIONAL]
        if seat != view.seat and read >= LEAST_READ:
            weights[P.READ_CHANCE_AT + seat] = min(most, read)
            kinds[seat * P.READ : (seat + 1) * P.READ] = _allotted(chances)
    _fill_plans(arrays, kinds)


def _allotted(chances: Floats) -> Vector:
    """A kind for each plan, in proportion to the posterior without RATIONAL (systematic sampling)."""
    shares = chances.copy()
    shares[RATIONAL] = 0.0
    marks = (np.arange(P.READ) + 0.5) / P.READ * shares.sum()
    kinds: Vector = np.searchsorted(np.cumsum(shares), marks).astype(np.int64)
    return kinds


@jit
def _fill_plans(arrays: Arrays, kinds: Vector) -> None:
    context = context_of(arrays)
    for seat in range(context.base[L.PLAYERS]):
        for nth in range(P.READ):
            kind = kinds[seat * P.READ + nth]
            if kind != NOT_READ:
                type_plan(context, seat, kind)
                keep_sacrifice(context, seat)
                at = P.READ_AT + (seat * P.READ + nth) * SLOTS
                for slot in range(SLOTS):
                    context.plans[at + slot] = context.plans[P.FRESH_AT + slot]
