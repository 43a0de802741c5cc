"""The equilibrium bot: solves the current round for all seats at once and samples from its own part of the
solution.

Bids and the sacrifice are sampled from the mixture of double_oracle.py; minor questions get the answer with
the highest mean utility (minor_decisions.py). With `reading`, opponents who were recognised by what they
showed in earlier rounds (bots/reading) are answered as what they are, up to that many percent of the samples.
It keeps no memory: the same seed and view give the same answer.
"""

from __future__ import annotations

from random import Random

import numpy as np

from chocolatl.bots.analysis import Analysis
from chocolatl.bots.bot import Seed, randomness
from chocolatl.bots.budget import Budget
from chocolatl.bots.equilibrium.action_codec import plan_answer, small_answers
from chocolatl.bots.equilibrium.double_oracle import RoundSolver, SearchEffort
from chocolatl.bots.equilibrium.minor_decisions import UTILITY, lay_what_is_left, try_answers
from chocolatl.bots.equilibrium.pretrained import network_for, pretrained_network
from chocolatl.bots.equilibrium.round_simulation import Arrays, Floats
from chocolatl.bots.equilibrium.sacrifice_analysis import sacrifice_analysis
from chocolatl.bots.equilibrium.search_analysis import bid_analysis, small_analysis
from chocolatl.bots.reading.read_plans import read_opponents
from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.layout import Vector
from chocolatl.engine.view_vector import determinize_view
from chocolatl.rules import Action, View
from chocolatl.rules import questions as q

SMALL_SAMPLES = 400
"""Deals and dice per answer to a minor question."""
MANY_STEPS = 10_000
"""In place of a number of steps where only the clock counts."""
FEW_STEPS = 10
"""With fewer steps than this a solution is too sharp: see SearchEffort.trembles."""
LITTLE_TIME = 0.1
"""Seconds: about as long as FEW_STEPS take at five players."""


class EquilibriumBot:
    """Double-oracle regret matching over a learned value, from the view alone.

    `trained`: the board whose values it plays with on every board; none: those that suit the board best.
    """

    def __init__(
        self, seed: Seed, thinking: Budget, width: int = 16, reading: int = 0, trained: str | None = None
    ) -> None:
        self.seed, self.thinking, self.trained = seed, thinking, trained
        self.reading = reading / 100
        self.budget = budget_of(thinking, width)
        self.search = RoundSolver()

    def decide(self, view: View, question: q.Question) -> Action:
        """A draw from the bot's own part of the solution; the best answer to a small question."""
        random = randomness(self.seed, view)
        if isinstance(question, q.ChooseSacrifice | q.LayCards):
            mixture = self._mixture(view, question, random)
            weights = [weight for _, weight in mixture]
            return random.choices(mixture, weights)[0][0]
        answers, gains = self._small(view, question, random)
        return answers[int(np.argmax(gains[:, UTILITY]))]

    def mixture(self, view: View, question: q.Question) -> list[tuple[Action, float]]:
        """All it might sacrifice or lay, with probabilities."""
        return self._mixture(view, question, randomness(self.seed, view))

    def analyse(self, view: View, question: q.Question) -> Analysis:
        """Its candidates, with what it expects of each."""
        random = randomness(self.seed, view)
        if isinstance(question, q.ChooseSacrifice | q.LayCards):
            arrays, plans, weights = self._solution(view, random)
            if isinstance(question, q.ChooseSacrifice):
                return sacrifice_analysis(view, question, self.search, arrays, random)
            return bid_analysis(view, question, arrays, plans, weights)
        return small_analysis(question, *self._small(view, question, random))

    def _mixture(self, view: View, question: q.Question, random: Random) -> list[tuple[Action, float]]:
        arrays, plans, weights = self._solution(view, random)
        answers = [plan_answer(arrays[1], question, plan) for plan in plans]
        return list(zip(answers, weights.tolist(), strict=True))

    def _solution(self, view: View, random: Random) -> tuple[Arrays, Vector, Floats]:
        """The position, the bot's plans for it, and how often to play each."""
        assert view.seat is not None
        until = self.thinking.deadline()
        arrays = self._arrays(view, random)
        if self.reading > 0:
            read_opponents(arrays, view, self.reading)
        self.search.solve(arrays, view.seat, self.budget, until)
        return arrays, *self.search.strategy(view.seat)

    def _small(self, view: View, question: q.Question, random: Random) -> tuple[list[Action], Floats]:
        """All answers, and the bot's utility and share after each."""
        assert view.seat is not None
        answers = small_answers(question)
        arrays = self._arrays(view, random)
        gains = np.zeros((len(answers), 2))
        open_hand = lay_what_is_left(arrays[1], arrays[2])
        numbers = np.array([number for number, _ in answers])
        try_answers(arrays, view.seat, open_hand, numbers, SMALL_SAMPLES, gains)
        return [action for _, action in answers], gains / SMALL_SAMPLES

    def _arrays(self, view: View, random: Random) -> Arrays:
        """The position that the view shows, ready to be searched."""
        players = len(view.players)
        b = encode_board(view.board, view.rules, view.version)
        net = pretrained_network(players, self.trained) if self.trained else network_for(view.board, players)
        s = determinize_view(view, random)
        # 62 bits fit a signed number of 64; a key of 0 would mean "read the tape".
        return self.search.arrays(s, b, net, random.getrandbits(62), players)


def budget_of(thinking: Budget, width: int) -> SearchEffort:
    """What the two settings mean for a search. Little time means small steps, so that the limit is kept."""
    hurried = thinking.seconds is not None and thinking.seconds < LITTLE_TIME
    if hurried:
        width = min(width, 8)
    # Few steps get more iterations each (32 / steps), because nothing comes after to correct them.
    steps = MANY_STEPS if thinking.steps is None else thinking.steps
    trembles = 2 if hurried or steps < FEW_STEPS else 0
    return SearchEffort(steps, width, width, matches=4 + 32 // steps, last=10 * width, trembles=trembles)
