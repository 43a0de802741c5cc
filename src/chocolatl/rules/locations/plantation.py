"""4.2 Plantation: first, second and third score the highest, middle and lowest harvest die."""

from __future__ import annotations

from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.types import Source

SOURCES: tuple[Source, ...] = ("harvest_first", "harvest_second", "harvest_third")


def resolve(writer: EventWriter) -> None:
    """Paid in ranking order, which decides the stacks (3.8)."""
    for standing, die, source in zip(writer.state.ranking, writer.state.harvest, SOURCES, strict=False):
        writer.score(standing.seat, die, source, "4.2")
