"""The longest game that the server lets people play: every answer is changed as often as it may be.

The last seat to answer closes a question, so it answers once; the others 1 + CHANGES_PER_QUESTION times.
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from chocolatl.rules import (
    Action,
    Board,
    Question,
    SealedChance,
    State,
    edition_named,
    fold,
    key_from_seed,
    start,
    step,
    waiting_for,
)
from chocolatl.rules.actions import Roll
from chocolatl.rules.any_answer import any_answer
from chocolatl.rules.board import default_board
from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.questions import RollOrPass
from chocolatl.rules.types import Seat
from chocolatl.server.store.rows import EventRow, encode
from chocolatl.server.tables.decisions import CHANGES_PER_QUESTION


def golden_board() -> Board:
    """Gold asks for a bid at every location: the most questions; nobody reaches the goal before the end."""
    return replace(default_board(), name="gold", track=("gold",) * 40, goal=9_999)


class Longest:
    """Plays on, and keeps one row per decision, as the server does."""

    def __init__(self, seed: int, players: int = 5) -> None:
        self._random = Random(seed)
        self._chance = SealedChance(key_from_seed(seed))
        rules = replace(edition_named("english"), first_round="gold")
        events = start(golden_board(), rules, players, self._chance)
        self.rows = [EventRow(0, None, None, 1.0, encode(events))]
        self.last = len(events) - 1
        self.state: State = fold(events)

    def play(self) -> list[EventRow]:
        while (asked := self.state.asked) is not None:
            *others, closing = asked.seats
            for seat in others:
                for _ in range(CHANGES_PER_QUESTION + 1):
                    self._answer(seat)
            self._answer(closing)
        return self.rows

    def _answer(self, seat: Seat) -> None:
        if seat in waiting_for(self.state):
            self._question = waiting_for(self.state)[seat]
        play = step(self.state, seat, self._other(self._question, self.state.answers[seat]), self._chance)
        assert isinstance(play, EventWriter)
        self.rows.append(EventRow(self.last + 1, seat, f"m{len(self.rows)}", 1.0, encode(play.events)))
        self.last += len(play.events)
        self.state = play.state

    def _other(self, question: Question, before: Action | None) -> Action:
        """Any answer but the one before, where there is a choice."""
        if isinstance(question, RollOrPass):
            return Roll()
        for _ in range(50):
            answer = any_answer(question, self._random)
            if answer != before:
                break
        return answer
