"""The greedy bot: one-ply heuristic, the answer with the highest expected value of this round."""

from __future__ import annotations

from random import Random

from chocolatl.bots.bot import Seed, randomness
from chocolatl.bots.greedy.bid_plan import Place, expected_worth, places, plan
from chocolatl.bots.greedy.rank_value import die_worth, hut_worth, rank_worth, rounds_left
from chocolatl.rules import View
from chocolatl.rules import actions as act
from chocolatl.rules import questions as q
from chocolatl.rules.types import DIE_FACES, Card, Seat

SACRIFICES = (0.0, 0.25)
"""From which part of the sorted hand the sacrifice comes: a high one scores, but is missed in every bid."""
LAST_DIE_KEPT, SPARE_DIE_KEPT, SPARE_DIE_LAST_ROUND = 2.6, 1.6, 0.5
"""Points that a die is worth unrolled: the last one scores 3.5 on average at the end (6.1) if it is kept; the
others only ever help an offering. Judgements, not measured."""


class GreedyBot:
    """Looks one round ahead."""

    def __init__(self, seed: Seed, variation: int = 15) -> None:
        self.seed = seed
        self.variation = variation / 100

    def decide(self, view: View, question: q.Question) -> act.Action:
        """The answer with the highest expected worth."""
        match question:
            case q.LayCards():
                return self._bid(view, question)
            case q.RollOrPass():
                return act.Roll() if _roll_gain(view, question) > 0 else act.Pass()
            case q.ChooseSacrifice():
                return act.Sacrifice(_sacrifice(question.cards, randomness(self.seed, view)))
            case q.TakePrize():
                return act.Take("hut" if _hut_gain(view) > 0 else "die")
            case q.ChooseOrder():
                return act.PlaceFirst(_first_stone(view, question))
            case q.ChooseGiveBack():
                return act.GiveBack(min(question.cards))

    def _bid(self, view: View, question: q.LayCards) -> act.Lay:
        where, dealt = self._planned(view, question)
        planned = {place.location: cards for place, cards in zip(where, dealt, strict=True)}
        return act.Lay(tuple(tuple(planned[g.location][: g.count]) for g in question.groups))

    def _planned(self, view: View, question: q.LayCards) -> tuple[list[Place], list[list[Card]]]:
        """In a gold round the plan includes the locations that come later."""
        random = randomness(self.seed, view)
        locations = view.board.locations
        begin = locations.index(question.groups[0].location)
        where = places(view, locations[begin:], random, self.variation)
        dealt = plan(question.cards, where)
        for cards in dealt:  # which card a green round shows first is nobody's business
            random.shuffle(cards)
        return where, dealt


def _sacrifice(cards: tuple[Card, ...], random: Random) -> Card:
    low, high = (int(part * (len(cards) - 1)) for part in SACRIFICES)
    return random.choice(sorted(cards)[low : high + 1])


def _roll_gain(view: View, question: q.RollOrPass) -> float:
    """The best gain over all numbers of dice, less what the dice are worth in the cup."""
    assert view.seat is not None
    worth = rank_worth(view, question.location)
    rank = next(i for i, standing in enumerate(question.ranking) if standing.seat == view.seat)
    gains = [
        expected_worth(tuple([way / DIE_FACES**dice for way in ways]), worth) - _kept(view, dice)
        for dice, ways in enumerate(question.ways, start=1)
    ]
    return max(gains) - worth[rank]


def _kept(view: View, rolled: int) -> float:
    """What these dice would be worth unrolled; the last die in the cup scores at the end."""
    assert view.seat is not None
    last = rolled >= view.players[view.seat].dice
    spare = SPARE_DIE_LAST_ROUND if rounds_left(view) == 0 else SPARE_DIE_KEPT
    return spare * (rolled - last) + (LAST_DIE_KEPT if last else 0)


def _hut_gain(view: View) -> float:
    assert view.seat is not None
    return hut_worth(view) - die_worth(view, view.seat)


def _first_stone(view: View, question: q.ChooseOrder) -> Seat:
    """Close the row if that wins its bonus; else rather begin the next one."""
    me = view.seat
    assert me is not None
    other = next(seat for seat in question.seats if seat != me)
    start = view.board.row_start(question.rows[0])
    # The row as it would be with the own stone as its last one.
    stones = [*view.pyramid[start:], me]
    mine = stones.count(me)
    wins = all(mine > stones.count(seat) for seat in range(len(view.players)) if seat != me)
    return me if wins else other
