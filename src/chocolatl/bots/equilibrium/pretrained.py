"""The trained values that come with the game: one small file per number of players."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from chocolatl.bots.equilibrium.round_simulation import Floats
from chocolatl.bots.equilibrium.value_network import NET_SIZE


@cache
def pretrained_network(players: int) -> Floats:
    """The network for a number of players."""
    data = files("chocolatl.bots.equilibrium").joinpath(f"weights/players_{players}.npy").read_bytes()
    net: Floats = np.load(BytesIO(data)).astype(np.float64)
    if net.shape != (NET_SIZE,):
        raise ValueError(f"the values for {players} players have shape {net.shape}, expected {(NET_SIZE,)}")
    return net
