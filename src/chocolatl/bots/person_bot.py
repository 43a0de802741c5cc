"""`person`: bids with the mistakes that people make, and with a taste of its own. For the lower levels.

It weighs locations as the greedy bot does. Where it is not careful it errs as beginners do: it overpays
what it sees (harvest and drink), undervalues what pays later (huts, cards), forgets that the last place
costs, puts high cards together where most is at stake, and loses count of what it has left, so that some
cards lie where they are not needed. A style shifts what it likes: bots of one level do not lay the same
pairs.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from chocolatl.bots.bot import Seed, randomness
from chocolatl.bots.greedy import GreedyBot
from chocolatl.bots.greedy.bid_plan import STAKE_WEIGHT, Place, high_to_high, plan
from chocolatl.bots.greedy.rank_value import Worth, rank_worth
from chocolatl.rules import Location, View
from chocolatl.rules import actions as act
from chocolatl.rules import questions as q
from chocolatl.rules.types import Card

STYLES: Mapping[str, Mapping[Location, float]] = MappingProxyType(
    {
        "builder": {"city": 1.8, "pyramid": 2.0},
        "gambler": {"ball_court": 1.8, "city": 1.3, "plantation": 0.7},
        "miser": {"drink": 1.7, "plantation": 1.5, "temple": 0.6},
        "runner": {"plantation": 1.7, "temple": 1.8, "pyramid": 0.7},
    }
)
"""How much more than others each style thinks of a location. Choices: a taste must show, and not decide."""
SEEN: Mapping[Location, float] = MappingProxyType({"plantation": 1.6, "drink": 1.4})
LATER: Mapping[Location, float] = MappingProxyType({"city": 0.6, "ball_court": 0.5})
"""What a careless bid makes of points that lie on the table, and of those that come later. Choices."""
WAVER = 0.3
"""How far even a careful bid wavers, as a part of each location's worth."""


MOST_LOST = 8
"""Cards that change places with any other in a bid without any care; fewer with more care."""


class PersonBot:
    """`care`: of a hundred bids so many are without beginners' mistakes. `style`: one of STYLES, or `any`."""

    def __init__(self, seed: Seed, care: int = 50, style: str = "any") -> None:
        self.seed, self.care, self.style = seed, care, style
        self._small = GreedyBot(seed)

    def decide(self, view: View, question: q.Question) -> act.Action:
        """Bids of its own; the rest as the greedy bot."""
        if not isinstance(question, q.LayCards):
            return self._small.decide(view, question)
        random = randomness(self.seed, view)
        careful = random.random() * 100 < self.care
        locations = view.board.locations
        where = self._judged(view, locations[locations.index(question.groups[0].location) :], random, careful)
        dealt = (plan if careful else high_to_high)(question.cards, where)
        if not careful:
            _lose_count(dealt, random, MOST_LOST * (100 - self.care) // 100)
        for cards in dealt:  # which card a green round shows first is nobody's business
            random.shuffle(cards)
        planned = {place.location: cards for place, cards in zip(where, dealt, strict=True)}
        return act.Lay(tuple(tuple(planned[group.location][: group.count]) for group in question.groups))

    def _judged(
        self, view: View, locations: tuple[Location, ...], random: Random, careful: bool
    ) -> list[Place]:
        liked = STYLES[self._style(view)]
        worths = [self._worth(view, location, liked, random, careful) for location in locations]
        stakes = [max(worth) - min(worth) for worth in worths]
        average = max(1e-9, sum(stakes) / len(stakes))
        return [
            Place(view, location, worth, pull=1 - STAKE_WEIGHT + STAKE_WEIGHT * stake / average)
            for location, worth, stake in zip(locations, worths, stakes, strict=True)
        ]

    def _worth(
        self, view: View, location: Location, liked: Mapping[Location, float], random: Random, careful: bool
    ) -> Worth:
        factor = liked.get(location, 1.0) * (1 + WAVER * (2 * random.random() - 1))
        worth = rank_worth(view, location)
        if careful:
            return tuple([factor * points for points in worth])
        factor *= SEEN.get(location, 1.0) * LATER.get(location, 1.0)
        # Beginners count what a place pays and forget what coming last costs.
        return tuple([factor * max(0.0, points) for points in worth])

    def _style(self, view: View) -> str:
        """`any`: by the seat, so that bots differ, each keeps its own all game, and the lobby can name it."""
        if self.style in STYLES:
            return self.style
        assert view.seat is not None
        return list(STYLES)[view.seat % len(STYLES)]


def _lose_count(dealt: list[list[Card]], random: Random, times: int) -> None:
    """Some cards lie elsewhere than they were meant to."""
    slots = [(place, card) for place, cards in enumerate(dealt) for card in range(len(cards))]
    for _ in range(times):
        (here, one), (there, two) = random.choice(slots), random.choice(slots)
        dealt[here][one], dealt[there][two] = dealt[there][two], dealt[here][one]
