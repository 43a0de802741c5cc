"""What a picture shows: a view of the table, the people around it, and what is being looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, get_args

import msgspec

from chocolatl.picture.art import Theme
from chocolatl.rules.events import Standing
from chocolatl.rules.types import Card, Location, Seat
from chocolatl.rules.view import View

SeatColour = Literal["jade", "maize", "indigo", "chili", "plum"]
SEAT_COLOURS: tuple[SeatColour, ...] = get_args(SeatColour)
LEAST_SIDE, MOST_SIDE = 120, 3840
"""Pixels; the largest is a 4K screen, 33 MB as pixels."""


class SeatedPerson(NamedTuple):
    """Who sits at a seat."""

    name: str
    colour: SeatColour


class RevealRow(NamedTuple):
    """One player in the reveal of a location: cards (None is face down), dice, sum, and what it brought."""

    seat: Seat
    cards: tuple[Card | None, ...]
    dice: tuple[int, ...] = ()
    standing: Standing | None = None
    points: int = 0


class Show(NamedTuple):
    """A location grown over the board. `gone`: prizes that have been handed out."""

    location: Location
    rows: tuple[RevealRow, ...]
    gone: frozenset[str] = frozenset()


class Final(NamedTuple):
    """The final scoring: sacrifices (those opened so far), and points by seat and source so far."""

    cards: tuple[Card | None, ...]
    points: Mapping[tuple[Seat, str], int]


class Picture(NamedTuple):
    """Everything that is drawn. `view` decides what may be seen: nothing else of the game is asked for."""

    view: View
    people: tuple[SeatedPerson, ...]
    caption: tuple[str, ...] = ()
    rankings: Mapping[Location, tuple[Standing, ...]] = {}
    show: Show | None = None
    final: Final | None = None
    boxes: tuple[int, ...] | None = None
    """Where markers stand while they walk; None: where the view says."""
    gains: Mapping[Seat, int] = {}
    """Points just won, shown beside the score."""


class Style(msgspec.Struct, frozen=True):
    """How it is drawn; raises ValueError for a size that is no picture's."""

    width: int = 1280
    height: int = 720
    theme: Theme = "day"
    lang: str = "en"

    def __post_init__(self) -> None:
        """Bounds of the size, in both directions."""
        if not (LEAST_SIDE <= self.width <= MOST_SIDE and LEAST_SIDE <= self.height <= MOST_SIDE):
            wanted = f"expected {LEAST_SIDE} to {MOST_SIDE} pixels each way"
            raise ValueError(f"size {self.width}x{self.height}: {wanted}")


def people_named(
    names: Sequence[str], colours: Sequence[SeatColour] = SEAT_COLOURS
) -> tuple[SeatedPerson, ...]:
    """One person for each name, in the colours of the seats."""
    return tuple(SeatedPerson(name, colours[seat % len(colours)]) for seat, name in enumerate(names))
