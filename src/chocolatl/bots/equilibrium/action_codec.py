"""Between answers of the rules and the numbers of the compiled game."""

from __future__ import annotations

from chocolatl.bots.equilibrium.round_simulation import SACRIFICE_SLOT
from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
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


def write_plan(s: Vector, seat: int, plan: Vector) -> None:
    """Answer the open question with what a plan says about it."""
    if s[L.ASK] == L.ASK_SACRIFICE:
        s[L.ANSWER_AT + seat] = plan[SACRIFICE_SLOT]
        return
    for place, cards in enumerate(plan_groups(s, plan), start=int(s[L.ASK_FROM])):
        base = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + s[L.LAID_N_AT + place]
        s[base : base + len(cards)] = cards


def plan_groups(s: Vector, plan: Vector) -> list[list[int]]:
    """The cards that are laid now: a gold plan looks further, a green one first shows half of each pair."""
    places = int(s[L.ASK_UNTIL] - s[L.ASK_FROM])
    laid = int(s[L.LAID_N_AT + s[L.ASK_FROM]])
    if s[L.MODE] != L.GREEN:
        return [plan[2 * i : 2 * i + 2].tolist() for i in range(places)]
    if laid == 1:
        return [[int(card)] for card in plan[:places]]
    return [[int(min(plan[2 * i : 2 * i + 2]))] for i in range(places)]
