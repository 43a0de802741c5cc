"""Between answers of the rules and the numbers of the compiled game."""

from __future__ import annotations

from chocolatl.bots.strong.selfplay import plan_groups
from chocolatl.bots.strong.stage import SACRIFICE_SLOT
from chocolatl.fast.layout import Vector
from chocolatl.rules.actions import Action, GiveBack, Lay, Pass, PlaceFirst, Roll, Sacrifice, Take
from chocolatl.rules.questions import ChooseGiveBack, ChooseOrder, ChooseSacrifice, Question, RollOrPass


def plan_answer(s: Vector, question: Question, plan: Vector) -> Action:
    """What a plan says to the question at hand."""
    if isinstance(question, ChooseSacrifice):
        return Sacrifice(int(plan[SACRIFICE_SLOT]))
    return Lay(tuple(tuple(sorted(group, reverse=True)) for group in plan_groups(s, plan)))


def small_answers(question: Question) -> list[tuple[int, Action]]:
    """All answers to a small question, with their numbers."""
    match question:
        case RollOrPass():
            return [(0, Pass()), (1, Roll())]
        case ChooseOrder():
            return [(seat, PlaceFirst(seat)) for seat in question.seats]
        case ChooseGiveBack():
            return [(card, GiveBack(card)) for card in dict.fromkeys(question.cards)]
        case _:
            return [(1, Take("hut")), (0, Take("die"))]
