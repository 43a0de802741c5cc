"""What a bot is: something that answers questions about a view."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Protocol

from chocolatl.rules.actions import Action
from chocolatl.rules.questions import Question
from chocolatl.rules.state import State
from chocolatl.rules.view import View, view
from chocolatl.rules.words import Seat

Seed = int | str


class Bot(Protocol):
    """Decides from what its seat may know. Keeps no memory that changes what it decides."""

    def decide(self, view: View, question: Question) -> Action:
        """A legal answer to the question."""


def answer(bot: Bot, state: State, seat: Seat) -> Action:
    """Ask a bot. It never meets the state: only the view of its own seat."""
    seen = view(state, seat)
    if seen.question is None:
        raise ValueError(f"seat {seat} is not asked anything in turn {state.turn}")
    return bot.decide(seen, seen.question)


def randomness(seed: Seed, view: View) -> Random:
    """A fresh source for one decision: depends on seed, seat and turn, never on what was drawn before."""
    name = f"{seed}/{view.seat}/{view.turn}".encode()
    return Random(int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "big"))
