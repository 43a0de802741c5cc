"""A whole game as sentences: as one seat saw it, as the table saw it, or with every secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from chocolatl.i18n.event_sentences import describe_in
from chocolatl.i18n.narrator import Narrator
from chocolatl.rules import Event, State, evolve, redact
from chocolatl.rules.types import Seat, Value

EVERYTHING: Literal["everything"] = "everything"
Viewpoint = Seat | Literal["everything"] | None


class TranscriptLine(Value, frozen=True):
    """One event: its number in the record (from 0), itself as these eyes saw it, and its sentences."""

    number: int
    event: Event
    text: tuple[str, ...]


def transcript(
    names: Sequence[str], events: Iterable[Event], seat: Viewpoint = EVERYTHING, lang: str = "en"
) -> Iterator[TranscriptLine]:
    """The sentences of a game, event by event.

    `seat`: a seat's own view, None for a spectator's, or everything. Raises ValueError for a seat that does
    not exist.
    """
    if isinstance(seat, int) and seat not in range(len(names)):
        raise ValueError(f"no seat {seat}: expected 0 to {len(names) - 1}")
    viewer = seat if isinstance(seat, int) else None
    narrator = Narrator(names, lang, viewer)
    before: State | None = None
    for number, event in enumerate(events):
        after = evolve(before, event)
        seen = event if seat == EVERYTHING else redact(event, viewer, after.rules)
        yield TranscriptLine(number, seen, tuple(describe_in(narrator, seen, before)))
        before = after
