"""The arrays of a batch of games, one of its games, and what is the same in all of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chocolatl.engine.layout import Ints
from chocolatl.engine.random_playout import Random
from chocolatl.envs.kernel.sequential_bid import Where


class Batch(NamedTuple):
    """All that a batch of games keeps, one line per game."""

    rows: NDArray[np.int64]
    tapes: NDArray[np.int8]
    keys: NDArray[np.uint64]
    randoms: NDArray[np.uint64]
    seats: NDArray[np.int64]
    bids: NDArray[np.int8]
    public: NDArray[np.int8]
    past: NDArray[np.int8]
    seen: NDArray[np.int8]
    masks: NDArray[np.int8]
    shares: NDArray[np.float64]
    rewards: NDArray[np.float64]
    over: NDArray[np.bool_]
    scores: NDArray[np.int64]
    illegal: NDArray[np.bool_]


class BatchGame(NamedTuple):
    """One line of these."""

    s: Ints
    tape: Ints
    key: Random
    random: Random
    seat: Ints
    bid: Ints
    public: Ints
    past: Ints
    seen: Ints
    own: Ints
    mask: Ints
    share: NDArray[np.float64]
    score: Ints


class BatchConfig(NamedTuple):
    """What is the same in all games. `learner`: a seat or EVERY_SEAT; `draw_seat`: a new one each game.

    `size` counts the numbers of an observation, `width` those about each player, `own_at` the public ones;
    those about earlier rounds begin at `past_at`, if there are any.
    """

    values: int
    players: int
    learner: int
    draw_seat: bool
    reward: int
    size: int
    width: int
    own_at: int
    past_at: int
    where: Where
