"""4.1 Temple: the first takes Chocolatl and moves one ahead, the last takes the old man."""

from __future__ import annotations

from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.events import FigureTaken

STEP_AHEAD = 1


def resolve(writer: EventWriter) -> None:
    """The ranking was made with the figure's old holder (3.7); only now it changes hands."""
    first, last = writer.state.ranking[0].seat, writer.state.ranking[-1].seat
    writer.emit(FigureTaken("chocolatl", first, before=writer.state.chocolatl))
    writer.score(first, STEP_AHEAD, "temple", "4.1")
    writer.emit(FigureTaken("old_man", last, before=writer.state.old_man))
