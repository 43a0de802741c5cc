"""What the value network of the strong bots thinks of a position, for Python."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from chocolatl.bots.equilibrium.value_network import SHARES_AT, WORK_SIZE, shares
from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit, pointer
from chocolatl.engine.layout import Vector

__all__ = ["WORK_SIZE", "shares_of"]


@jit
def shares_of(
    state: Vector,
    board: Vector,
    network: NDArray[np.float64],
    floats: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Every seat's share of the victory in this position."""
    s, work = pointer(state), pointer(floats)
    shares(s, pointer(board), pointer(network), work)
    for seat in range(s[L.PLAYERS]):
        out[seat] = work[SHARES_AT + seat]
