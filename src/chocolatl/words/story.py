"""A whole record told in words, as one seat saw it, as the table saw it, or with every secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from chocolatl.rules.events import Event
from chocolatl.rules.record import Record, replay
from chocolatl.rules.view import redact
from chocolatl.rules.words import Seat, Value
from chocolatl.words.tell import speak
from chocolatl.words.voice import Voice

EVERYTHING: Literal["everything"] = "everything"
Eyes = Seat | Literal["everything"] | None


class Line(Value, frozen=True):
    """One event: its number in the record (from 0), itself as these eyes saw it, and its sentences."""

    number: int
    event: Event
    text: tuple[str, ...]


def story(record: Record, seat: Eyes = EVERYTHING, lang: str = "en") -> Iterator[Line]:
    """Event by event. `seat`: a seat's own view, None for a spectator's, or everything."""
    players, rules = record.started.players, record.started.rules
    if isinstance(seat, int) and seat not in range(players):
        raise ValueError(f"no seat {seat}: expected 0 to {players - 1}")
    listener = seat if isinstance(seat, int) else None
    voice = Voice(record.names, lang, listener)
    for number, (before, event, _) in enumerate(replay(record)):
        seen = event if seat == EVERYTHING else redact(event, listener, rules)
        yield Line(number, seen, tuple(speak(voice, seen, before)))
