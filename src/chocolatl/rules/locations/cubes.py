"""Cubes for huts and stones: the last one makes it the last round (5.1); one builds on without (4.7)."""

from __future__ import annotations

from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.types import Seat


def used_cube(writer: EventWriter, seat: Seat) -> None:
    """To be called after a hut or a stone."""
    if writer.state.players[seat].cubes == 0:
        writer.trigger_last_round("cubes", seat)
