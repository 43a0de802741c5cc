"""4.3 City: the first chooses the hut or the bonus die, the second must take the other."""

from __future__ import annotations

from chocolatl.rules.actions import Take
from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.events import DieTaken, HutBuilt
from chocolatl.rules.locations.cubes import used_cube


def resolve(writer: EventWriter) -> None:
    """Always a real choice: both prizes exist in every round."""
    writer.ask("take", (writer.state.ranking[0].seat,), ("city",))


def answered(writer: EventWriter) -> None:
    """Hand out both prizes."""
    first, second = (standing.seat for standing in writer.state.ranking[:2])
    choice = writer.state.answers[first]
    assert isinstance(choice, Take)
    builder, roller = (first, second) if choice.prize == "hut" else (second, first)
    writer.emit(HutBuilt(builder))
    used_cube(writer, builder)
    writer.emit(DieTaken(roller))
