"""A potential for shaped rewards: each seat's share of the victory by the strong bots' value network."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium.pretrained import pretrained_network
from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.state_vector import to_vector
from chocolatl.envs.kernel.value_shares import WORK_SIZE, shares_of
from chocolatl.rules import State


def value_potential(state: State) -> list[float]:
    """Adds up to 1. It knows the whole position, so it is for training only, never for playing."""
    out = np.zeros(len(state.players))
    board = encode_board(state.board, state.rules, state.version)
    shares_of(to_vector(state), board, pretrained_network(len(state.players)), np.zeros(WORK_SIZE), out)
    return [float(share) for share in out]
