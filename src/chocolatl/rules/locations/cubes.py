"""Cubes for huts and stones: the last one makes it the last round (5.1); one builds on without (4.7)."""

from __future__ import annotations

from chocolatl.rules.play import Play
from chocolatl.rules.words import Seat


def used_cube(play: Play, seat: Seat) -> None:
    """To be called after a hut or a stone."""
    if play.state.players[seat].cubes == 0:
        play.make_last("cubes", seat)
