"""What the value network thinks of a position: each seat's expected share of the victory."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium.pretrained import network_for
from chocolatl.bots.equilibrium.round_simulation import Floats
from chocolatl.bots.equilibrium.value_network import SHARES_AT, WORK_SIZE, shares
from chocolatl.engine import layout as L
from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.jit import jit, pointer
from chocolatl.engine.layout import Vector
from chocolatl.engine.state_vector import to_vector
from chocolatl.rules import State


def expected_shares(state: State) -> list[float]:
    """Adds up to 1. It knows the whole position: for judging and training, never for playing."""
    out = np.zeros(len(state.players))
    board = encode_board(state.board, state.rules, state.version)
    shares_of(to_vector(state), board, network_for(state.board, len(out)), np.zeros(WORK_SIZE), out)
    return [float(share) for share in out]


@jit
def shares_of(state: Vector, board: Vector, network: Floats, floats: Floats, out: Floats) -> None:
    """Every seat's share by a network of your choice; the true share when the game is over."""
    s, work = pointer(state), pointer(floats)
    shares(s, pointer(board), pointer(network), work)
    for seat in range(s[L.PLAYERS]):
        out[seat] = work[SHARES_AT + seat]
