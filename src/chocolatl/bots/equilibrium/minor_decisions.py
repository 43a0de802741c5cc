"""The small decisions: each answer is tried in the same simulated rest of the round, many times over."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium.round_simulation import Arrays, Floats, desk_of, finish_round
from chocolatl.bots.equilibrium.value_network import UTILITY_AT, shares
from chocolatl.fast import layout as at
from chocolatl.fast.chance import below
from chocolatl.fast.compiled import compiled, inner
from chocolatl.fast.engine import advance
from chocolatl.fast.layout import (
    ANSWER_AT,
    ASK,
    ASK_GIVE_BACK,
    B_PLACES,
    CARDS_AT,
    HAND_MAX,
    LAID_AT,
    LAID_WIDTH,
    PLACE,
    PLAYERS,
    RANKING_AT,
    ROUND,
    SHOWN_N_AT,
    STATE_SIZE,
    Ints,
    Vector,
)
from chocolatl.fast.playout import Random, draw


def lay_what_is_left(s: Vector, b: Vector) -> bool:
    """In a gold round the later cards are still in hand: lay them anyhow. Returns whether there were any."""
    held = int(s[at.HAND_SIZE])
    if held == 0:
        return False
    places = range(int(b[at.B_PLACES]) - held // 2, int(b[at.B_PLACES]))
    for seat in range(int(s[at.PLAYERS])):
        hand = s[at.HAND_AT + seat * at.HAND_MAX :][:held]
        start = at.LAID_AT + seat * at.LAID_WIDTH + 2 * places[0]
        s[start : start + held] = hand
    s[[at.LAID_N_AT + place for place in places]] = 2
    s[at.HAND_SIZE] = 0
    s[at.MODE] = at.RED
    return True


@inner
def shuffle_unseen(s: Ints, b: Ints, seat: int, random: Random) -> None:
    """Deal anew what a seat has laid at later places and nobody has seen."""
    start = s[PLACE] + 1
    base, places = LAID_AT + seat * LAID_WIDTH, b[B_PLACES]
    for place in range(start, places):
        for card in range(s[SHOWN_N_AT + place], 2):
            other = start + below(places - start, draw(random))
            there = s[SHOWN_N_AT + other]
            if there < 2:
                one, two = base + 2 * place + card, base + 2 * other + there + below(2 - there, draw(random))
                s[one], s[two] = s[two], s[one]


@compiled
def try_answers(
    arrays: Arrays, hero: int, open_hand: bool, answers: Vector, samples: int, gains: Floats
) -> None:
    """Add to `gains` the hero's share after each answer, over the same deals and dice."""
    context = desk_of(arrays)
    s, base, b = context.s, context.base, context.b
    for _ in range(samples):
        for seat in range(base[PLAYERS]):
            if seat != hero or open_hand:
                shuffle_unseen(base, b, seat, context.random)
        key = draw(context.random) | np.uint64(1)
        for answer in range(answers.size):
            for cell in range(STATE_SIZE):
                s[cell] = base[cell]
            _others_answer(s, hero)
            s[ANSWER_AT + hero] = answers[answer]
            advance(s, b, context.tape, key, False)
            finish_round(s, b, context.tape, key, base[ROUND])
            shares(s, b, context.net, context.work)
            gains[answer] += context.work[UTILITY_AT + hero]


@inner
def _others_answer(s: Ints, hero: int) -> None:
    """Only the ball court asks two at once: the other one gives the lowest card back."""
    if s[ASK] == ASK_GIVE_BACK:
        for place in range(2):
            seat = s[RANKING_AT + place]
            if seat != hero:
                s[ANSWER_AT + seat] = s[CARDS_AT + seat * HAND_MAX]
