"""Many games in one call: each takes one pick, plays on to its next question and shows what is seen there.

A game that is over when it is called begins anew (Gymnasium's next-step autoreset). Chance is hashed from a
key per game, so a batch depends on its seed alone, whatever its size and whatever the players do.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from chocolatl.engine import layout as L
from chocolatl.engine.advance import advance, set_up
from chocolatl.engine.chance_tape import below, deal_tape, hashed
from chocolatl.engine.jit import jit, jit_internal, pointer
from chocolatl.engine.layout import Ints, Vector
from chocolatl.engine.random_playout import Random, answer_seat_randomly, next_random, share_wins
from chocolatl.envs.kernel.batch_layout import Batch, BatchConfig, BatchGame
from chocolatl.envs.kernel.observation import (
    EVERYTHING,
    changed,
    marks,
    note_answered,
    observe_from,
    observe_public,
)
from chocolatl.envs.kernel.past_bids import keep_bids, show_past
from chocolatl.envs.kernel.pick_actions import (
    ROW_SIZE,
    TODO_AT,
    WORD_COUNT,
    next_seat,
    open_question,
    pick,
    write_mask,
)
from chocolatl.envs.kernel.pointers import fetch, line
from chocolatl.envs.kernel.random_keys import answer_by_keys
from chocolatl.envs.kernel.reward_kinds import POINTS, earned
from chocolatl.envs.kernel.sequential_bid import (
    BID_SIZE,
    LEFT,
    begin_bid,
    lay_bid,
    mask_bid,
    mask_cards,
    pick_card,
)
from chocolatl.envs.kernel.vector_writes import clear

EVERY_SEAT = -1
AHEAD = 4  # thousands of games do not fit in the cache: one is fetched while those before it are played
NEW_KEY, NEW_SEAT, NEW_RANDOM = L.TAPE_SIZE, L.TAPE_SIZE + 1, L.TAPE_SIZE + 2


@jit_internal
def _game(batch: Batch, plan: BatchConfig, game: int) -> BatchGame:
    seen = line(pointer(batch.seen), game, plan.size)
    return BatchGame(
        line(pointer(batch.rows), game, ROW_SIZE),
        line(pointer(batch.tapes), game, L.TAPE_SIZE),
        line(pointer(batch.keys), game, 1),
        line(pointer(batch.randoms), game, 1),
        line(pointer(batch.seats), game, 1),
        line(pointer(batch.bids), game, BID_SIZE),
        line(pointer(batch.public), game, plan.own_at),
        line(pointer(batch.past), game, plan.size - plan.past_at),
        seen,
        line(seen, 1, plan.own_at),
        line(pointer(batch.masks), game, plan.values + WORD_COUNT),
        line(pointer(batch.shares), game, plan.players),
        line(pointer(batch.scores), game, plan.players),
    )


@jit
def begin_batch(batch: Batch, board: Vector, plan: BatchConfig) -> None:
    """New games everywhere, each with the key that follows its last one."""
    b = pointer(board)
    for game in range(batch.rows.shape[0]):
        _begin(_game(batch, plan, game), b, plan)
    batch.over[:] = False
    batch.illegal[:] = False
    batch.rewards[:] = 0.0


@jit_internal
def _begin(g: BatchGame, b: Ints, plan: BatchConfig) -> None:
    key = hashed(g.key[0], NEW_KEY) | np.uint64(1)
    g.key[0] = key
    g.random[0] = hashed(key, NEW_RANDOM)
    deal_tape(b, plan.players, key, g.tape)
    set_up(g.s, b, plan.players, g.tape)
    open_question(g.s)
    g.seat[0] = below(plan.players, hashed(key, NEW_SEAT)) if plan.draw_seat else max(plan.learner, 0)
    for seat in range(plan.players):
        g.share[seat] = 0.0
        g.score[seat] = 0
    clear(g.past, 0, plan.size - plan.past_at)
    observe_public(g.s, b, plan.values, EVERYTHING, g.public)
    _show(g, b, plan)


@jit_internal
def _show(g: BatchGame, b: Ints, plan: BatchConfig) -> None:
    """The question to the seat whose turn it is."""
    seat = g.seat[0]
    observe_from(g.s, b, plan.values, seat, g.public, plan.width, g.seen)
    if plan.past_at < plan.size:
        show_past(g.s, b, g.past, seat, g.seen, plan.past_at)
    begin_bid(g.s, seat, g.bid)
    if g.bid[LEFT] > 0:
        mask_bid(g.bid, g.own, plan.where, g.mask)
    else:
        write_mask(g.s, plan.values, seat, g.mask, 0)


@jit
def step_batch(batch: Batch, board: Vector, plan: BatchConfig, actions: Vector) -> None:
    """One pick in every game that is not over, a new game for the others."""
    b, chosen = pointer(board), pointer(actions)
    games = batch.rows.shape[0]
    for game in range(games):
        g = _game(batch, plan, game)
        if game + AHEAD < games and batch.bids[game + AHEAD, LEFT] <= 1:
            fetch(line(pointer(batch.rows), game + AHEAD, ROW_SIZE), ROW_SIZE)
        batch.rewards[game] = 0.0
        if batch.over[game]:
            _begin(g, b, plan)
            batch.over[game] = False
            batch.illegal[game] = False
            continue
        action = _legal(g.mask, plan.values + WORD_COUNT, chosen[game])
        batch.illegal[game] = action != chosen[game]
        if _answered(g, plan, action):
            batch.rewards[game] = _go_on(g, b, plan)
            batch.over[game] = g.s[L.OVER] == 1


@jit
def step_batch_by_keys(batch: Batch, board: Vector, plan: BatchConfig, keys: NDArray[np.float64]) -> None:
    """A complete answer in every game that is not over, a new game for the others; the keys are used up."""
    b, chosen = pointer(board), pointer(keys)
    for game in range(batch.rows.shape[0]):
        g = _game(batch, plan, game)
        batch.rewards[game] = 0.0
        batch.illegal[game] = False
        if batch.over[game]:
            _begin(g, b, plan)
            batch.over[game] = False
            continue
        for key in range(keys.shape[1]):
            batch.illegal[game] |= not (0.0 <= keys[game, key] <= 1.0)
        answer_by_keys(g.s, g.seat[0], chosen, game * keys.shape[1])
        batch.rewards[game] = _go_on(g, b, plan)
        batch.over[game] = g.s[L.OVER] == 1


@jit_internal
def _answered(g: BatchGame, plan: BatchConfig, chosen: int) -> bool:
    """One legal pick; whether the seat has answered its question in full."""
    if g.bid[LEFT] == 0:
        pick(g.s, plan.values, g.seat[0], chosen)
        return True
    pick_card(g.bid, g.own, plan.where, chosen)
    if g.bid[LEFT] > 0:
        mask_cards(g.bid, g.own, plan.where, g.mask)
        return False
    lay_bid(g.s, g.seat[0], g.own, plan.where)
    return True


@jit_internal
def _legal(mask: Ints, count: int, action: int) -> int:
    """A legal action stays; for any other the next legal one counts, going up and then round from 0."""
    found = action if 0 <= action < count else 0
    while mask[found] == 0:
        found = found + 1 if found + 1 < count else 0
    return found


@jit_internal
def _go_on(g: BatchGame, b: Ints, plan: BatchConfig) -> float:
    """To the next seat, or to the next question; returns the reward of the seat that has answered."""
    s, seat, every = g.s, g.seat[0], plan.learner == EVERY_SEAT
    if every and next_seat(s) >= 0:
        note_answered(seat, plan.width, g.public)
        g.seat[0] = next_seat(s)
        _show(g, b, plan)
        return 0.0
    before, box = marks(s, b), s[L.BOX_AT + seat]
    _play_on(g, b, plan)
    if s[L.OVER]:
        share_wins(s, g.share)
    elif every:
        g.seat[0] = next_seat(s)
    observe_public(s, b, plan.values, changed(before, marks(s, b)), g.public)
    _show(g, b, plan)
    for other in range(plan.players):
        g.score[other] = s[L.BOX_AT + other]
    return s[L.BOX_AT + seat] - box if plan.reward == POINTS else earned(s, plan.reward, g.share, seat)


@jit_internal
def _play_on(g: BatchGame, b: Ints, plan: BatchConfig) -> None:
    """To the next question for this seat, the others answering at random; or for any seat."""
    s, every = g.s, plan.learner == EVERY_SEAT
    while not s[L.OVER]:
        if every:
            if next_seat(s) >= 0:
                return
        elif s[TODO_AT + g.seat[0]] > 0:
            return
        else:
            _others_answer(s, g.random)
        if plan.past_at < plan.size and s[L.ASK] == L.ASK_LAY:
            keep_bids(s, b, plan.values, g.past)
        advance(s, b, g.tape, g.key[0], False)
        open_question(s)


@jit_internal
def _others_answer(s: Ints, random: Random) -> None:
    for seat in range(s[L.PLAYERS]):
        if s[TODO_AT + seat] > 0:
            answer_seat_randomly(s, seat, random)
            s[TODO_AT + seat] = 0


@jit
def sample_legal(masks: NDArray[np.int8], random: Random, actions: Vector) -> None:
    """An action for every game, all legal ones alike."""
    generator = pointer(random)
    for game in range(masks.shape[0]):
        count, passed, chosen = 0, 0, 0
        for action in range(masks.shape[1]):
            count += masks[game, action]
        wanted = below(count, next_random(generator))
        for action in range(masks.shape[1]):
            passed += masks[game, action]
            chosen += passed <= wanted
        actions[game] = chosen
