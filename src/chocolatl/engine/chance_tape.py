"""Chance of the compiled game: a tape written from the rules' keyed stream, or a counter-based hash of a key.

Every draw has a slot of its own, so games with the same chance stay comparable whatever the players decide.
"""

from __future__ import annotations

import numpy as np

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints, Tape
from chocolatl.rules import LOCATIONS, Board
from chocolatl.rules.chance import Chance, bonus_die, harvest_dice, improvement, leftover_die, starting_stack

ON_TAPE = np.uint64(0)
"""The key that stands for: read the tape."""

# splitmix64 (Steele, Lea, Flood 2014): 2^64 over the golden ratio, then its two multipliers.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_ONE = np.uint64(1)


@jit_internal
def hashed(key: np.uint64, slot: int) -> np.uint64:
    """A 64-bit hash (splitmix64) of a key and a slot."""
    z = key + (np.uint64(slot) + _ONE) * _GOLDEN
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@jit_internal
def below(limit: int, bits: np.uint64) -> int:
    """A number from 0 up to the limit from the upper half of some random bits."""
    # Multiply and shift (Lemire 2019) without rejection: a bias of at most limit / 2^32 a draw.
    return np.int64(((bits >> _S32) * np.uint64(limit)) >> _S32)  # type: ignore[return-value]


@jit_internal
def die(tape: Ints, key: np.uint64, slot: int) -> int:
    """The die of this slot, 1 to 6."""
    if key == ON_TAPE:
        return tape[slot]
    return below(6, hashed(key, slot)) + 1


def slot_of_bonus(round_number: int, kind: int, seat: int, nth: int) -> int:
    """Where the nth die (from 0) of a seat for this offering lies."""
    return L.T_BONUS_AT + (((round_number - 1) * L.PLACES + kind) * L.SEATS + seat) * L.DICE_MAX + nth


bonus_slot = jit_internal(slot_of_bonus)


@jit_internal
def shuffle_on_tape(tape: Ints, key: np.uint64, at: int, count: int) -> None:
    """Shuffle some entries of the tape, with bits that belong to their place."""
    for top in range(count - 1, 0, -1):
        other = below(top + 1, hashed(key, at + top))
        tape[at + top], tape[at + other] = tape[at + other], tape[at + top]


@jit_internal
def deal_tape(b: Ints, players: int, key: np.uint64, tape: Ints) -> None:
    """Write the starting stack and the piles that belong to a key; dice are hashed when they are needed."""
    for seat in range(players):
        tape[L.T_STACK_AT + seat] = seat
    shuffle_on_tape(tape, key, L.T_STACK_AT, players)
    low_at = L.B_LISTS_AT + b[L.B_TRACK]
    _deal_pile(b, low_at, b[L.B_LOWS], key, tape, L.T_LOW_AT)
    _deal_pile(b, low_at + b[L.B_LOWS], b[L.B_HIGHS], key, tape, L.T_HIGH_AT)


@jit_internal
def _deal_pile(b: Ints, pile_at: int, size: int, key: np.uint64, tape: Ints, at: int) -> None:
    for place in range(size):
        tape[at + place] = b[pile_at + place]
    shuffle_on_tape(tape, key, at, size)


def tape_of(chance: Chance, board: Board, players: int) -> Tape:
    """Everything that the rules would draw from this chance."""
    tape: Tape = np.zeros(L.TAPE_SIZE, dtype=np.int8)
    tape[L.T_STACK_AT : L.T_STACK_AT + players] = starting_stack(chance, players)
    tape[L.T_FINAL_AT : L.T_FINAL_AT + players] = [leftover_die(chance, seat) for seat in range(players)]
    for number in range(1, board.rounds + 1):
        at = L.T_HARVEST_AT + 3 * (number - 1)
        tape[at : at + 3] = harvest_dice(chance, number)
        _write_bonus(tape, chance, board, players, number)
        for name, pile, start in _piles(board):
            if number <= len(pile):
                tape[start + number - 1] = improvement(chance, name, pile, number)
    return tape


def _piles(board: Board) -> tuple[tuple[str, tuple[int, ...], int], ...]:
    return (("high", board.improvements_high, L.T_HIGH_AT), ("low", board.improvements_low, L.T_LOW_AT))


def _write_bonus(tape: Tape, chance: Chance, board: Board, players: int, number: int) -> None:
    """One die comes into the game each round, so nobody rolls more than that for one offering."""
    for location in board.locations:
        for seat in range(players):
            for nth in range(1, number + 1):
                slot = slot_of_bonus(number, LOCATIONS.index(location), seat, nth - 1)
                tape[slot] = bonus_die(chance, number, location, seat, nth)
