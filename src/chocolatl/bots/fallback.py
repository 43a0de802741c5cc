"""An answer that every question accepts: what the page offers first, and the last resort when no bot can."""

from __future__ import annotations

from chocolatl.rules import actions as act
from chocolatl.rules import questions as q


def default_answer(question: q.Question) -> act.Action:
    """Modest and legal: the middle card, cards spread evenly, no dice, the hut, me first, the lowest card."""
    match question:
        case q.ChooseSacrifice():
            return act.Sacrifice(question.cards[len(question.cards) // 2])
        case q.LayCards():
            return act.Lay(_spread(question))
        case q.RollOrPass():
            return act.Pass()
        case q.TakePrize():
            return act.Take("hut")
        case q.ChooseOrder():
            return act.PlaceFirst(question.seats[0])
        case q.ChooseGiveBack():
            return act.GiveBack(min(question.cards))


def _spread(question: q.LayCards) -> tuple[tuple[int, ...], ...]:
    """High cards and low cards in turn, so that no location gets only low ones."""
    low, high = 0, len(question.cards) - 1
    groups = []
    for group in question.groups:
        cards: list[int] = []
        while len(cards) < group.count:
            cards.append(question.cards[high])
            high -= 1
            if len(cards) < group.count:
                cards.append(question.cards[low])
                low += 1
        groups.append(tuple(cards))
    return tuple(groups)
