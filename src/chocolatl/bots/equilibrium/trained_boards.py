"""Which boards the strong bots' values were trained for.

A board is recognised by its numbers, whatever its name. Another board is played with the values of the
trained board whose improvement cards are nearest to its own: they decide most how boards differ.
"""

from __future__ import annotations

from functools import lru_cache
from statistics import fmean

from msgspec.structs import replace

from chocolatl.rules import Board
from chocolatl.rules.board import named_board

TRAINED = ("default", "balanced")
"""Boards with values of their own. Between two that are equally near, the first."""


@lru_cache(maxsize=64)
def trained_for(board: Board) -> str | None:
    """The name of the trained board that has these numbers, if any."""
    same = (name for name in TRAINED if replace(named_board(name), name=board.name) == board)
    return next(same, None)


@lru_cache(maxsize=64)
def values_of(board: Board) -> str:
    """The trained board whose values this board is played with: itself, or the nearest by mean card."""
    exact = trained_for(board)
    return exact or min(TRAINED, key=lambda name: abs(_mean_card(named_board(name)) - _mean_card(board)))


def _mean_card(board: Board) -> float:
    return fmean((*board.improvements_low, *board.improvements_high) or (0,))
