"""Uniformly random games (splitmix64): the cheapest rollout, and what the engine's speed is measured on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from chocolatl.engine import layout as L
from chocolatl.engine.advance import advance, set_up
from chocolatl.engine.chance_tape import below, deal_tape, hashed
from chocolatl.engine.jit import jit, jit_internal, pointer
from chocolatl.engine.layout import Ints, Tape, Vector

Random = NDArray[np.uint64]
"""One number: the state of a generator."""

_16 = np.uint64(16)
_LOW_16 = np.uint64(0xFFFF)


@jit_internal
def next_random(random: Random) -> np.uint64:
    """The next 64 random bits."""
    random[0] += np.uint64(1)
    return hashed(random[0], 0)


@jit_internal
def answer_randomly(s: Ints, random: Random) -> int:
    """Answer the open question for everyone asked; returns how many decisions that were."""
    ask = s[L.ASK]
    if ask in (L.ASK_LAY, L.ASK_SACRIFICE):
        for seat in range(s[L.PLAYERS]):
            answer_seat_randomly(s, seat, random)
        return s[L.PLAYERS]
    answer_seat_randomly(s, s[L.ASK_SEAT], random)
    if ask == L.ASK_GIVE_BACK:
        answer_seat_randomly(s, s[L.RANKING_AT + 1], random)
        return 2
    return 1


@jit_internal
def answer_seat_randomly(s: Ints, seat: int, random: Random) -> None:
    """One seat's random answer, each with the same chance (bids: each order of the hand)."""
    ask = s[L.ASK]
    if ask == L.ASK_LAY:
        lay_randomly(s, seat, random)
    elif ask in (L.ASK_ROLL, L.ASK_TAKE):
        s[L.ANSWER_AT + seat] = below(2, next_random(random))
    elif ask in (L.ASK_SACRIFICE, L.ASK_GIVE_BACK):
        s[L.ANSWER_AT + seat] = s[
            L.CARDS_AT + seat * L.HAND_MAX + below(s[L.CARD_COUNT], next_random(random))
        ]
    else:
        s[L.ANSWER_AT + seat] = s[L.RANKING_AT + below(2, next_random(random))]


@jit_internal
def lay_randomly(s: Ints, seat: int, random: Random) -> None:
    """Shuffle as much of the hand as is laid; four small draws from each 64 bits."""
    first, until = s[L.ASK_FROM], s[L.ASK_UNTIL]
    each = L.CARDS_EACH[s[L.MODE]]
    base, size = L.HAND_AT + seat * L.HAND_MAX, s[L.HAND_SIZE]
    bits = np.uint64(0)
    taken = 0
    for place in range(first, until):
        at = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + s[L.LAID_N_AT + place]
        for card in range(each):
            if taken & 3 == 0:
                bits = next_random(random)
            step: int = np.int64(((bits & _LOW_16) * np.uint64(size - taken)) >> _16)  # type: ignore[assignment]
            other = base + taken + step
            bits >>= _16
            chosen = s[other]
            s[other] = s[base + taken]
            s[base + taken] = chosen
            s[at + card] = chosen
            taken += 1


@jit_internal
def play_out(s: Ints, b: Ints, tape: Ints, key: np.uint64, random: Random) -> int:
    """Random answers from here to the end; returns how many."""
    decisions = 0
    while not s[L.OVER]:
        decisions += answer_randomly(s, random)
        advance(s, b, tape, key, False)
    return decisions


def random_games(b: Vector, players: int, games: int, seed: int, wins: NDArray[np.float64]) -> int:
    """Whole random games; adds each seat's share of the wins, returns the number of decisions."""
    s = np.zeros(L.STATE_SIZE, dtype=np.int64)
    tape = np.zeros(L.TAPE_SIZE, dtype=np.int8)
    random = np.zeros(1, dtype=np.uint64)
    return _random_games(s, b, tape, random, players, games, np.uint64(seed), wins)


@jit
def _random_games(
    state: Vector,
    board: Vector,
    chance: Tape,
    generator: Random,
    players: int,
    games: int,
    seed: np.uint64,
    wins: NDArray[np.float64],
) -> int:
    s, b, tape, random = pointer(state), pointer(board), pointer(chance), pointer(generator)
    shares = pointer(wins)
    decisions = 0
    for game in range(games):
        key = hashed(seed, game) | np.uint64(1)
        random[0] = hashed(key, L.TAPE_SIZE)
        deal_tape(b, players, key, tape)
        set_up(s, b, players, tape)
        decisions += play_out(s, b, tape, key, random)
        share_wins(s, shares)
    return decisions


@jit_internal
def share_wins(s: Ints, wins: NDArray[np.float64]) -> None:
    """Add 1 for the winner, or equal parts for those who share the victory."""
    winners = 0
    for seat in range(s[L.PLAYERS]):
        winners += s[L.WINNER_AT + seat]
    for seat in range(s[L.PLAYERS]):
        wins[seat] += s[L.WINNER_AT + seat] / winners
