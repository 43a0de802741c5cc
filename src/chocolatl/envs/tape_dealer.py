"""Writes chance onto the tape of a game, draw by draw, when it is due: exactly what the rules would draw."""

from __future__ import annotations

from collections.abc import Sequence

from chocolatl.engine import layout as L
from chocolatl.engine.chance_tape import slot_of_bonus
from chocolatl.engine.layout import Tape, Vector
from chocolatl.envs.kernel.chance_due import BONUS_CHANCE, ROUND_CHANCE
from chocolatl.rules import LOCATIONS, Board
from chocolatl.rules.chance import Chance, bonus_die, harvest_dice, improvement, leftover_die, starting_stack

PLACE_NAMES: tuple[str, ...] = LOCATIONS
KIND = {location: kind for kind, location in enumerate(LOCATIONS)}
STARTS = {"stack": L.T_STACK_AT, "pile/high": L.T_HIGH_AT, "pile/low": L.T_LOW_AT}


def deal(chance: Chance, board: Board, row: Vector, tape: Tape, due: int) -> None:
    """The draw that is due now."""
    if due == ROUND_CHANCE:
        _deal_round(chance, board, tape, int(row[L.ROUND]) + 1)
    elif due == BONUS_CHANCE:
        number, place, seat, nth = bonus_of(row)
        location = board.locations[place]
        tape[bonus_slot_of(row, board)] = bonus_die(chance, number, location, seat, nth + 1)
    else:
        for seat in range(int(row[L.PLAYERS])):
            if row[L.DICE_AT + seat]:
                tape[L.T_FINAL_AT + seat] = leftover_die(chance, seat)


def deal_stack(chance: Chance, tape: Tape, players: int) -> None:
    """The stack of markers on box 0."""
    tape[L.T_STACK_AT : L.T_STACK_AT + players] = starting_stack(chance, players)


def _deal_round(chance: Chance, board: Board, tape: Tape, number: int) -> None:
    slot = L.T_HARVEST_AT + 3 * (number - 1)
    tape[slot : slot + 3] = harvest_dice(chance, number)
    for name, pile in (("high", board.improvements_high), ("low", board.improvements_low)):
        if number <= len(pile):
            tape[STARTS[f"pile/{name}"] + number - 1] = improvement(chance, name, pile, number)


def bonus_of(row: Vector) -> tuple[int, int, int, int]:
    """Round, place, seat and number (from 0) of the bonus die that is about to be rolled."""
    seat = int(row[L.ASK_SEAT])
    return int(row[L.ROUND]), int(row[L.PLACE]), seat, int(row[L.ROLLED_N_AT + seat])


def bonus_slot_of(row: Vector, board: Board) -> int:
    """Where on the tape that die lies."""
    number, place, seat, nth = bonus_of(row)
    return slot_of_bonus(number, KIND[board.locations[place]], seat, nth)


class TapeChance:
    """The chance that lies on a tape, by the names under which the rules ask for it."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape

    def die(self, purpose: str) -> int:
        """A number from 1 to 6; a die that was never dealt could not matter, and shows 1."""
        return max(1, int(self.tape[_slot(purpose)]))

    def shuffle(self, purpose: str, items: Sequence[int]) -> tuple[int, ...]:
        """The stack, or a pile from the top; the rules look no deeper than was dealt."""
        start = STARTS[purpose]
        return tuple(self.tape[start : start + len(items)].tolist())


def _slot(purpose: str) -> int:
    kind, *where = purpose.split("/")
    if kind == "harvest":
        return L.T_HARVEST_AT + 3 * (int(where[0]) - 1) + int(where[1]) - 1
    if kind == "bonus":
        number, location, seat, nth = where
        return slot_of_bonus(int(number), PLACE_NAMES.index(location), int(seat), int(nth) - 1)
    return L.T_FINAL_AT + int(where[0])
