"""The pen with which the rules write a game: what is said becomes an event, and at once part of the state."""

from __future__ import annotations

from chocolatl.rules import events as ev
from chocolatl.rules.chance import Chance
from chocolatl.rules.evolve import EVOLVE
from chocolatl.rules.state import State
from chocolatl.rules.types import Location, Seat, Source

QUESTION_RULES: dict[str, str] = {
    "sacrifice": "1.6",
    "lay": "2.3",
    "roll": "3.5",
    "take": "4.3",
    "place_first": "4.4",
    "give_back": "4.6",
}


class EventWriter:
    """Lives for the length of one decision; the only mutable thing in the rules."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[ev.Event] = []

    def emit(self, event: ev.Event) -> None:
        """Write the event down and let it take effect."""
        self.events.append(event)
        self.state = EVOLVE[type(event)](self.state, event)

    def ask(
        self, kind: ev.QuestionKind, seats: tuple[Seat, ...], locations: tuple[Location, ...]
    ) -> ev.Asked:
        """Open the next question."""
        asked = ev.Asked(self.state.turn + 1, kind, seats, locations, QUESTION_RULES[kind])
        self.emit(asked)
        return asked

    def score(self, seat: Seat, due: int, source: Source, rule: str) -> None:
        """Move a marker: never below box 0 (3.9), on top of the stack where it arrives (3.8).

        Nothing due is nothing said.
        """
        if due == 0:
            return
        state = self.state
        before = state.players[seat].box
        box = max(0, before + due)
        line = state.line if box == before else moved_line(state, seat, box)
        self.emit(ev.Scored(seat, box - before, due, source, box, line, rule))
        if box >= state.board.goal:
            self.trigger_last_round("goal", seat)

    def trigger_last_round(self, reason: ev.LastRoundReason, seat: Seat | None) -> None:
        """The first reason makes it the last round (5.1); final scoring comes too late to do so."""
        if self.state.last is None:
            self.emit(ev.LastRound(reason, seat))


def moved_line(state: State, seat: Seat, box: int) -> tuple[Seat, ...]:
    """The line after a marker lands on top of whatever stands on that box."""
    players, line = state.players, list(state.line)
    line.remove(seat)
    behind = 0
    while behind < len(line) and players[line[behind]].box < box:
        behind += 1
    line.insert(behind, seat)
    return tuple(line)
