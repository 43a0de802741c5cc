"""What each number of an observation is: whole numbers from 0 (a total may be negative), 127 at most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chocolatl.engine import layout as L
from chocolatl.rules import Board
from chocolatl.rules.types import COLOURS, LOCATIONS

MOST = 127


@dataclass(frozen=True)
class Field:
    """A group of numbers that mean the same. `part`: table, player 0 (oneself), ..., own, round 1, ..."""

    part: str
    name: str
    start: int
    size: int
    low: int
    high: int
    meaning: str

    @property
    def span(self) -> slice:
        """Where it lies in an observation."""
        return slice(self.start, self.start + self.size)


Line = tuple[str, int, int, str]
"""Name, size, highest value, meaning."""


def rows_reached(board: Board) -> int:
    """How many rows of the pyramid the rounds can begin."""
    return board.row_of(2 * board.rounds - 1) + 1


def table_lines(board: Board, players: int, values: int) -> tuple[Line, ...]:
    """What everybody sees of the table."""
    return (
        ("round", 1, board.rounds, "number of the round, 0 before the first"),
        ("mode", len(COLOURS), 1, f"one of {', '.join(COLOURS)}"),
        ("question", 6, 1, "what is asked: sacrifice, lay, roll, take, place first, give back"),
        ("location", len(LOCATIONS), 1, f"one of {', '.join(LOCATIONS)}"),
        ("harvest", 3, 6, "the harvest dice, highest first"),
        ("improvements", 2, values, "face-up card of the high and the low pile, plus 1; 0 for none"),
        ("last", 1, 1, "it is the last round"),
        ("passes", 1, players, "seats that passed since the last bonus die"),
    )


def player_lines(board: Board, players: int, values: int) -> tuple[Line, ...]:
    """What everybody sees of a player."""
    return (
        ("box", 1, MOST, "score"),
        ("ahead", 1, players - 1, "markers further behind, or higher on the same box"),
        ("cubes", 1, min(board.cubes, MOST), "cubes left"),
        ("huts", 1, board.rounds, "hut chips"),
        ("dice", 1, board.rounds, "bonus dice"),
        ("chocolatl", 1, 1, "holds the Chocolatl figure"),
        ("old_man", 1, 1, "holds the old man"),
        ("answered", 1, 1, "has answered the open question in full"),
        ("rank", 1, players, "place in the last ranking, from 1; 0 without ranking"),
        ("total", 1, MOST, "offering: so far while dice are rolled, else as ranked last"),
        ("rolled", 1, board.rounds, "dice rolled for this offering"),
        ("sacrifice", 1, values, "sacrificed card plus 1 once the table can deduce it, else 0"),
        ("stones", rows_reached(board), 14, "stones in each row of the pyramid, bottom first"),
        ("pool", values, L.HAND_MAX, "how many of each card this player may hold, for all the table knows"),
        ("shown", 2 * len(board.locations), values, "face-up cards, two slots a location: card plus 1, or 0"),
    )


def own_lines(board: Board, values: int) -> tuple[Line, ...]:
    """What only the seat itself sees."""
    return (
        ("hand", values, L.HAND_MAX, "how many of each card are in hand"),
        ("cards", values, L.HAND_MAX, "how many of each card this seat bids with"),
        (
            "laid",
            2 * len(board.locations),
            values,
            "own cards on the table, face down too: card plus 1, or 0",
        ),
        ("sacrificed", 1, values, "own sacrifice plus 1; 0 before it"),
        ("slot", 1, 2 * len(board.locations), "slot that the next card fills, from 1; 0 if none"),
        ("won", 1, values, "card just won, plus 1, while one is given back for it"),
        ("asked", 1, 1, "this seat has to decide now"),
    )


def round_lines(board: Board, players: int, values: int) -> tuple[Line, ...]:
    """What everybody has seen of a round that is over; all zeros before."""
    bids = players * 2 * len(board.locations)
    return (
        ("mode", len(COLOURS), 1, f"of a round that is over: one of {', '.join(COLOURS)}"),
        ("bids", bids, values, "all bids of it, oneself first, two slots a location: card plus 1, or 0"),
    )


def fields(board: Board, players: int, values: int, history: bool = False) -> tuple[Field, ...]:
    """All fields in the order in which they lie; with `history` those of earlier rounds behind the others."""
    return tuple(_placed(board, players, values, history))


def _placed(board: Board, players: int, values: int, history: bool) -> Iterator[Field]:
    parts = [("table", table_lines(board, players, values))]
    parts += [(f"player {seat}", player_lines(board, players, values)) for seat in range(players)]
    parts += [("own", own_lines(board, values))]
    if history:
        parts += [
            (f"round {number}", round_lines(board, players, values)) for number in range(1, board.rounds + 1)
        ]
    at = 0
    for part, lines in parts:
        for name, size, high, meaning in lines:
            yield Field(part, name, at, size, -MOST if name == "total" else 0, high, meaning)
            at += size
