"""Actions as numbers: card values first, then a few words. The same for every environment.

cards   One card at a time. A bid goes location by location; of a pair the higher card comes first, so the
        first is never the lowest card left and the second is not higher than the first: every bid is reached
        by exactly one path, and none is a dead end. Where the cards left decide the last location, it is
        skipped. Choosing evenly at each step is therefore not choosing evenly among bids.
keys    A number from 0 to 1 for each card, lowest card first. The cards in the order of their keys, highest
        first, are the whole answer: the first locations get the first cards, an altar or a box the very
        first. Roll, hut and own stone first are key 0 from 0.5 on.

An action that is in the space but not legal counts as the next legal one, going up and then round from 0.
"""

from __future__ import annotations

from chocolatl.rules import Board, Seat
from chocolatl.rules import actions as act
from chocolatl.rules import questions as q

NON_CARD_ACTIONS = (
    "pass",
    "roll",
    "take the die",
    "build the hut",
    "other stone first",
    "own stone first",
    "wait",
)
PASS, ROLL, DIE, HUT, OTHER_FIRST, OWN_FIRST, WAIT = range(len(NON_CARD_ACTIONS))
ENCODINGS = ("cards", "keys")


def card_values(board: Board) -> int:
    """How many card values there can be on this board: 0 up to the highest card."""
    return max((*board.cards, *board.improvements_low, *board.improvements_high)) + 1


def action_name(values: int, action: int) -> str:
    """An action in words."""
    return f"card {action}" if action < values else NON_CARD_ACTIONS[action - values]


def picks_of(values: int, seat: Seat, question: q.Question, action: act.Action) -> tuple[int, ...]:
    """The picks, card by card, that make this answer of the rules."""
    match action:
        case act.Lay(groups):
            cards = tuple(card for group in groups for card in sorted(group, reverse=True))
            assert isinstance(question, q.LayCards)
            forced = len(groups[-1]) if len(cards) == len(question.cards) else 0
            return cards[: len(cards) - forced]
        case act.Sacrifice(card) | act.GiveBack(card):
            return (card,)
        case act.PlaceFirst(first):
            assert isinstance(question, q.ChooseOrder)
            return (values + (OWN_FIRST if first == seat else OTHER_FIRST),)
        case act.Take(prize):
            return (values + (HUT if prize == "hut" else DIE),)
        case act.Roll() | act.Pass():
            return (values + (ROLL if isinstance(action, act.Roll) else PASS),)
