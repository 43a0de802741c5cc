"""OpenSpiel: importing this registers `chocolatl`, `chocolatl_simultaneous` and `chocolatl_duel`."""

from __future__ import annotations

from chocolatl.extras import needs

with needs("envs"):
    import pyspiel

from chocolatl.envs.openspiel.duel import DUEL, ChocolatlDuelGame
from chocolatl.envs.openspiel.games import (
    SEQUENTIAL,
    SIMULTANEOUS,
    ChocolatlGame,
    ChocolatlSimultaneousGame,
)

__all__ = ["ChocolatlDuelGame", "ChocolatlGame", "ChocolatlSimultaneousGame"]

for kind, game in (
    (SEQUENTIAL, ChocolatlGame),
    (SIMULTANEOUS, ChocolatlSimultaneousGame),
    (DUEL, ChocolatlDuelGame),
):
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, game)
