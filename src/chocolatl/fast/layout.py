"""Where everything lies: a game is one vector of small numbers, and so are the board and the chance.

Names ending in _AT are the first of a group; groups of seats have SEATS entries each.
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
# What is asked. NO_QUESTION: the game is over, or a pause after a location.
NO_QUESTION, ASK_SACRIFICE, ASK_LAY, ASK_ROLL, ASK_TAKE, ASK_PLACE_FIRST, ASK_GIVE_BACK = range(7)
# Why it is the last round.
NOT_LAST, LAST_ROUND, LAST_GOAL, LAST_CUBES = range(4)
# What settled a tie; what decided the game.
NO_TIE, TIE_FIGURE, TIE_BEHIND, TIE_STACK = range(4)
BY_POINTS, BY_SACRIFICE, BY_SHARED = range(3)

# The state: single numbers.
PLAYERS = 0
ROUND = 1
MODE = 2
PLACE = 3
LAST = 4
CHOCOLATL = 5
OLD_MAN = 6
STONES = 7
PASSES = 8
TURN = 9
ASK = 10
ASK_SEAT = 11
ASK_FROM = 12
ASK_UNTIL = 13
NEXT_PLACE = 14
RANKED_AT = 15  # the place that the ranking is about, NOBODY without ranking
HAND_SIZE = 16
CARD_COUNT = 17
SEEN = 18  # everybody's cards have been seen once, so the sacrifices are known
HIGH = 19
LOW = 20
HARVEST_AT = 21
OVER = 24
WON_BY = 25
MOVES = 26  # markers moved so far: who arrived later lies higher in the stack

# The state: one number per seat, or per rank.
BOX_AT = 27
CUBES_AT = BOX_AT + SEATS
HUTS_AT = CUBES_AT + SEATS
DICE_AT = HUTS_AT + SEATS
SACRIFICE_AT = DICE_AT + SEATS
GIVEN_AT = SACRIFICE_AT + SEATS  # a card given back in secret, until the next time all cards are seen
ANSWER_AT = GIVEN_AT + SEATS
MOVED_AT = ANSWER_AT + SEATS  # the number of the marker's last move
WINNER_AT = MOVED_AT + SEATS
ROLLED_N_AT = WINNER_AT + SEATS
RANKING_AT = ROLLED_N_AT + SEATS  # seats, first to last
TOTAL_AT = RANKING_AT + SEATS  # by seat, like all the rest
RANK_HUTS_AT = TOTAL_AT + SEATS
RANK_OLD_AT = RANK_HUTS_AT + SEATS
RANK_TIE_AT = RANK_OLD_AT + SEATS
RANK_KEY_AT = RANK_TIE_AT + SEATS
RANK_DICE_N_AT = RANK_KEY_AT + SEATS
STONES_OF_AT = RANK_DICE_N_AT + SEATS

# The state: small tables.
LAID_N_AT = STONES_OF_AT + SEATS
SHOWN_N_AT = LAID_N_AT + PLACES
PYRAMID_AT = SHOWN_N_AT + PLACES
LAID_AT = PYRAMID_AT + STONES_MAX  # seat, place, 2
LAID_WIDTH = 2 * PLACES
CARDS_AT = LAID_AT + SEATS * LAID_WIDTH
HAND_AT = CARDS_AT + SEATS * HAND_MAX
ROLLED_AT = HAND_AT + SEATS * HAND_MAX
RANK_DICE_AT = ROLLED_AT + SEATS * DICE_MAX
STATE_SIZE = RANK_DICE_AT + SEATS * DICE_MAX

# The board, the edition and the version of the rules.
B_PLACES = 0
B_CUBES = 1
B_GOAL = 2
B_ROUNDS = 3
B_DRINK_LAST = 4
B_LEAD = 5
B_BALL_FIRST = 6
B_BALL_SECOND = 7
B_FIRST_MODE = 8
B_ONE_DIE = 9
B_LOWEST = 10
B_RED_AT_ONCE = 11
B_GREEN_AT_ONCE = 12
B_ONE_SUM = 13
B_TRACK = 14
B_LOWS = 15
B_HIGHS = 16
B_KIND_AT = 17
B_CARDS_AT = B_KIND_AT + PLACES
B_DRINK_AT = B_CARDS_AT + HAND_MAX
B_ROW_OF_AT = B_DRINK_AT + 2 * ROUNDS
B_ROW_START_AT = B_ROW_OF_AT + STONES_MAX + 1  # rows and one beyond
B_ROW_BONUS_AT = B_ROW_START_AT + STONES_MAX + 2
B_LISTS_AT = B_ROW_BONUS_AT + STONES_MAX + 1  # the track, the low pile, the high pile

# The chance of one game.
T_HARVEST_AT = 0
T_BONUS_AT = T_HARVEST_AT + 3 * ROUNDS  # round, kind of location, seat, nth
T_FINAL_AT = T_BONUS_AT + ROUNDS * PLACES * SEATS * DICE_MAX
T_STACK_AT = T_FINAL_AT + SEATS
T_HIGH_AT = T_STACK_AT + SEATS
T_LOW_AT = T_HIGH_AT + PILE_MAX
TAPE_SIZE = T_LOW_AT + PILE_MAX
