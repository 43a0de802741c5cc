"""What a player may answer: one small value per kind of answer."""

from __future__ import annotations

from typing import Literal

from chocolatl.rules.types import Card, Seat, Value


class Sacrifice(Value, frozen=True, tag_field="do", tag="sacrifice"):
    """Put one card on the altar, face down (1.6)."""

    card: Card


class Lay(Value, frozen=True, tag_field="do", tag="lay"):
    """Lay cards face down: one group for each location of the question, in its order (2.3)."""

    cards: tuple[tuple[Card, ...], ...]


class Roll(Value, frozen=True, tag_field="do", tag="roll"):
    """Roll one bonus die for the offering at hand (3.4)."""


class Pass(Value, frozen=True, tag_field="do", tag="pass"):
    """Keep the bonus dice for now (3.5)."""


class Take(Value, frozen=True, tag_field="do", tag="take"):
    """First in the city: build the hut or take the bonus die (4.3)."""

    prize: Literal["hut", "die"]


class PlaceFirst(Value, frozen=True, tag_field="do", tag="place_first"):
    """First at the pyramid: say whose stone is placed first (4.4)."""

    seat: Seat


class GiveBack(Value, frozen=True, tag_field="do", tag="give_back"):
    """At the ball court: the old card that goes back to the box (4.6)."""

    card: Card


Action = Sacrifice | Lay | Roll | Pass | Take | PlaceFirst | GiveBack

PUBLIC_ACTIONS = (Roll, Pass, Take, PlaceFirst)
"""Answers given aloud. Of all others the table only sees that an answer was given."""
