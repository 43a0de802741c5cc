"""The measure of all others: every legal answer alike."""

from __future__ import annotations

from random import Random

from chocolatl.bots.bot import Seed, randomness
from chocolatl.rules.actions import Action, GiveBack, Lay, Pass, PlaceFirst, Roll, Sacrifice, Take
from chocolatl.rules.questions import (
    ChooseGiveBack,
    ChooseOrder,
    ChooseSacrifice,
    LayCards,
    Question,
    RollOrPass,
    TakePrize,
)
from chocolatl.rules.view import View


class RandomBot:
    """Answers at random."""

    def __init__(self, seed: Seed) -> None:
        self.seed = seed

    def decide(self, view: View, question: Question) -> Action:
        """Any legal answer."""
        return any_answer(question, randomness(self.seed, view))


def any_answer(question: Question, random: Random) -> Action:
    """A legal answer, each with the same chance."""
    match question:
        case LayCards():
            return _any_bid(question, random)
        case RollOrPass():
            return random.choice((Roll(), Pass()))
        case ChooseSacrifice(cards=cards):
            return Sacrifice(random.choice(cards))
        case TakePrize():
            return random.choice((Take("hut"), Take("die")))
        case ChooseOrder(seats=seats):
            return PlaceFirst(random.choice(seats))
        case ChooseGiveBack(cards=cards):
            return GiveBack(random.choice(cards))


def _any_bid(question: LayCards, random: Random) -> Lay:
    count = question.groups[0].count
    wanted = count * len(question.groups)
    cards = random.sample(question.cards, wanted)
    return Lay(tuple(tuple(cards[i : i + count]) for i in range(0, wanted, count)))
