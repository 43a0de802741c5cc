"""What the game asks a seat: everything a client needs to draw it, and nothing that the seat may not know."""

from __future__ import annotations

from typing import Literal

from chocolatl.rules.events import Standing
from chocolatl.rules.types import Card, Location, Seat, Value


class Modifier(Value, frozen=True):
    """A known bonus or penalty on an offering. Not `sure`: it may move on before that location (3.3)."""

    source: Literal["huts", "old_man"]
    value: int
    sure: bool


class Group(Value, frozen=True):
    """One location to lay cards at: how many, what lies there already, and what will change the total."""

    location: Location
    count: int
    laid: tuple[Card, ...]
    modifiers: tuple[Modifier, ...]


class ChooseSacrifice(Value, frozen=True, tag_field="ask", tag="sacrifice"):
    """Which card goes on the altar?"""

    turn: int
    cards: tuple[Card, ...]


class LayCards(Value, frozen=True, tag_field="ask", tag="lay"):
    """Which cards go where? Answer with one group of cards per entry of `groups`, in that order."""

    turn: int
    cards: tuple[Card, ...]
    groups: tuple[Group, ...]


class RollOrPass(Value, frozen=True, tag_field="ask", tag="roll"):
    """Roll one bonus die now, or pass?

    `ranking` is how the offerings stand. `ways[k - 1][r]` counts, of the 6**k outcomes of rolling k dice now,
    those that end on rank r (from 0) if nobody else rolls. `dice` is how many the seat may roll here.
    """

    turn: int
    location: Location
    dice: int
    ranking: tuple[Standing, ...]
    ways: tuple[tuple[int, ...], ...]


class TakePrize(Value, frozen=True, tag_field="ask", tag="take"):
    """Build the hut or take the bonus die? The `second` gets the other."""

    turn: int
    second: Seat


class ChooseOrder(Value, frozen=True, tag_field="ask", tag="place_first"):
    """Whose stone is placed first? The two stones fall in different rows."""

    turn: int
    seats: tuple[Seat, ...]
    rows: tuple[int, ...]


class ChooseGiveBack(Value, frozen=True, tag_field="ask", tag="give_back"):
    """Which old card goes back to the box for the one just won?"""

    turn: int
    won: Card
    cards: tuple[Card, ...]


Question = ChooseSacrifice | LayCards | RollOrPass | TakePrize | ChooseOrder | ChooseGiveBack
