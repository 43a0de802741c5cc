"""Minor decisions (dice, prize, order, card given back): flat Monte-Carlo over the rest of the round.

Each answer is played out over the same deals of unseen cards and the same dice (common random numbers); the
answer with the highest mean utility wins. Cards that others laid face down are dealt anew among their open
slots, uniformly: a determinization without a model of what they tend to lay where.
"""

from __future__ import annotations

import numpy as np

from chocolatl.bots.equilibrium.round_simulation import Arrays, Floats, context_of, finish_round
from chocolatl.bots.equilibrium.value_network import SHARES_AT, UTILITY_AT, shares
from chocolatl.engine import layout as L
from chocolatl.engine.advance import advance
from chocolatl.engine.chance_tape import below
from chocolatl.engine.jit import jit, jit_internal
from chocolatl.engine.layout import Ints, Vector
from chocolatl.engine.random_playout import Random, next_random

UTILITY, SHARE = 0, 1
"""Columns of `try_answers`: what decides, and what a hint may show as a share of the victory."""


def lay_what_is_left(s: Vector, b: Vector) -> bool:
    """Lay the cards that a gold round still keeps in hand, in any order; tells whether there were any.

    `try_answers` deals them anew in every sample, for the hero too: nobody has chosen them yet.
    """
    held = int(s[L.HAND_SIZE])
    if held == 0:
        return False
    # A gold round bids two cards a location, in order: what is held belongs to the last ones.
    places = range(int(b[L.B_PLACES]) - held // 2, int(b[L.B_PLACES]))
    for seat in range(int(s[L.PLAYERS])):
        hand = s[L.HAND_AT + seat * L.HAND_MAX :][:held]
        start = L.LAID_AT + seat * L.LAID_WIDTH + 2 * places[0]
        s[start : start + held] = hand
    s[[L.LAID_N_AT + place for place in places]] = 2
    s[L.HAND_SIZE] = 0
    s[L.MODE] = L.RED
    return True


@jit_internal
def shuffle_unseen(s: Ints, b: Ints, seat: int, random: Random) -> None:
    """Deal anew what a seat has laid at later places and nobody has seen."""
    start = s[L.PLACE] + 1
    base, places = L.LAID_AT + seat * L.LAID_WIDTH, b[L.B_PLACES]
    # Random transpositions of unseen cards. Not exactly uniform after one pass; `base` is kept between
    # samples, so that the passes add up.
    for place in range(start, places):
        for card in range(s[L.SHOWN_N_AT + place], 2):
            other = start + below(places - start, next_random(random))
            there = s[L.SHOWN_N_AT + other]
            if there < 2:
                one, two = (
                    base + 2 * place + card,
                    base + 2 * other + there + below(2 - there, next_random(random)),
                )
                s[one], s[two] = s[two], s[one]


@jit
def try_answers(
    arrays: Arrays, hero: int, open_hand: bool, answers: Vector, samples: int, gains: Floats
) -> None:
    """Add to gains[answer] the hero's utility and win share (two columns), over the same deals and dice."""
    context = context_of(arrays)
    s, base, b = context.s, context.base, context.b
    for _ in range(samples):
        for seat in range(base[L.PLAYERS]):
            if seat != hero or open_hand:
                shuffle_unseen(base, b, seat, context.random)
        key = next_random(context.random) | np.uint64(1)
        # Common random numbers: all answers meet the same deal and the same dice.
        for answer in range(answers.size):
            for cell in range(L.STATE_SIZE):
                s[cell] = base[cell]
            _others_answer(s, hero)
            s[L.ANSWER_AT + hero] = answers[answer]
            advance(s, b, context.tape, key, False)
            finish_round(s, b, context.tape, key, base[L.ROUND])
            shares(s, b, context.net, context.work)
            gains[answer, UTILITY] += context.work[UTILITY_AT + hero]
            gains[answer, SHARE] += context.work[SHARES_AT + hero]


@jit_internal
def _others_answer(s: Ints, hero: int) -> None:
    """Only the ball court asks two at once: the other one gives the lowest card back."""
    if s[L.ASK] == L.ASK_GIVE_BACK:
        for place in range(2):
            seat = s[L.RANKING_AT + place]
            if seat != hero:
                s[L.ANSWER_AT + seat] = s[L.CARDS_AT + seat * L.HAND_MAX]
