"""Bids of earlier rounds in a batch: kept when they are complete, shown when their round is over.

What is kept has a line for each round: its mode, then two slots a location for each player from seat 0 on. An
observation has the same lines with the players from the seat on, and zeros for rounds that are not over.
"""

from __future__ import annotations

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.envs.kernel.observation import MODES
from chocolatl.envs.kernel.vector_writes import clear, copy, one_hot


@jit_internal
def keep_bids(s: Ints, b: Ints, values: int, past: Ints) -> None:
    """All have answered a bid: what lies now. The last bid of a round makes its line complete."""
    slots = 2 * b[L.B_PLACES]
    at = one_hot(past, (s[L.ROUND] - 1) * (MODES + slots * s[L.PLAYERS]), MODES, s[L.MODE])
    for seat in range(s[L.PLAYERS]):
        laid, asked = L.LAID_AT + seat * L.LAID_WIDTH, 2 * s[L.ASK_UNTIL]
        for slot in range(asked):
            past[at + slot] = s[laid + slot] + 1
        if asked + 2 == slots:
            _keep_rest(s, values, seat, past, at, asked)
        at += slots


@jit_internal
def _keep_rest(s: Ints, values: int, seat: int, past: Ints, at: int, asked: int) -> None:
    """Nobody is asked about the last location of a gold round: what is left, the higher card first."""
    slot, cards = asked, L.CARDS_AT + seat * L.HAND_MAX
    for value in range(values - 1, -1, -1):
        left = 0
        for card in range(cards, cards + s[L.CARD_COUNT]):
            left += s[card] == value
        for laid in range(asked):
            left -= past[at + laid] == value + 1
        for _ in range(left):
            past[at + slot] = value + 1
            slot += 1


@jit_internal
def show_past(s: Ints, b: Ints, past: Ints, seat: int, out: Ints, at: int) -> None:
    """Into the observation of a seat, from `at` on."""
    slots, over = 2 * b[L.B_PLACES], max(s[L.ROUND] - 1, 0) + s[L.OVER]
    width, behind = MODES + slots * s[L.PLAYERS], MODES + slots * seat
    for number in range(over):
        start = number * width
        copy(past, start, start + MODES, out, at + start)
        copy(past, start + behind, start + width, out, at + start + MODES)
        copy(past, start + MODES, start + behind, out, at + start + MODES + width - behind)
    clear(out, at + over * width, at + b[L.B_ROUNDS] * width)
