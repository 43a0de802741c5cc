"""Players for recorded games: random, and one that does what brings rare things about."""

from collections.abc import Callable
from itertools import islice
from random import Random

from chocolatl.rules import Action, Lay, Question, Take
from chocolatl.rules.any_answer import any_answer
from chocolatl.rules.questions import LayCards, TakePrize

BUILDING_SITES = ("pyramid", "city")
Player = Callable[[Question, Random], Action]


def at_random(question: Question, rng: Random) -> Action:
    """Any legal answer; a bid is the whole hand shuffled, as when the corpus was recorded."""
    if isinstance(question, LayCards):
        return laid(question, rng.sample(question.cards, len(question.cards)))
    return any_answer(question, rng)


def builder(question: Question, rng: Random) -> Action:
    """Wants huts and stones: uses up nine cubes, and goes on without."""
    match question:
        case LayCards():
            return _high_cards_where_one_builds(question)
        case TakePrize():
            return Take("hut")
        case _:
            return at_random(question, rng)


def _high_cards_where_one_builds(question: LayCards) -> Lay:
    order = sorted(question.groups, key=lambda group: group.location not in BUILDING_SITES)
    cards = iter(sorted(question.cards, reverse=order[0].location in BUILDING_SITES))
    share = {group.location: tuple(islice(cards, group.count)) for group in order}
    return Lay(tuple(share[group.location] for group in question.groups))


def laid(question: LayCards, cards: list[int]) -> Lay:
    """These cards, in this order, on the locations of the question."""
    left = iter(cards)
    return Lay(tuple(tuple(next(left) for _ in range(group.count)) for group in question.groups))
