"""What a bot does at a position, over all its randomness: it is asked again and again with other seeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from chocolatl.bots import answer, make
from chocolatl.bots.strong.stage import SACRIFICE_SLOT, SLOTS
from chocolatl.rules import Refusal, Rules, SealedChance, default_board, fold, key_from_seed
from chocolatl.rules import start as start_game
from chocolatl.rules import step as step_game
from chocolatl.rules.actions import Action, Lay, Sacrifice
from chocolatl.rules.chance import Chance
from chocolatl.rules.questions import LayCards, Question
from chocolatl.rules.state import Player, State
from chocolatl.rules.view import View, view
from chocolatl.rules.words import Seat

Pool = tuple[NDArray[np.int64], NDArray[np.float64]]
"""For every seat its plans, row by row, and the chance that one of the rows so far is played."""


@runtime_checkable
class Mixer(Protocol):
    """A bot that can tell all it might answer."""

    def mixture(self, view: View, question: Question) -> list[tuple[Action, float]]:
        """Answers and their probabilities."""


@dataclass(frozen=True)
class Position:
    """Bids for all the rest of a round are asked for: a red round, or the second cards of a green one."""

    state: State
    start: State
    """The same game before the sacrifices."""
    chance: Chance


def positions(bot: str, players: int, seed: int) -> Iterator[Position]:
    """Position after position from games of the bot against itself."""
    for game in range(seed * 1_000_000, (seed + 1) * 1_000_000):
        chance = SealedChance(key_from_seed(f"best response/{game}"))
        bots = [make(bot, f"best response/{game}/{seat}") for seat in range(players)]
        start = state = fold(start_game(default_board(), Rules(), players, chance))
        while state.asked is not None:
            if _lays_the_rest(state):
                yield Position(state, start, chance)
            for seat in state.pending:
                state = _after(state, seat, answer(bots[seat], state, seat), chance)


def _lays_the_rest(state: State) -> bool:
    question = view(state, 0).question
    if not isinstance(question, LayCards):
        return False
    return len(question.cards) == sum(group.count for group in question.groups)


def _after(state: State, seat: Seat, action: Action, chance: Chance) -> State:
    play = step_game(state, seat, action, chance)
    assert not isinstance(play, Refusal), play
    return play.state


def pool(bot: str, position: Position, hero: Seat, name: str, times: int) -> Pool:
    """Everything the bot might lay, at every seat; in round 1 with any sacrifice but the hero's own."""
    players = len(position.state.players)
    asked = [
        [_asked(bot, position, hero, seat, f"{name}/{seat}/{number}") for number in range(times)]
        for seat in range(players)
    ]
    rows = [list(chain.from_iterable(found)) for found in asked]
    plans = np.zeros((players, max(map(len, rows)), SLOTS), dtype=np.int64)
    chances = np.ones((players, plans.shape[1]))
    for seat, found in enumerate(rows):
        for row, (plan, _) in enumerate(found):
            plans[seat, row] = plan
        reached = np.cumsum([weight for _, weight in found]) / times
        chances[seat, : len(found)] = np.minimum(reached, 1.0)  # rounding may lead a little beyond
    return plans, chances


def _asked(bot: str, position: Position, hero: Seat, seat: Seat, name: str) -> list[tuple[list[int], float]]:
    player, state = make(bot, name), position.state
    if state.round == 1 and seat != hero:
        state = _sacrificed(position, seat, answer(player, position.start, seat))
    seen = view(state, seat)
    assert seen.question is not None
    if isinstance(player, Mixer):
        answers = player.mixture(seen, seen.question)
    else:
        answers = [(player.decide(seen, seen.question), 1.0)]
    return [(_plan(action, state.players[seat]), weight) for action, weight in answers if weight > 0]


def _sacrificed(position: Position, seat: Seat, sacrifice: Action) -> State:
    """The same game with another card on this altar."""
    state = position.start
    for other, player in enumerate(position.state.players):
        assert player.sacrifice is not None
        action = sacrifice if other == seat else Sacrifice(player.sacrifice)
        state = _after(state, other, action, position.chance)
    return state


def _plan(action: Action, player: Player) -> list[int]:
    """Cards in the order of the places, then the one on the altar."""
    assert isinstance(action, Lay)
    assert player.sacrifice is not None
    cards = list(chain.from_iterable(action.cards))
    plan = cards + [0] * (SLOTS - len(cards))
    plan[SACRIFICE_SLOT] = player.sacrifice
    return plan
