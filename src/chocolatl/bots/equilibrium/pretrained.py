"""The trained values that come with the game: one small file per trained board and number of players."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from chocolatl.bots.equilibrium.round_simulation import Floats
from chocolatl.bots.equilibrium.trained_boards import values_of
from chocolatl.bots.equilibrium.value_network import NET_SIZE
from chocolatl.rules import Board


def network_for(board: Board, players: int) -> Floats:
    """The network that a board is played with."""
    return pretrained_network(players, values_of(board))


@cache
def pretrained_network(players: int, trained: str = "default") -> Floats:
    """The network of a trained board for a number of players."""
    path = f"weights/{trained}/players_{players}.npy"
    data = files("chocolatl.bots.equilibrium").joinpath(path).read_bytes()
    net: Floats = np.load(BytesIO(data)).astype(np.float64)
    if net.shape != (NET_SIZE,):
        raise ValueError(f"{path} has shape {net.shape}, expected {(NET_SIZE,)}")
    return net
