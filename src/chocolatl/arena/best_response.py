"""How much one round's best response takes from a bot: a lower bound on what can be taken.

The responder knows the bot's strategy at every seat: all that it might lay, over its own randomness. It
climbs from many sketches, chooses among what it found, and is judged by answers of the bot not seen before.
Rollouts play the rest of the game, out of habit or at random: the learned value, which the bot trusted, has
no say in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from chocolatl.arena.strategies import Pool, Position, pool, positions
from chocolatl.bots.strong.responder import HABIT, LEARNED, RANDOM, judge_responses, respond_often
from chocolatl.bots.strong.search import Search
from chocolatl.bots.strong.stage import SLOTS, Arrays, Floats
from chocolatl.bots.strong.values import shipped_net
from chocolatl.fast.board import encode_board
from chocolatl.fast.convert import to_vector
from chocolatl.fast.layout import Vector


@dataclass(frozen=True)
class Effort:
    """How hard the responder tries."""

    asked: int = 12
    """How often the bot is asked at each seat to choose a response, and again to judge it."""
    climbs: int = 16
    rollouts: int = 3000


@dataclass(frozen=True)
class Gain:
    """What the responder's share of the victory is above that of the bot itself, by three leaves."""

    habit: float
    random: float
    learned: float


def gains(bot: str, players: int, count: int, seed: int, effort: Effort) -> Iterator[Gain]:
    """Over positions of the bot's own games; the responder sits at every seat in turn."""
    for number, position in enumerate(islice(positions(bot, players, seed), count)):
        yield gain(bot, position, number % players, seed, effort)


def gain(bot: str, position: Position, seat: int, seed: int, effort: Effort) -> Gain:
    """What a response to the bot brings to one seat in one position."""
    known = pool(bot, position, seat, f"known/{seed}", effort.asked)
    fresh = pool(bot, position, seat, f"fresh/{seed}", effort.asked)
    arrays = _arrays(position, seed)
    responses = np.zeros((effort.climbs, SLOTS), dtype=np.int64)
    respond_often(arrays, seat, *known, responses)
    found = list[float]()
    for leaf in (HABIT, RANDOM, LEARNED):
        choosing = _shares(arrays, seat, known, responses, effort.rollouts // 2, leaf)
        best = responses[int(np.argmax(choosing[:-1]))][None, :]
        response, own = _shares(arrays, seat, fresh, best, effort.rollouts, leaf)
        found.append(float(response - own))
    return Gain(*found)


def _arrays(position: Position, seed: int) -> Arrays:
    state = position.state
    players = len(state.players)
    b = encode_board(state.board, state.rules, state.version)
    return Search().arrays(to_vector(state), b, shipped_net(players), 2 * seed + 1, players)


def _shares(
    arrays: Arrays, seat: int, strategies: Pool, responses: Vector, samples: int, leaf: int
) -> Floats:
    """The share of every response, and last that of the bot itself."""
    sums = np.zeros(len(responses) + 1)
    judge_responses(arrays, seat, *strategies, responses, samples, leaf, sums)
    return sums / samples
