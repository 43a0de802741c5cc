"""Random games: the cheapest opinion about a position, and the measure of the engine's speed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from chocolatl.fast.chance import below, deal_tape, hashed
from chocolatl.fast.compiled import compiled, inner, pointer
from chocolatl.fast.engine import advance, set_up
from chocolatl.fast.layout import (
    ANSWER_AT,
    ASK,
    ASK_FROM,
    ASK_GIVE_BACK,
    ASK_LAY,
    ASK_ROLL,
    ASK_SACRIFICE,
    ASK_SEAT,
    ASK_TAKE,
    ASK_UNTIL,
    CARD_COUNT,
    CARDS_AT,
    GREEN,
    HAND_AT,
    HAND_MAX,
    HAND_SIZE,
    LAID_AT,
    LAID_N_AT,
    LAID_WIDTH,
    MODE,
    OVER,
    PLAYERS,
    RANKING_AT,
    STATE_SIZE,
    TAPE_SIZE,
    WINNER_AT,
    Ints,
    Tape,
    Vector,
)

Random = NDArray[np.uint64]
"""One number: the state of a generator."""

_16 = np.uint64(16)
_LOW_16 = np.uint64(0xFFFF)


@inner
def draw(random: Random) -> np.uint64:
    """The next 64 random bits."""
    random[0] += np.uint64(1)
    return hashed(random[0], 0)


@inner
def answer_randomly(s: Ints, random: Random) -> int:
    """Answer the open question for everyone asked; returns how many decisions that were."""
    ask = s[ASK]
    if ask in (ASK_LAY, ASK_SACRIFICE):
        for seat in range(s[PLAYERS]):
            answer_seat_randomly(s, seat, random)
        return s[PLAYERS]
    answer_seat_randomly(s, s[ASK_SEAT], random)
    if ask == ASK_GIVE_BACK:
        answer_seat_randomly(s, s[RANKING_AT + 1], random)
        return 2
    return 1


@inner
def answer_seat_randomly(s: Ints, seat: int, random: Random) -> None:
    """One seat's random answer, each with the same chance (bids: each order of the hand)."""
    ask = s[ASK]
    if ask == ASK_LAY:
        lay_randomly(s, seat, random)
    elif ask in (ASK_ROLL, ASK_TAKE):
        s[ANSWER_AT + seat] = below(2, draw(random))
    elif ask in (ASK_SACRIFICE, ASK_GIVE_BACK):
        s[ANSWER_AT + seat] = s[CARDS_AT + seat * HAND_MAX + below(s[CARD_COUNT], draw(random))]
    else:
        s[ANSWER_AT + seat] = s[RANKING_AT + below(2, draw(random))]


@inner
def lay_randomly(s: Ints, seat: int, random: Random) -> None:
    """Shuffle as much of the hand as is laid; four small draws from each 64 bits."""
    first, until = s[ASK_FROM], s[ASK_UNTIL]
    each = 1 if s[MODE] == GREEN else 2
    base, size = HAND_AT + seat * HAND_MAX, s[HAND_SIZE]
    bits = np.uint64(0)
    taken = 0
    for place in range(first, until):
        at = LAID_AT + seat * LAID_WIDTH + 2 * place + s[LAID_N_AT + place]
        for card in range(each):
            if taken & 3 == 0:
                bits = draw(random)
            step: int = np.int64(((bits & _LOW_16) * np.uint64(size - taken)) >> _16)  # type: ignore[assignment]
            other = base + taken + step
            bits >>= _16
            chosen = s[other]
            s[other] = s[base + taken]
            s[base + taken] = chosen
            s[at + card] = chosen
            taken += 1


@inner
def play_out(s: Ints, b: Ints, tape: Ints, key: np.uint64, random: Random) -> int:
    """Random answers from here to the end; returns how many."""
    decisions = 0
    while not s[OVER]:
        decisions += answer_randomly(s, random)
        advance(s, b, tape, key, False)
    return decisions


def random_games(b: Vector, players: int, games: int, seed: int, wins: NDArray[np.float64]) -> int:
    """Whole random games; adds each seat's share of the wins, returns the number of decisions."""
    s = np.zeros(STATE_SIZE, dtype=np.int64)
    tape = np.zeros(TAPE_SIZE, dtype=np.int8)
    random = np.zeros(1, dtype=np.uint64)
    return _random_games(s, b, tape, random, players, games, np.uint64(seed), wins)


@compiled
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
        random[0] = hashed(key, TAPE_SIZE)
        deal_tape(b, players, key, tape)
        set_up(s, b, players, tape)
        decisions += play_out(s, b, tape, key, random)
        share_wins(s, shares)
    return decisions


@inner
def share_wins(s: Ints, wins: NDArray[np.float64]) -> None:
    """Add 1 for the winner, or equal parts for those who share the victory."""
    winners = 0
    for seat in range(s[PLAYERS]):
        winners += s[WINNER_AT + seat]
    for seat in range(s[PLAYERS]):
        wins[seat] += s[WINNER_AT + seat] / winners
