"""Simple players that lead a game into its rare corners, and a driver that plays them through the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from chocolatl import rules as engine
from chocolatl.rules import questions as ask
from tests.oracle.table import Json

Player = Callable[[ask.Question, random.Random], engine.Action]
Wishes = dict[str, int]
"""How much a player wants each location: the best cards go to the highest wish. Nothing means chance."""

KEEP_CHANGING = 0.15
"""How often a seat changes its answer while others still think."""


def player(
    wishes: Wishes | None = None,
    sacrifice: int | None = None,
    prize: str | None = None,
    rolls: float = 0.5,
    saves: int = 99,
) -> Player:
    """A player with fixed habits; whatever is left open is random.

    It rolls more eagerly as soon as it `saves` no longer, or anyone has rolled for this offering.
    """

    def answer(question: ask.Question, rng: random.Random) -> engine.Action:
        match question:
            case ask.ChooseSacrifice(cards=cards):
                return engine.Sacrifice(rng.choice(cards) if sacrifice is None else cards[sacrifice])
            case ask.LayCards():
                return engine.Lay(_spread(question, wishes, rng))
            case ask.RollOrPass(dice=dice, ranking=ranking):
                stirred = dice >= saves or any(standing.dice for standing in ranking)
                return engine.Roll() if rng.random() < (0.7 if stirred else rolls) else engine.Pass()
            case ask.TakePrize():
                return engine.Take("hut" if (prize or rng.choice(("hut", "die"))) == "hut" else "die")
            case ask.ChooseOrder(seats=seats):
                return engine.PlaceFirst(rng.choice(seats))
            case ask.ChooseGiveBack(cards=cards):
                return engine.GiveBack(rng.choice(cards) if wishes is None else min(cards))

    return answer


def _spread(question: ask.LayCards, wishes: Wishes | None, rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """The best cards to the dearest location; in a gold round a location nobody wants gets the lowest."""
    cards = sorted(question.cards, reverse=True)
    if wishes is None:
        rng.shuffle(cards)
        wishes = {}
    if len(question.groups) == 1 and wishes.get(question.groups[0].location, 0) < 0:
        cards.reverse()
    laid: dict[str, tuple[int, ...]] = {}
    for group in sorted(question.groups, key=lambda group: -wishes.get(group.location, 0)):
        laid[group.location] = tuple(cards[: group.count])
        cards = cards[group.count :]
    return tuple(laid[group.location] for group in question.groups)


BUILDER: Wishes = {"pyramid": 5, "city": 4, "ball_court": 2, "temple": 1, "drink": -1, "plantation": -2}
SHY: Wishes = {"plantation": 3, "drink": 2, "temple": 1, "ball_court": 0, "city": -1, "pyramid": -2}
POOR: Wishes = {"ball_court": 5, "city": 4, "pyramid": 3, "temple": -1, "plantation": -2, "drink": -3}
MISER: Wishes = {"city": 5, "ball_court": 4, "temple": 3, "pyramid": 0, "plantation": -1, "drink": -2}
ALIKE: Wishes = {"drink": 5, "temple": 4, "city": 3, "pyramid": 2, "plantation": 1, "ball_court": 0}

TABLES: dict[str, Callable[[int], list[Player]]] = {
    "random": lambda players: [player()] * players,
    "everyone alike": lambda players: [player(ALIKE, sacrifice=-1, rolls=0.1)] * players,
    "one builder": lambda players: [player(BUILDER, prize="hut"), *[player(SHY, rolls=0.2)] * (players - 1)],
    "nothing for the gods": lambda players: [player(SHY, sacrifice=0, rolls=1)] * players,
    "one poor": lambda players: [
        player(POOR, sacrifice=0, prize="die", rolls=0),
        *[player()] * (players - 1),
    ],
    "misers": lambda players: [*[player(MISER, prize="die", rolls=0)] * 2, *[player()] * (players - 2)],
    "gamblers": lambda players: [player(prize="die", rolls=0.02, saves=3)] * players,
}


def play(
    board: engine.Board,
    rules: engine.Rules,
    players: Sequence[Player],
    chance: engine.SealedChance,
    seed: str,
    version: str,
) -> list[engine.Event]:
    """A whole game; the seats answer in random order and now and then change their mind."""
    rng = random.Random(seed)
    events = list(engine.start(board, rules, len(players), chance, version))
    state = engine.fold(events)
    while waiting := engine.waiting_for(state):
        seat = rng.choice(sorted(waiting))
        asked = waiting[seat]
        if rng.random() < KEEP_CHANGING:
            other = rng.randrange(len(players))
            if again := engine.question(state, other):
                seat, asked = other, again
        played = engine.step(state, seat, players[seat](asked, rng), chance)
        assert not isinstance(played, engine.Refusal), played
        events += played.events
        state = played.state
    return events


def as_json(events: list[engine.Event]) -> list[Json]:
    """The plain form of a game, as a record holds it."""
    plain: list[Json] = msgspec.json.decode(msgspec.json.encode(events))
    return plain
