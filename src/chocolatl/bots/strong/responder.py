"""One who knows the opponents' strategies: finds good answers to them, and tells what those are worth."""

from __future__ import annotations

import numpy as np

from chocolatl.bots.strong.habit import WAVERING_JUDGEMENT, habit
from chocolatl.bots.strong.oracle import climb
from chocolatl.bots.strong.plans import ALL_KNOWN, FRESH_AT, PROFILE_AT, SAMPLE_AT, SAMPLES
from chocolatl.bots.strong.quick import answer_quickly
from chocolatl.bots.strong.stage import SLOTS, Arrays, Desk, Floats, desk_of, finish_round, lay_plans
from chocolatl.bots.strong.value import SHARES_AT, shares
from chocolatl.fast.chance import below
from chocolatl.fast.compiled import compiled, inner
from chocolatl.fast.engine import advance
from chocolatl.fast.layout import ASK, ASK_LAY, OVER, PLAYERS, ROUND, SEATS, STATE_SIZE, Vector
from chocolatl.fast.playout import answer_randomly, draw

TRIES = 200
"""Exchanges that are tried in one climb."""
LEARNED, RANDOM, HABIT = 0, 1, 2
"""The leaf: the learned value after the round, or the rest of the game, played at random or out of habit."""
LATER_AT = SAMPLE_AT
"""Bids of a later round lie where opponents to climb against do: both are never needed together."""


@compiled
def respond_often(arrays: Arrays, seat: int, plans: Vector, chances: Floats, responses: Vector) -> None:
    """Climb again and again; keep what each climb ends with."""
    desk = desk_of(arrays)
    for row in range(responses.shape[0]):
        for sample in range(SAMPLES):
            _draw_all(desk, plans, chances, SAMPLE_AT + sample * SEATS * SLOTS)
        climb(desk, seat, seat, SAMPLES, TRIES)
        for slot in range(SLOTS):
            responses[row, slot] = desk.plans[FRESH_AT + slot]


@compiled
def judge_responses(
    arrays: Arrays,
    seat: int,
    plans: Vector,
    chances: Floats,
    responses: Vector,
    samples: int,
    leaf: int,
    sums: Floats,
) -> None:
    """Every response, and a draw of the seat's own plans, against the same opponents and dice."""
    desk = desk_of(arrays)
    rows = responses.shape[0]
    for _ in range(samples):
        _draw_all(desk, plans, chances, PROFILE_AT)
        key = draw(desk.random) | np.uint64(1)
        sums[rows] += _share(desk, seat, key, leaf)
        for row in range(rows):
            for slot in range(SLOTS):
                desk.plans[PROFILE_AT + seat * SLOTS + slot] = responses[row, slot]
            sums[row] += _share(desk, seat, key, leaf)


@inner
def _draw_all(desk: Desk, plans: Vector, chances: Floats, profile_at: int) -> None:
    """What the bot lays at every seat."""
    for seat in range(desk.base[PLAYERS]):
        mark = below(1 << 30, draw(desk.random)) / (1 << 30)
        row = np.searchsorted(chances[seat], mark, side="right")
        for slot in range(SLOTS):
            desk.plans[profile_at + seat * SLOTS + slot] = plans[seat, row, slot]


@inner
def _share(desk: Desk, seat: int, key: np.uint64, leaf: int) -> float:
    """A seat's share after the round of the profile, or after the game when its rest is played."""
    s, b, tape = desk.s, desk.b, desk.tape
    for cell in range(STATE_SIZE):
        s[cell] = desk.base[cell]
    lay_plans(s, b, tape, key, desk.plans, PROFILE_AT, False)
    finish_round(s, b, tape, key, desk.base[ROUND])
    while leaf != LEARNED and not s[OVER]:
        if s[ASK] != ASK_LAY:
            answer_quickly(s, b)
            advance(s, b, tape, key, False)
        elif leaf == RANDOM:
            answer_randomly(s, desk.random)
            advance(s, b, tape, key, False)
        else:
            _lay_by_habit(desk)
            lay_plans(s, b, tape, key, desk.plans, LATER_AT, False)
    shares(s, b, desk.net, desk.work)
    return float(desk.work[SHARES_AT + seat])


@inner
def _lay_by_habit(desk: Desk) -> None:
    """Everyone's bids for all that is left of a later round."""
    later = Desk(
        desk.s, desk.s, desk.b, desk.tape, desk.net, desk.work, desk.plans, desk.weights, desk.random
    )
    for seat in range(desk.s[PLAYERS]):
        habit(later, ALL_KNOWN, seat, WAVERING_JUDGEMENT)
        for slot in range(SLOTS):
            desk.plans[LATER_AT + seat * SLOTS + slot] = desk.plans[FRESH_AT + slot]
