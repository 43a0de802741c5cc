"""An answer that every question accepts: what the page offers first, and the last resort when no bot can."""

from __future__ import annotations

from chocolatl.rules.actions import Action, GiveBack, Lay, Pass, PlaceFirst, Sacrifice, Take
from chocolatl.rules.questions import (
    ChooseGiveBack,
    ChooseOrder,
    ChooseSacrifice,
    LayCards,
    Question,
    RollOrPass,
    TakePrize,
)


def default_answer(question: Question) -> Action:
    """Modest and legal: the middle card, cards spread evenly, no dice, the hut, me first, the lowest card."""
    match question:
        case ChooseSacrifice():
            return Sacrifice(question.cards[len(question.cards) // 2])
        case LayCards():
            return Lay(_spread(question))
        case RollOrPass():
            return Pass()
        case TakePrize():
            return Take("hut")
        case ChooseOrder():
            return PlaceFirst(question.seats[0])
        case ChooseGiveBack():
            return GiveBack(min(question.cards))


def _spread(question: LayCards) -> tuple[tuple[int, ...], ...]:
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
