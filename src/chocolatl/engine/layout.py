"""Array layout of the compiled engine. A game is three flat arrays; only this module knows offsets.

array   dtype   content
state   int64   everything that changes; copying it copies the game (STATE_SIZE cells)
board   int64   board, edition and rules version: constant during a game (B_LISTS_AT cells and three lists)
tape    int8    dice and shuffles of one game, by purpose; or hashed from a key (chance_tape.py)

Conventions. `X_AT` is an offset: element i is `s[X_AT + i]`; names without it are single cells. NOBODY (-1)
is "no seat" or "no place". Seats count from 0. Cells beyond a count may hold stale values. A group with SEATS
cells is indexed by seat unless its comment says "by rank". engine/equivalence.py compares every field with
`rules` after every location. Kernels write `L.BOX_AT`: numba compiles a module's constants in, as it does a
global's.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

SEATS = 5
PLACES = 6
HAND_MAX = 13
ROUNDS = 7
STONES_MAX = 14
DICE_MAX = 7
PILE_MAX = 32
NOBODY = -1

Vector = NDArray[np.int64]
Tape = NDArray[np.int8]


class Ints(Protocol):
    """What compiled functions see of a vector or a tape."""

    def __getitem__(self, at: int, /) -> int: ...

    def __setitem__(self, at: int, value: int, /) -> None: ...


class Reals(Protocol):
    """What compiled functions see of an array of floats."""

    def __getitem__(self, at: int, /) -> float: ...

    def __setitem__(self, at: int, value: float, /) -> None: ...


# Kinds of locations, in the order of the rules.
TEMPLE, PLANTATION, CITY, PYRAMID, DRINK, BALL_COURT = range(6)
# Bidding modes, in the order of the rules.
GOLD, RED, GREEN = range(3)
CARDS_EACH = 2, 2, 1  # cards that a bid lays on each location, by mode (2.3)
# What is asked. NO_QUESTION: the game is over, or a pause after a location.
NO_QUESTION, ASK_SACRIFICE, ASK_LAY, ASK_ROLL, ASK_TAKE, ASK_PLACE_FIRST, ASK_GIVE_BACK = range(7)
# Why it is the last round.
NOT_LAST, LAST_ROUND, LAST_GOAL, LAST_CUBES = range(4)
# What settled a tie; what decided the game.
NO_TIE, TIE_FIGURE, TIE_BEHIND, TIE_STACK = range(4)
BY_POINTS, BY_SACRIFICE, BY_SHARED = range(3)


class _Allocator:
    """Hands out consecutive offsets, so that a new field is one line and nothing is renumbered."""

    def __init__(self) -> None:
        self.size = 0

    def cells(self, count: int = 1) -> int:
        """The offset of so many new cells."""
        offset, self.size = self.size, self.size + count
        return offset


_state = _Allocator()

# Single cells of the state.
PLAYERS = _state.cells()
ROUND = _state.cells()
MODE = _state.cells()
PLACE = _state.cells()
LAST_ROUND_REASON = _state.cells()
CHOCOLATL = _state.cells()
OLD_MAN = _state.cells()
STONES = _state.cells()
PASSES = _state.cells()
TURN = _state.cells()
ASK = _state.cells()
ASK_SEAT = _state.cells()
ASK_FROM = _state.cells()
ASK_UNTIL = _state.cells()
NEXT_PLACE = _state.cells()
RANKED_PLACE = _state.cells()  # the place that the ranking is about, NOBODY without ranking
HAND_SIZE = _state.cells()
CARD_COUNT = _state.cells()
HANDS_SEEN = _state.cells()  # everybody's cards have been seen once, so the sacrifices are known
HIGH_IMPROVEMENT = _state.cells()
LOW_IMPROVEMENT = _state.cells()
OVER = _state.cells()
WON_BY = _state.cells()
MOVES = _state.cells()  # markers moved so far: who arrived later lies higher in the stack

# Groups of the state.
HARVEST_AT = _state.cells(3)  # highest first
BOX_AT = _state.cells(SEATS)  # position on the track = points
CUBES_AT = _state.cells(SEATS)
HUTS_AT = _state.cells(SEATS)
DICE_AT = _state.cells(SEATS)
SACRIFICE_AT = _state.cells(SEATS)
GIVEN_BACK_AT = _state.cells(SEATS)  # a card given back in secret, until the next time all cards are seen
ANSWER_AT = _state.cells(SEATS)
MOVED_AT = _state.cells(SEATS)  # the number of the marker's last move
WINNER_AT = _state.cells(SEATS)
ROLLED_N_AT = _state.cells(SEATS)
RANKING_AT = _state.cells(SEATS)  # by rank: the seat
TOTAL_AT = _state.cells(SEATS)
RANK_HUTS_AT = _state.cells(SEATS)
RANK_OLD_AT = _state.cells(SEATS)
RANK_TIE_AT = _state.cells(SEATS)  # by rank: what settled the tie with the next
RANK_KEY_AT = _state.cells(SEATS)
RANK_DICE_N_AT = _state.cells(SEATS)
STONES_OF_AT = _state.cells(SEATS)
LAID_N_AT = _state.cells(PLACES)
SHOWN_N_AT = _state.cells(PLACES)
PYRAMID_AT = _state.cells(STONES_MAX)
LAID_WIDTH = 2 * PLACES
LAID_AT = _state.cells(SEATS * LAID_WIDTH)  # seat, place, 2; LAID_N_AT[place] of the two are valid
CARDS_AT = _state.cells(
    SEATS * HAND_MAX
)  # seat, card: ascending, without the sacrifice; CARD_COUNT are valid
HAND_AT = _state.cells(SEATS * HAND_MAX)  # seat, card: not laid yet; HAND_SIZE are valid
ROLLED_AT = _state.cells(SEATS * DICE_MAX)
RANK_DICE_AT = _state.cells(SEATS * DICE_MAX)
STATE_SIZE = _state.size

_board = _Allocator()

# The board, the switches of the edition (7), and what the rules version changes.
B_PLACES = _board.cells()
B_CUBES = _board.cells()
B_GOAL = _board.cells()
B_ROUNDS = _board.cells()
B_DRINK_LAST = _board.cells()
B_LEAD = _board.cells()
B_BALL_FIRST = _board.cells()
B_BALL_SECOND = _board.cells()
B_GOLD_FIRST = _board.cells()  # switches: 1 if set as SWITCHES says
B_ONE_DIE = _board.cells()
B_LOWEST = _board.cells()
B_RED_AT_ONCE = _board.cells()
B_GREEN_AT_ONCE = _board.cells()
B_ONE_SUM = _board.cells()
B_TRACK = _board.cells()  # length of the list of colours
B_LOWS = _board.cells()  # length of the low pile
B_HIGHS = _board.cells()  # length of the high pile
B_KIND_AT = _board.cells(PLACES)
B_CARDS_AT = _board.cells(HAND_MAX)
B_DRINK_AT = _board.cells(2 * ROUNDS)  # round, rank
B_ROW_OF_AT = _board.cells(STONES_MAX + 1)  # by stone
B_ROW_START_AT = _board.cells(STONES_MAX + 2)  # by row, and one beyond
B_ROW_BONUS_AT = _board.cells(STONES_MAX + 1)  # by row
B_LISTS_AT = _board.size  # the track, the low pile, the high pile, one after the other

SWITCHES = {
    "first_round": (B_GOLD_FIRST, "gold"),
    "dice_per_offering": (B_ONE_DIE, "one"),
    "give_back": (B_LOWEST, "lowest"),
    "red_reveal": (B_RED_AT_ONCE, "all_at_once"),
    "green_reveal": (B_GREEN_AT_ONCE, "all_at_once"),
}
"""For each switch of an edition (7) its cell, and the value at which the cell is 1."""

_tape = _Allocator()

# The chance of one game.
T_HARVEST_AT = _tape.cells(3 * ROUNDS)
T_BONUS_AT = _tape.cells(ROUNDS * PLACES * SEATS * DICE_MAX)  # round, kind of location, seat, nth
T_FINAL_AT = _tape.cells(SEATS)
T_STACK_AT = _tape.cells(SEATS)
T_HIGH_AT = _tape.cells(PILE_MAX)
T_LOW_AT = _tape.cells(PILE_MAX)
TAPE_SIZE = _tape.size
