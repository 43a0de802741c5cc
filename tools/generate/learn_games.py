"""Whole games as seat 0 lives them, with every question it is asked: for the tests of the coach."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from chocolatl.rules import EDITIONS, RULES_VERSION, evolve, redact, view
from chocolatl.rules.events import Event
from chocolatl.rules.state import State
from tools.generate.page_games import whole_game

TARGET = Path(__file__).resolve().parents[2] / "web" / "src" / "fixtures" / "learn.json"
SEAT = 0
# English as people learn it; the German edition begins in gold; the Dutch one never asks what to give back.
GAMES = (("english", 4, 11), ("german", 3, 12), ("dutch", 5, 13))


def asked(events: tuple[Event, ...]) -> Iterator[dict[str, Any]]:
    """Each change of the seat's question, with the number of events that led to it."""
    state: State | None = None
    last = None
    for number, event in enumerate(events, 1):
        state = evolve(state, event)
        question = view(state, SEAT).question
        if question != last:
            yield {"events": number, "question": question}
        last = question


def games() -> Iterator[dict[str, Any]]:
    for name, players, seed in GAMES:
        rules = EDITIONS[name]
        events = whole_game(rules, players, seed, RULES_VERSION)
        seen = [redact(event, SEAT, rules) for event in events]
        yield {"name": f"{name}, {players} players", "events": seen, "asked": list(asked(events))}


def text() -> bytes:
    """The whole file, one game a line."""
    return b"[\n" + b",\n".join(map(msgspec.json.encode, games())) + b"\n]\n"
