"""A board as a picture made of letters: enough to compare it with a board on a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chocolatl.bots.equilibrium.trained_boards import trained_for, values_of
from chocolatl.rules import Board
from chocolatl.rules.types import COLOURS

SYMBOL = {"gold": "★", "red": "■", "green": "▲"}
BOXES_A_LINE = 10


def picture(board: Board) -> str:
    """Track, pyramid, drink, ball court, hand, and whether the strong bots were trained for it."""
    parts = (
        (f"{board.name}: {' > '.join(place.replace('_', ' ') for place in board.locations)}",),
        _track(board),
        _pyramid(board),
        _drink(board),
        _cards(board),
        (_values(board),),
    )
    return "\n\n".join("\n".join(line.rstrip() for line in lines) for lines in parts)


def _track(board: Board) -> Iterator[str]:
    legend = "  ".join(f"{SYMBOL[colour]} {colour}" for colour in COLOURS)
    yield f"Score track ({legend}); box {board.goal} makes it the last round"
    yield _boxes(board, range(1))
    for first in range(1, board.goal + 1, BOXES_A_LINE):
        yield _boxes(board, range(first, min(first + BOXES_A_LINE, board.goal + 1)))
    yield "  and so on"


def _boxes(board: Board, boxes: Iterable[int]) -> str:
    return "".join(f"{box:4}{SYMBOL[board.colour(box)]}" for box in boxes)


def _pyramid(board: Board) -> Iterator[str]:
    yield f"Pyramid; a first who is {board.pyramid_lead} ahead places both stones"
    width = 4 * max((row.boxes for row in board.pyramid), default=0)
    for row in reversed(board.pyramid):
        stones = "".join(f"[{'':2}]" for _ in range(row.boxes))
        yield f"  {stones:^{width}}  full row: {row.bonus}"


def _drink(board: Board) -> Iterator[str]:
    yield f"Cacao drink; the last loses {board.drink_last}"
    paid = board.drink[: board.rounds]
    yield "  round   " + "".join(f"{number:4}" for number in range(1, len(paid) + 1))
    yield "  first   " + "".join(f"{pay.first:4}" for pay in paid)
    yield "  second  " + "".join(f"{pay.second or '-':>4}" for pay in paid)


def _cards(board: Board) -> Iterator[str]:
    yield "Cards"
    yield f"  hand       {_list(board.cards)}; {board.cubes} cubes"
    yield f"  low pile   {_list(board.improvements_low)}"
    yield f"  high pile  {_list(board.improvements_high)}"
    yield f"  ball court in the last round: first {board.ball_first}, second {board.ball_second}"


def _list(cards: Iterable[int]) -> str:
    return " ".join(str(card) for card in cards)


def _values(board: Board) -> str:
    if trained_for(board):
        return "The strong bots were trained for this board."
    return f"The strong bots were not trained for this board: they play it as they play {values_of(board)!r}."
