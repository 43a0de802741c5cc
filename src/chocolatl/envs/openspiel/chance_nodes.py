"""Chance as a tree: what is drawn, when, with which outcomes. Draws that cannot matter are left out."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple

import numpy as np

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Tape, Vector
from chocolatl.envs.kernel.chance_due import BONUS_CHANCE, ROUND_CHANCE
from chocolatl.envs.tape_dealer import STARTS, bonus_slot_of
from chocolatl.rules import Board
from chocolatl.rules.types import DIE_FACES

Outcomes = list[tuple[int, float]]


class ChanceDraw(NamedTuple):
    """One draw: what it is, and where on the tape it goes."""

    kind: str
    slot: int


STACK = ChanceDraw("stack", L.T_STACK_AT)


def fresh_tape(board: Board, players: int) -> Tape:
    """Every die a 1, the piles as printed: what is never drawn stays so."""
    tape: Tape = np.ones(L.TAPE_SIZE, np.int8)
    tape[L.T_STACK_AT : L.T_STACK_AT + players] = range(players)
    for name, pile in piles(board).items():
        tape[STARTS[name] : STARTS[name] + len(pile)] = pile
    return tape


def piles(board: Board) -> dict[str, tuple[int, ...]]:
    """The two piles of better cards."""
    return {"pile/high": board.improvements_high, "pile/low": board.improvements_low}


def draws_due(board: Board, row: Vector, due: int) -> tuple[ChanceDraw, ...]:
    """The draws that the game needs before it can go on."""
    if due == ROUND_CHANCE:
        return _round_draws(board, int(row[L.ROUND]) + 1)
    if due == BONUS_CHANCE:
        return (ChanceDraw("die", bonus_slot_of(row, board)),)
    seats = range(int(row[L.PLAYERS]))
    return tuple(ChanceDraw("last die", L.T_FINAL_AT + seat) for seat in seats if row[L.DICE_AT + seat])


@lru_cache(maxsize=256)
def _round_draws(board: Board, number: int) -> tuple[ChanceDraw, ...]:
    draws = []
    if "plantation" in board.locations:
        draws.append(ChanceDraw("harvest", L.T_HARVEST_AT + 3 * (number - 1)))
    for name, pile in piles(board).items():
        if "ball_court" in board.locations and number <= len(pile):
            draws.append(ChanceDraw(name, STARTS[name] + number - 1))
    return tuple(draws)


@lru_cache
def stacks(players: int) -> tuple[tuple[int, ...], ...]:
    """All orders of the markers."""
    return tuple(permutations(range(players)))


@lru_cache
def harvests() -> tuple[tuple[tuple[int, ...], float], ...]:
    """All throws of three dice, highest first, with their chances."""
    faces = range(1, DIE_FACES + 1)
    throws = Counter(tuple(sorted(dice, reverse=True)) for dice in product(faces, repeat=3))
    return tuple((dice, count / DIE_FACES**3) for dice, count in sorted(throws.items()))


def outcomes(draw: ChanceDraw, board: Board, tape: Tape, players: int) -> Outcomes:
    """Stack and harvest by number, cards and dice by value."""
    if draw.kind == "stack":
        count = len(stacks(players))
        return [(number, 1 / count) for number in range(count)]
    if draw.kind == "harvest":
        return [(number, chance) for number, (_, chance) in enumerate(harvests())]
    if draw.kind in STARTS:
        left = _left(draw, board, tape)
        return [(card, count / len(left)) for card, count in sorted(Counter(left).items())]
    return [(face, 1 / DIE_FACES) for face in range(1, DIE_FACES + 1)]


def _left(draw: ChanceDraw, board: Board, tape: Tape) -> list[int]:
    left: list[int] = tape[draw.slot : STARTS[draw.kind] + len(piles(board)[draw.kind])].tolist()
    return left


def write(draw: ChanceDraw, outcome: int, board: Board, tape: Tape, players: int) -> tuple[int, ...]:
    """Put an outcome on the tape; returns its numbers."""
    if draw.kind in STARTS and draw.kind != "stack":
        other = draw.slot + _left(draw, board, tape).index(outcome)
        tape[other], tape[draw.slot] = tape[draw.slot], outcome
        return (outcome,)
    numbers: tuple[int, ...] = (outcome,)
    if draw.kind == "stack":
        numbers = stacks(players)[outcome]
    elif draw.kind == "harvest":
        numbers = harvests()[outcome][0]
    tape[draw.slot : draw.slot + len(numbers)] = numbers
    return numbers


def most_outcomes(players: int, values: int) -> int:
    """More than any outcome's number."""
    return max(len(stacks(players)), len(harvests()), values, DIE_FACES + 1)


def words(draw: ChanceDraw, outcome: int, players: int) -> str:
    """An outcome for people to read."""
    if draw.kind == "stack":
        return f"stack {' '.join(map(str, stacks(players)[outcome]))}"
    if draw.kind == "harvest":
        return f"harvest {' '.join(map(str, harvests()[outcome][0]))}"
    return f"{draw.kind.replace('pile/', '')} {outcome}"
