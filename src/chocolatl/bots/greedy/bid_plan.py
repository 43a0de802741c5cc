"""Which cards go where: the plan for all cards in hand that has the highest expected worth."""

from __future__ import annotations

from itertools import combinations
from random import Random

from chocolatl.bots.greedy.rank_odds import guesses, modifiers, rank_chances
from chocolatl.bots.greedy.rank_value import Worth, rank_worth
from chocolatl.rules import View
from chocolatl.rules.types import CARDS_PER_LOCATION, Card, Location

STAKE_WEIGHT = 0.35
"""How much more opponents bid where more is at stake: 0 is not at all, 1 is in proportion."""


class Place:
    """One location to bid at: what is at stake, whom to beat, and what lies there already."""

    __slots__ = ("_known", "base", "count", "location", "rivals", "unknown", "worth")

    def __init__(self, view: View, location: Location, worth: Worth, pull: float) -> None:
        assert view.own is not None
        assert view.seat is not None
        place = view.board.locations.index(location)
        laid = view.own.laid[place]
        me = view.players[view.seat]
        self.location = location
        self.worth = worth
        self.count = CARDS_PER_LOCATION - len(laid)
        self.base = sum(laid) + modifiers(view, view.seat, location)
        self.rivals = guesses(view, location, pull)
        self.unknown = CARDS_PER_LOCATION - len(me.shown[place])
        self._known: dict[int, float] = {}

    def chances(self, cards: int) -> tuple[float, ...]:
        """The chance of each rank with cards of this sum added."""
        total = 2 * (self.base + cards)
        return rank_chances(tuple([total - rival for rival in self.rivals]), self.unknown)

    def expected(self, cards: int) -> float:
        """The expected worth with cards of this sum added."""
        known = self._known.get(cards)
        if known is None:
            known = self._known[cards] = expected_worth(self.chances(cards), self.worth)
        return known


def expected_worth(chances: tuple[float, ...], worth: Worth) -> float:
    """Added up in a fixed order: `sum` of floats differs between versions of Python."""
    total = 0.0
    for chance, points in zip(chances, worth, strict=True):
        total += chance * points
    return total


def places(view: View, locations: tuple[Location, ...], random: Random, variation: float) -> list[Place]:
    """The locations to plan for; judgement wavers a little, so that nobody can foresee it."""
    worths = [_wavering(rank_worth(view, location), random, variation) for location in locations]
    stakes = [max(worth) - min(worth) for worth in worths]
    average = max(1e-9, expected_worth(tuple(stakes), (1 / len(stakes),) * len(stakes)))
    return [
        Place(view, location, worth, pull=1 - STAKE_WEIGHT + STAKE_WEIGHT * stake / average)
        for location, worth, stake in zip(locations, worths, stakes, strict=True)
    ]


def _wavering(worth: Worth, random: Random, variation: float) -> Worth:
    factor = 1 + variation * (2 * random.random() - 1)
    return tuple([points * factor for points in worth])


def plan(cards: tuple[Card, ...], where: list[Place]) -> list[list[Card]]:
    """Deal high cards to high stakes, then exchange cards between places as long as that helps."""
    dealt = high_to_high(cards, where)
    changed = set(range(len(where)))
    while changed:  # ends: every exchange raises the expected worth
        before, changed = changed, set()
        for i, j in combinations(range(len(where)), 2):
            worth_a_look = i in before or j in before or i in changed or j in changed
            if worth_a_look and _exchange(where[i], dealt[i], where[j], dealt[j]):
                changed |= {i, j}
    return dealt


def high_to_high(cards: tuple[Card, ...], where: list[Place]) -> list[list[Card]]:
    """The highest cards to the largest stake, and so on: how people begin, and where a plan begins."""
    # The largest stake first; equal stakes in the order of the board, never by chance.
    order = sorted(range(len(where)), key=lambda i: (min(where[i].worth) - max(where[i].worth), i))
    left = sorted(cards, reverse=True)
    dealt: list[list[Card]] = [[] for _ in where]
    for i in order:
        dealt[i], left = left[: where[i].count], left[where[i].count :]
    return dealt


def _exchange(here: Place, mine: list[Card], there: Place, theirs: list[Card]) -> bool:
    """Make the best exchange of one card between two places, if one helps."""
    sum_here, sum_there = sum(mine), sum(theirs)
    # 1e-9: an exchange must gain more than rounding, or two equal plans would swap for ever.
    best, chosen = here.expected(sum_here) + there.expected(sum_there) + 1e-9, None
    for a, card in enumerate(mine):
        for b, other in enumerate(theirs):
            gain = other - card
            worth = here.expected(sum_here + gain) + there.expected(sum_there - gain)
            if worth > best:
                best, chosen = worth, (a, b)
    if chosen is None:
        return False
    a, b = chosen
    mine[a], theirs[b] = theirs[b], mine[a]
    return True
