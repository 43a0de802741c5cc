"""Flat Monte-Carlo: random candidate answers, uniformly random games from each, the best average wins.

The baseline of all comparisons: no tree, no learning, no opponent model, and strength that grows with CPU
time.
"""

from __future__ import annotations

from random import Random
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from chocolatl.bots.bot import Seed, randomness
from chocolatl.bots.budget import Budget
from chocolatl.bots.equilibrium.action_codec import small_answers
from chocolatl.bots.equilibrium.minor_decisions import shuffle_unseen
from chocolatl.bots.equilibrium.round_simulation import Floats
from chocolatl.engine import layout as L
from chocolatl.engine.advance import advance
from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.chance_tape import deal_tape
from chocolatl.engine.compiled_game import write_answer
from chocolatl.engine.jit import jit, jit_internal, pointer
from chocolatl.engine.layout import Ints, Tape, Vector
from chocolatl.engine.locations import is_asked
from chocolatl.engine.random_playout import Random as Generator
from chocolatl.engine.random_playout import answer_seat_randomly, next_random, play_out, share_wins
from chocolatl.engine.state_vector import new_vector
from chocolatl.engine.view_vector import determinize_view
from chocolatl.rules import Action, Sacrifice, View, any_answer
from chocolatl.rules import questions as q

CANDIDATES = 40
"""Random bids to compare. A choice, not measured."""
BLOCK = 8
"""Games per candidate between two looks at the clock."""


class FlatBot:
    """`thinking`: random games per candidate, or a time for all of them."""

    def __init__(self, seed: Seed, thinking: Budget) -> None:
        self.seed, self.thinking = seed, thinking

    def decide(self, view: View, question: q.Question) -> Action:
        """The candidate that won most."""
        random = randomness(self.seed, view)
        until = self.thinking.deadline()
        answers = candidates(question, random)
        starts = np.stack([_started(view, answer, random) for answer in answers])
        b = encode_board(view.board, view.rules, view.version)
        generator = np.array([random.getrandbits(62)], dtype=np.uint64)
        room = (new_vector(), np.zeros(L.TAPE_SIZE, dtype=np.int8), generator, np.zeros((len(answers), 5)))
        left = self.thinking.steps or 1_000_000
        while left > 0 and (until is None or perf_counter() < until):
            _play_block(starts, b, room, int(view.seat or 0), min(left, BLOCK))
            left -= BLOCK
        return answers[int(np.argmax(room[3][:, view.seat]))]


def candidates(question: q.Question, random: Random) -> list[Action]:
    """All answers where they are few, else some random ones."""
    match question:
        case q.ChooseSacrifice(cards=cards):
            return [Sacrifice(card) for card in dict.fromkeys(cards)]
        case q.LayCards():
            return [any_answer(question, random) for _ in range(CANDIDATES)]
        case _:
            return [action for _, action in small_answers(question)]


def _started(view: View, answer: Action, random: Random) -> Vector:
    assert view.seat is not None
    s = determinize_view(view, random)
    write_answer(s, view.seat, answer)
    return s


@jit
def _play_block(
    starts: NDArray[np.int64],
    board: Vector,
    room: tuple[Vector, Tape, Generator, Floats],
    hero: int,
    rounds: int,
) -> None:
    """Some random games from each candidate, with the same chance for all candidates."""
    state, chance, generator, wins = room
    s, b, tape, random = pointer(state), pointer(board), pointer(chance), pointer(generator)
    for _ in range(rounds):
        key = next_random(random) | np.uint64(1)
        for start in range(starts.shape[0]):
            for cell in range(L.STATE_SIZE):
                s[cell] = starts[start, cell]
            deal_tape(b, s[L.PLAYERS], key, tape)
            _others(s, b, hero, random)
            advance(s, b, tape, key, False)
            play_out(s, b, tape, key, random)
            share_wins(s, pointer(wins[start]))


@jit_internal
def _others(s: Ints, b: Ints, hero: int, random: Generator) -> None:
    """Random answers of the others to the same question, and a new deal of what nobody has seen."""
    together = s[L.ASK] in (L.ASK_LAY, L.ASK_SACRIFICE)
    for seat in range(s[L.PLAYERS]):
        if seat == hero:
            continue
        if is_asked(s, seat):
            answer_seat_randomly(s, seat, random)
        # In a bid or sacrifice all cards are chosen anew; else cards lie face down that nobody has seen.
        if not together:
            shuffle_unseen(s, b, seat, random)
