"""The measure of all others: every legal answer alike."""

from __future__ import annotations

from chocolatl.bots.bot import Seed, randomness
from chocolatl.rules import Action, Question, View, any_answer


class RandomBot:
    """Answers at random."""

    def __init__(self, seed: Seed) -> None:
        self.seed = seed

    def decide(self, view: View, question: Question) -> Action:
        """Any legal answer."""
        return any_answer(question, randomness(self.seed, view))
