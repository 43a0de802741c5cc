"""Any legal answer: the random player that bots, engine comparison, load tests and examples share."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from chocolatl.rules import actions as act
from chocolatl.rules import questions as q
from chocolatl.rules.build_question import question
from chocolatl.rules.state import State
from chocolatl.rules.types import Seat


def random_player(random: Random) -> Callable[[State, Seat], act.Action]:
    """For `play_to_end`: every seat gives any legal answer.

    Args:
        random: the source of all its answers; the same seed plays the same game.

    Returns:
        A function of state and seat. It raises ValueError for a seat that is not asked.

    >>> chance = SealedChance(key_from_seed(1))
    >>> state = fold(start(default_board(), Rules(), 3, chance))
    >>> random_player(Random(1))(state, 0)
    Sacrifice(card=2)
    """

    def answer(state: State, seat: Seat) -> act.Action:
        asked = question(state, seat)
        if asked is None:
            raise ValueError(f"seat {seat} is not asked anything in turn {state.turn}")
        return any_answer(asked, random)

    return answer


def any_answer(asked: q.Question, random: Random) -> act.Action:
    """A legal answer to the question, each with the same probability.

    Args:
        asked: an open question, from `question` or `waiting_for`.
        random: where the answer is drawn from.

    >>> chance = SealedChance(key_from_seed(1))
    >>> state = fold(start(default_board(), Rules(), 3, chance))
    >>> any_answer(waiting_for(state)[0], Random(1))
    Sacrifice(card=2)
    """
    match asked:
        case q.LayCards():
            return _any_bid(asked, random)
        case q.RollOrPass():
            return random.choice((act.Roll(), act.Pass()))
        case q.ChooseSacrifice(cards=cards):
            return act.Sacrifice(random.choice(cards))
        case q.TakePrize():
            return random.choice((act.Take("hut"), act.Take("die")))
        case q.ChooseOrder(seats=seats):
            return act.PlaceFirst(random.choice(seats))
        case q.ChooseGiveBack(cards=cards):
            return act.GiveBack(random.choice(cards))


def _any_bid(asked: q.LayCards, random: Random) -> act.Lay:
    count = asked.groups[0].count
    wanted = count * len(asked.groups)
    cards = random.sample(asked.cards, wanted)
    return act.Lay(tuple(tuple(cards[i : i + count]) for i in range(0, wanted, count)))
