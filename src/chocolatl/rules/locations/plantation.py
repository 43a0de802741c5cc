"""4.2 Plantation: first, second and third score the highest, middle and lowest harvest die."""

from __future__ import annotations

from chocolatl.rules.play import Play
from chocolatl.rules.words import Source

SOURCES: tuple[Source, ...] = ("harvest_first", "harvest_second", "harvest_third")


def resolve(play: Play) -> None:
    """Paid in ranking order, which decides the stacks (3.8)."""
    for standing, die, source in zip(play.state.ranking, play.state.harvest, SOURCES, strict=False):
        play.score(standing.seat, die, source, "4.2")
