"""One table at which agents and bots play: every seat is shown its own view, and answers in secret.

An answer that cannot be read or is not legal may be tried again twice; then, or when the time is up, the
default answer is given. Nothing but the rules decides what is legal, and nothing but a view is ever shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from chocolatl.bots import Bot
from chocolatl.bots.bot import answer as bot_answer
from chocolatl.bots.fallback import default_answer
from chocolatl.i18n.prompts import prompt, refused
from chocolatl.i18n.transcript import transcript
from chocolatl.records.record import Record, make_record
from chocolatl.rules import (
    Action,
    Board,
    Event,
    Refusal,
    Rules,
    SealedChance,
    Seat,
    default_board,
    fold,
    start,
    step,
    view,
)

RETRIES = 2
LONGEST_ANSWER = 10_000
"""Characters; the longest legal answer has about a hundred."""


@dataclass
class SeatRecord:
    """What an agent has done so far. `news`: how many events it has been told."""

    answers: int = 0
    refused: int = 0
    defaults: int = 0
    tries: int = 0
    news: int = 0


@dataclass
class AgentTable:
    """`bots`: one for each seat, None where an agent sits. `seconds`: for one answer, 0 for no limit."""

    bots: Sequence[Bot | None]
    chance: SealedChance
    rules: Rules = field(default_factory=Rules)
    board: Board = field(default_factory=default_board)
    seconds: float = 0.0
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.events: list[Event] = list(start(self.board, self.rules, len(self.bots), self.chance))
        self.state = fold(self.events)
        self.names = [f"agent {seat}" if bot is None else f"bot {seat}" for seat, bot in enumerate(self.bots)]
        self.seats = {seat: SeatRecord() for seat, bot in enumerate(self.bots) if bot is None}
        self._asked_at = self.clock()
        self._bots_answer()

    @property
    def over(self) -> bool:
        """Whether the winner is known."""
        return self.state.result is not None

    def look(self, seat: Seat) -> dict[str, Any]:
        """What this seat may know: its view, what happened since its last look, and whether it is asked."""
        self.tick()
        known = self.seats[seat]
        told = list(transcript(self.names, self.events, seat))[known.news :]
        known.news = len(self.events)
        seen = view(self.state, seat)
        return {
            "seat": seat,
            "asked": None if seen.question is None else prompt(seen.question, self.names, "en"),
            "tries_left": RETRIES + 1 - known.tries,
            "news": [sentence for line in told for sentence in line.text],
            "view": msgspec.to_builtins(seen),
            "over": self.over,
        }

    def answer(self, seat: Seat, text: str) -> dict[str, Any]:
        """Try an answer; says whether it was taken, and if not, why and how many tries are left."""
        self.tick()
        known = self.seats[seat]
        if seat not in self.state.pending:
            return {"taken": False, "why": "you are not asked now", "tries_left": RETRIES + 1 - known.tries}
        problem = self._try(seat, text)
        if problem is None:
            return {"taken": True}
        known.refused += 1
        known.tries += 1
        if known.tries <= RETRIES:
            return {"taken": False, "why": problem, "tries_left": RETRIES + 1 - known.tries}
        self._give_default(seat)
        return {"taken": False, "why": f"{problem}; the default answer was given", "tries_left": 0}

    def _try(self, seat: Seat, text: str) -> str | None:
        """Apply it, or say what was wrong."""
        if len(text) > LONGEST_ANSWER:
            return f"{len(text)} characters: expected at most {LONGEST_ANSWER}"
        try:
            action: Action = msgspec.json.decode(text, type=Action)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return f"no answer: {error}"
        return self._apply(seat, action)

    def _apply(self, seat: Seat, action: Action) -> str | None:
        play = step(self.state, seat, action, self.chance)
        if isinstance(play, Refusal):
            return refused(play, "en")
        turn = self.state.turn
        self.events += play.events
        self.state = play.state
        if seat in self.seats:
            self.seats[seat].answers += 1
            self.seats[seat].tries = 0
        if self.state.turn != turn:
            self._asked_at = self.clock()
        self._bots_answer()
        return None

    def _bots_answer(self) -> None:
        while not self.over:
            waiting = [seat for seat in self.state.pending if self.bots[seat] is not None]
            if not waiting:
                return
            bot = self.bots[waiting[0]]
            assert bot is not None
            self._apply(waiting[0], bot_answer(bot, self.state, waiting[0]))

    def tick(self) -> None:
        """Whoever has let the time pass gets the default answer."""
        if not self.seconds or self.over or self.clock() - self._asked_at < self.seconds:
            return
        for seat in self.state.pending:
            self._give_default(seat)

    def _give_default(self, seat: Seat) -> None:
        asked = view(self.state, seat).question
        assert asked is not None
        self.seats[seat].defaults += 1
        self._apply(seat, default_answer(asked))

    def record(self) -> Record:
        """The game so far, a record like any other."""
        return make_record(self.events, self.names, self.chance)
