"""Many games in one call: each takes one pick, plays on to its next question and shows what is seen there.

A game that is over when it is called begins anew (Gymnasium's next-step autoreset). Chance is hashed from a
key per game, so a batch depends on its seed alone, whatever its size and whatever the players do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chocolatl.envs.kernel.keys import Reals
from chocolatl.envs.kernel.observe import note_answered, observe_from, observe_pick, observe_public
from chocolatl.envs.kernel.picks import (
    ROW_SIZE,
    TODO_AT,
    WORD_COUNT,
    next_seat,
    open_question,
    pick,
    write_mask,
)
from chocolatl.envs.kernel.pointers import line
from chocolatl.fast.chance import below, deal_tape, hashed
from chocolatl.fast.compiled import compiled, inner, pointer
from chocolatl.fast.engine import advance, set_up
from chocolatl.fast.layout import BOX_AT, OVER, PLAYERS, TAPE_SIZE, Ints, Vector
from chocolatl.fast.playout import Random, answer_seat_randomly, draw, share_wins

EVERY_SEAT = -1
NEW_KEY, NEW_SEAT, NEW_RANDOM = TAPE_SIZE, TAPE_SIZE + 1, TAPE_SIZE + 2


class Batch(NamedTuple):
    """All that a batch of games keeps, one line per game."""

    rows: NDArray[np.int64]
    tapes: NDArray[np.int8]
    keys: NDArray[np.uint64]
    randoms: NDArray[np.uint64]
    seats: NDArray[np.int64]
    public: NDArray[np.int8]
    seen: NDArray[np.int8]
    masks: NDArray[np.int8]
    shares: NDArray[np.float64]
    points: NDArray[np.float64]
    over: NDArray[np.int8]


class Plan(NamedTuple):
    """What is the same in all games. `learner`: a seat or EVERY_SEAT; `draw_seat`: a new one each game."""

    values: int
    players: int
    learner: int
    draw_seat: bool
    size: int
    own_at: int


@compiled
def begin_batch(batch: Batch, board: Vector, plan: Plan) -> None:
    """New games everywhere, each with the key that follows its last one."""
    b = pointer(board)
    rows, tapes = pointer(batch.rows), pointer(batch.tapes)
    keys, randoms, seats = pointer(batch.keys), pointer(batch.randoms), pointer(batch.seats)
    public, seen, masks = pointer(batch.public), pointer(batch.seen), pointer(batch.masks)
    for game in range(batch.rows.shape[0]):
        s, tape = line(rows, game, ROW_SIZE), line(tapes, game, TAPE_SIZE)
        table = line(public, game, plan.own_at)
        _begin(s, b, tape, line(keys, game, 1), line(randoms, game, 1), line(seats, game, 1), plan)
        observe_public(s, b, plan.values, plan.own_at, table)
        sight, mask = line(seen, game, plan.size), line(masks, game, plan.values + WORD_COUNT)
        _show(s, b, table, sight, mask, seats[game], plan)
    batch.over[:] = 0
    batch.shares[:] = 0.0
    batch.points[:] = 0.0


@inner
def _begin(s: Ints, b: Ints, tape: Ints, keys: Random, randoms: Random, seats: Ints, plan: Plan) -> None:
    key = hashed(keys[0], NEW_KEY) | np.uint64(1)
    keys[0] = key
    randoms[0] = hashed(key, NEW_RANDOM)
    deal_tape(b, plan.players, key, tape)
    set_up(s, b, plan.players, tape)
    open_question(s)
    seats[0] = below(plan.players, hashed(key, NEW_SEAT)) if plan.draw_seat else max(plan.learner, 0)


@inner
def _show(s: Ints, b: Ints, table: Ints, seen: Ints, mask: Ints, seat: int, plan: Plan) -> None:
    observe_from(s, b, plan.values, seat, plan.size, table, plan.own_at, seen)
    write_mask(s, plan.values, seat, mask, 0)


@compiled
def step_batch(batch: Batch, board: Vector, plan: Plan, actions: Vector) -> None:
    """One pick in every game that is not over, a new game for the others."""
    b, chosen = pointer(board), pointer(actions)
    rows, tapes = pointer(batch.rows), pointer(batch.tapes)
    keys, randoms, seats = pointer(batch.keys), pointer(batch.randoms), pointer(batch.seats)
    public, seen, masks = pointer(batch.public), pointer(batch.seen), pointer(batch.masks)
    shares, points, over = pointer(batch.shares), pointer(batch.points), pointer(batch.over)
    for game in range(batch.rows.shape[0]):
        s, tape = line(rows, game, ROW_SIZE), line(tapes, game, TAPE_SIZE)
        table, sight = line(public, game, plan.own_at), line(seen, game, plan.size)
        mask, share = line(masks, game, plan.values + WORD_COUNT), line(shares, game, plan.players)
        key, random, seat = line(keys, game, 1), line(randoms, game, 1), line(seats, game, 1)
        points[game] = 0.0
        if over[game]:
            _begin(s, b, tape, key, random, seat, plan)
            over[game] = 0
            _clear(share, plan.players)
        elif _picked(s, b, sight, mask, seat[0], chosen[game], plan):
            continue
        elif plan.learner == EVERY_SEAT and next_seat(s) >= 0:
            note_answered(s, seat[0], plan.own_at, table)
            seat[0] = next_seat(s)
            _show(s, b, table, sight, mask, seat[0], plan)
            continue
        else:
            points[game] = _settle(s, b, tape, key[0], random, seat, plan)
            over[game] = s[OVER]
            if s[OVER]:
                share_wins(s, share)
        observe_public(s, b, plan.values, plan.own_at, table)
        _show(s, b, table, sight, mask, seat[0], plan)


@inner
def _settle(s: Ints, b: Ints, tape: Ints, key: np.uint64, random: Random, seats: Ints, plan: Plan) -> int:
    """Play on, and say whose turn it is; returns the points of the seat that has answered last."""
    seat, every = seats[0], plan.learner == EVERY_SEAT
    before = s[BOX_AT + seat]
    _play_on(s, b, tape, key, random, every, seat)
    if every and not s[OVER]:
        seats[0] = next_seat(s)
    return s[BOX_AT + seat] - before


@inner
def _clear(share: Reals, players: int) -> None:
    for seat in range(players):
        share[seat] = 0.0


@inner
def _picked(s: Ints, b: Ints, seen: Ints, mask: Ints, seat: int, action: int, plan: Plan) -> bool:
    """One pick; whether the same seat goes on with the same bid: then only its own cards look different."""
    chosen = pick(s, plan.values, seat, action)
    if s[TODO_AT + seat] == 0:
        return False
    observe_pick(s, b, plan.values, seat, chosen, seen, plan.own_at)
    write_mask(s, plan.values, seat, mask, 0)
    return True


@inner
def _play_on(s: Ints, b: Ints, tape: Ints, key: np.uint64, random: Random, every: bool, seat: int) -> None:
    """To the next question for this seat, the others answering at random; or for any seat."""
    while not s[OVER]:
        if every:
            if next_seat(s) >= 0:
                return
        elif s[TODO_AT + seat] > 0:
            return
        else:
            _others_answer(s, random)
        advance(s, b, tape, key, False)
        open_question(s)


@inner
def _others_answer(s: Ints, random: Random) -> None:
    for seat in range(s[PLAYERS]):
        if s[TODO_AT + seat] > 0:
            answer_seat_randomly(s, seat, random)
            s[TODO_AT + seat] = 0


@compiled
def sample_legal(masks: NDArray[np.int8], random: Random, actions: Vector) -> None:
    """An action for every game, all legal ones alike."""
    generator = pointer(random)
    for game in range(masks.shape[0]):
        count, passed, chosen = 0, 0, 0
        for action in range(masks.shape[1]):
            count += masks[game, action]
        wanted = below(count, draw(generator))
        for action in range(masks.shape[1]):
            passed += masks[game, action]
            chosen += passed <= wanted
        actions[game] = chosen
