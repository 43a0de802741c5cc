"""OpenSpiel: importing this registers the games `chocolatl` and `chocolatl_simultaneous`."""

from __future__ import annotations

from chocolatl.extras import needs

with needs("envs"):
    import pyspiel

from chocolatl.envs.openspiel.games import (
    SEQUENTIAL,
    SIMULTANEOUS,
    ChocolatlGame,
    ChocolatlSimultaneousGame,
)

__all__ = ["ChocolatlGame", "ChocolatlSimultaneousGame"]

for kind, game in ((SEQUENTIAL, ChocolatlGame), (SIMULTANEOUS, ChocolatlSimultaneousGame)):
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, game)
