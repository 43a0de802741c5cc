"""What a bot is: something that answers questions about a view."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from chocolatl.rules import Action, Question, Seat, State, View, view

Seed = int | str


class Bot(Protocol):
    """Decides from what its seat may know. Keeps no memory that changes what it decides.

    >>> class Lowest:
    ...     def decide(self, view, question):
    ...         return any_answer(question, Random(0))
    >>> state = fold(start(default_board(), Rules(), 3, SealedChance(key_from_seed(1))))
    >>> answer(Lowest(), state, 0) in map(Sacrifice, range(13))
    True
    """

    def decide(self, view: View, question: Question) -> Action:
        """A legal answer to the question."""


def answer(bot: Bot, state: State, seat: Seat) -> Action:
    """Ask a bot. It never meets the state: only the view of its own seat.

    Args:
        bot: whoever decides.
        state: the game.
        seat: whom it plays for.

    Raises:
        ValueError: this seat is not asked anything.

    >>> state = fold(start(default_board(), Rules(), 3, SealedChance(key_from_seed(1))))
    >>> answer(make_bot("greedy", seed=1), state, 0)
    Sacrifice(card=3)
    """
    seen = view(state, seat)
    if seen.question is None:
        raise ValueError(f"seat {seat} is not asked anything in turn {state.turn}")
    return bot.decide(seen, seen.question)


def answers_by(bots: Sequence[Bot]) -> Callable[[State, Seat], Action]:
    """For `play_to_end`: the bot of each seat is asked.

    Args:
        bots: one per seat.

    >>> chance = SealedChance(key_from_seed(1))
    >>> bots = [make_bot(name, seed=1) for name in ("greedy", "random", "random")]
    >>> state = fold(start(default_board(), Rules(), 3, chance))
    >>> *_, (state, _) = play_to_end(state, answers_by(bots), chance)
    >>> state.result.winners
    (0,)
    """
    return lambda state, seat: answer(bots[seat], state, seat)


def randomness(seed: Seed, view: View) -> Random:
    """A fresh source for one decision: depends on seed, seat and turn, never on what was drawn before."""
    # A hash, not Random(seed): decisions can be asked in any order, or again, with the same answer.
    name = f"{seed}/{view.seat}/{view.turn}".encode()
    return Random(int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "big"))
