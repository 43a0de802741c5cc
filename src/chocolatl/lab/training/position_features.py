"""Network inputs of positions between rounds, and the play that reaches them (compiled)."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium.rollout_policy import rollout_answer
from chocolatl.bots.equilibrium.round_simulation import Floats
from chocolatl.bots.equilibrium.value_network import FEATURES, INPUT_AT, inputs, summarise
from chocolatl.engine import layout as L
from chocolatl.engine.advance import advance
from chocolatl.engine.jit import jit, pointer
from chocolatl.engine.layout import Tape, Vector


@jit
def features_of(state: Vector, board: Vector, floats: Floats, out: Floats) -> None:
    """Every seat's numbers, row by row."""
    s, b, work = pointer(state), pointer(board), pointer(floats)
    summarise(s, s[L.PLAYERS], work)
    for seat in range(s[L.PLAYERS]):
        inputs(s, b, s[L.PLAYERS], seat, work)
        for feature in range(FEATURES):
            out[seat, feature] = work[INPUT_AT + feature]


@jit
def quick_to_bids(state: Vector, board: Vector, chance: Tape, key: np.uint64) -> None:
    """The answers just written, then sensible small decisions until cards are to be laid or the end."""
    s, b, tape = pointer(state), pointer(board), pointer(chance)
    advance(s, b, tape, key, False)
    while not s[L.OVER] and s[L.ASK] != L.ASK_LAY:
        rollout_answer(s, b)
        advance(s, b, tape, key, False)
