"""Whole games with a draw, their keys, and the nonces of each seat: for the page's own check of the dice."""

from pathlib import Path
from typing import Any

import msgspec

from chocolatl.records.record import Record
from chocolatl.rules import redact
from tests.records.drawing import drawn_game, nonce

TARGET = Path(__file__).resolve().parents[2] / "web" / "src" / "fixtures" / "draw.json"


def told(made: Record, seat: int) -> dict[str, Any]:
    """What the page of this seat has in the end."""
    draw = made.started.draw
    assert draw is not None
    return {
        "seat": seat,
        "key": made.key,
        "nonces": [nonce(attempt, seat).hex() for attempt in range(1, draw.attempt + 1)],
        "events": [redact(event, seat, made.started.rules) for event in made.events],
    }


def text() -> bytes:
    """The whole file, one game a line."""
    games = [told(drawn_game(3), 0), told(drawn_game(4, missing=(2, 0)), 1)]
    return b"[\n" + b",\n".join(map(msgspec.json.encode, games)) + b"\n]\n"
