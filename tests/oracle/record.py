"""A recorded game, read event by event and compared with what a referee expects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracle.table import Json


class GameLostError(Exception):
    """The record and the referee have gone different ways; what follows cannot be compared."""


class Record:
    """A finger on the next event, the number of the open question, and the differences found so far."""

    def __init__(self, events: list[Json]) -> None:
        self.events = events
        self.next = 0
        self.turn = 0
        self.asked: tuple[str, list[int], list[str]] = ("", [], [])
        self.found: list[str] = []

    def report(self, text: str, number: int | None = None) -> None:
        self.found.append(f"{self.next if number is None else number}: {text}")

    def read(self, kind: str) -> Json:
        if self.next == len(self.events):
            raise GameLostError(f"the record ends, expected {kind}")
        event = self.events[self.next]
        if event["event"] != kind:
            raise GameLostError(f"expected {kind}, got {event}")
        self.next += 1
        return event

    def expect(self, kind: str, /, **fields: Any) -> None:
        self.compare(self.read(kind), fields)

    def compare(self, event: Json, fields: Json) -> None:
        for name in sorted((event.keys() | fields.keys()) - {"event"}):
            want, got = fields.get(name, "no such field"), event.get(name, "no such field")
            if want != got:
                self.report(f"{event['event']}.{name}: expected {want}, got {got}", self.next - 1)

    def chance(self, ok: bool, what: str) -> None:
        if not ok:
            self.report(f"chance cannot give {what}", self.next - 1)

    def ask(
        self, kind: str, seats: list[int], places: list[str], rule: str, legal: Callable[[int, Json], bool]
    ) -> dict[int, Json]:
        """The answers that count: each seat's last one given before the last seat has answered."""
        self.turn += 1
        self.asked = (kind, seats, places)
        self.expect("asked", turn=self.turn, kind=kind, seats=seats, locations=places, rule=rule)
        answers: dict[int, Json] = {}
        while len(answers) < len(seats):
            event = self.read("answered")
            seat, action = event["seat"], event["action"]
            if seat not in seats or not legal(seat, action):
                self.next -= 1
                raise GameLostError(f"seat {seat} may not answer {action} to {kind} for {seats}")
            self.compare(event, {"turn": self.turn, "seat": seat, "action": action, "rule": rule})
            answers[seat] = action
        return answers

    def die(self, kind: str, /, **fields: Any) -> int:
        event = self.read(kind)
        value = event["value"]
        self.compare(event, fields | {"value": value})
        self.chance(value in range(1, 7), f"a die that shows {value}")
        return int(value)
