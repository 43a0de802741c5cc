"""Between answers of the rules and the numbers of the compiled game."""

from __future__ import annotations

from chocolatl.bots.equilibrium.round_simulation import SACRIFICE_SLOT
from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
from chocolatl.rules import actions as act
from chocolatl.rules import questions as q


def plan_answer(s: Vector, question: q.Question, plan: Vector) -> act.Action:
    """What a plan says to the question at hand."""
    if isinstance(question, q.ChooseSacrifice):
        return act.Sacrifice(int(plan[SACRIFICE_SLOT]))
    return act.Lay(tuple(tuple(sorted(group, reverse=True)) for group in plan_groups(s, plan)))


def small_answers(question: q.Question) -> list[tuple[int, act.Action]]:
    """All answers to a small question, with their numbers."""
    match question:
        case q.RollOrPass():
            return [(0, act.Pass()), (1, act.Roll())]
        case q.ChooseOrder():
            return [(seat, act.PlaceFirst(seat)) for seat in question.seats]
        case q.ChooseGiveBack():
            return [(card, act.GiveBack(card)) for card in dict.fromkeys(question.cards)]
        case _:
            return [(1, act.Take("hut")), (0, act.Take("die"))]


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
