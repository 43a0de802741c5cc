"""A board, an edition and a version of the rules as one vector."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
from chocolatl.records.board_file import play_problems
from chocolatl.rules import Board, Rules
from chocolatl.rules.types import COLOURS, LOCATIONS
from chocolatl.rules.versions import version_named

MANY = 30_000
"""More than anybody can score or build."""


@lru_cache(maxsize=64)
def encode_board(board: Board, rules: Rules, version: str) -> Vector:
    """All printed numbers and switches, where the compiled functions look for them."""
    for key, expected in play_problems(board):
        raise ValueError(f"board {board.name!r} does not fit the compiled engine: {key}: {expected}")
    lists = [*map(COLOURS.index, board.track), *board.improvements_low, *board.improvements_high]
    b: Vector = np.zeros(L.B_LISTS_AT + len(lists), dtype=np.int64)
    _numbers(b, board)
    _switches(b, rules)
    b[L.B_ONE_SUM] = version_named(version).final_scoring == "one_sum"
    _pyramid(b, board)
    b[L.B_KIND_AT : L.B_KIND_AT + len(board.locations)] = [LOCATIONS.index(x) for x in board.locations]
    b[L.B_CARDS_AT : L.B_CARDS_AT + len(board.cards)] = board.cards
    pay = [(drink.first, drink.second) for drink in board.drink[: board.rounds]]
    b[L.B_DRINK_AT : L.B_DRINK_AT + 2 * len(pay)] = np.ravel(pay)
    b[L.B_LISTS_AT :] = lists
    return b


def _numbers(b: Vector, board: Board) -> None:
    b[L.B_PLACES] = len(board.locations)
    b[L.B_CUBES] = min(board.cubes, MANY)
    b[L.B_GOAL] = min(board.goal, MANY)
    b[L.B_ROUNDS] = board.rounds
    b[L.B_DRINK_LAST] = board.drink_last
    b[L.B_LEAD] = board.pyramid_lead
    b[L.B_BALL_FIRST] = board.ball_first
    b[L.B_BALL_SECOND] = board.ball_second
    b[L.B_TRACK] = len(board.track)
    b[L.B_LOWS] = len(board.improvements_low)
    b[L.B_HIGHS] = len(board.improvements_high)


def _switches(b: Vector, rules: Rules) -> None:
    for switch in rules.__struct_fields__:
        cell, value = L.SWITCHES[switch]
        b[cell] = getattr(rules, switch) == value


def _pyramid(b: Vector, board: Board) -> None:
    """Only the stones that the rounds can bring: a taller pyramid is never finished."""
    stones = 2 * board.rounds
    rows = [board.row_of(stone) for stone in range(stones)]
    b[L.B_ROW_OF_AT : L.B_ROW_OF_AT + stones] = rows
    for row in range(rows[-1] + 1):
        b[L.B_ROW_START_AT + row] = board.row_start(row)
        b[L.B_ROW_START_AT + row + 1] = board.row_start(row + 1)
        b[L.B_ROW_BONUS_AT + row] = board.pyramid[row].bonus
