"""What Python calls for a single game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from chocolatl.engine import layout as L
from chocolatl.engine.advance import set_up
from chocolatl.engine.jit import jit, pointer
from chocolatl.engine.layout import Tape, Vector
from chocolatl.envs.kernel.chance_due import NO_CHANCE, between, go_on
from chocolatl.envs.kernel.observation import observe
from chocolatl.envs.kernel.pick_actions import TODO_AT, legal_bits, next_seat, open_question, pick, write_mask
from chocolatl.envs.kernel.random_keys import answer_by_keys

Numbers = NDArray[np.int8]
Keys = NDArray[np.float64]


@jit
def begin(row: Vector, b: Vector, tape: Tape, players: int) -> None:
    """The table before the sacrifices, with the stack that lies on the tape."""
    s = pointer(row)
    set_up(s, pointer(b), players, pointer(tape))
    open_question(s)


@jit
def ask(row: Vector) -> None:
    """Note who owes how many picks to the open question of a position that comes from elsewhere."""
    open_question(pointer(row))


@jit
def pick_one(row: Vector, values: int, seat: int, action: int) -> int:
    """One pick; returns the seat that owes the next one, or -1."""
    s = pointer(row)
    if s[TODO_AT + seat] > 0:
        pick(s, values, seat, action)
    return next_seat(s)


@jit
def pick_and_ask(row: Vector, values: int, seat: int, action: int) -> tuple[int, int, int]:
    """One pick; returns the seat that owes the next one, or -1, and its legal actions as bits."""
    s = pointer(row)
    pick(s, values, seat, action)
    asked = next_seat(s)
    low, high = legal_bits(s, values, asked) if asked >= 0 else (0, 0)
    return asked, low, high


@jit
def legal_now(row: Vector, values: int, seat: int) -> tuple[int, int]:
    """The legal actions of a seat that owes a pick, as bits."""
    return legal_bits(pointer(row), values, seat)


@jit
def pick_all(row: Vector, values: int, actions: Vector) -> int:
    """One pick of every seat that owes one; returns the seat that owes the next one, or -1."""
    s = pointer(row)
    for seat in range(s[L.PLAYERS]):
        if s[TODO_AT + seat] > 0:
            pick(s, values, seat, actions[seat])
    return next_seat(s)


@jit
def answer_one(row: Vector, seat: int, keys: Keys) -> int:
    """A complete answer; returns the seat that owes the next one, or -1."""
    s = pointer(row)
    if s[TODO_AT + seat] > 0:
        answer_by_keys(s, seat, pointer(keys), 0)
    return next_seat(s)


@jit
def proceed(row: Vector, b: Vector, tape: Tape, dealt: bool) -> int:
    """All have answered: play on to a question, the end, or the draw that is due (returned)."""
    s = pointer(row)
    while True:
        due = go_on(s, pointer(b), pointer(tape), dealt)
        if due != NO_CHANCE or not between(s):
            return due
        dealt = False


@jit
def stretch(row: Vector, b: Vector, tape: Tape, dealt: bool) -> int:
    """Like `proceed`, and stops at the end of every location."""
    return go_on(pointer(row), pointer(b), pointer(tape), dealt)


@jit
def see(row: Vector, b: Vector, values: int, seat: int, seen: Numbers, mask: Numbers) -> None:
    """What one seat sees and may do."""
    s = pointer(row)
    observe(s, pointer(b), values, seat, pointer(seen), 0)
    write_mask(s, values, seat, pointer(mask), 0)


@jit
def see_all(row: Vector, b: Vector, values: int, seen: Numbers, masks: Numbers) -> None:
    """What every seat sees and may do, a line each."""
    s, size = pointer(row), seen.shape[1]
    for seat in range(s[L.PLAYERS]):
        observe(s, pointer(b), values, seat, pointer(seen), seat * size)
        write_mask(s, values, seat, pointer(masks), seat * masks.shape[1])
