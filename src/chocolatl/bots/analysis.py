"""A strong bot's opinion as data: for the page's hints and for going through a finished game."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from chocolatl.rules import Action, Question, View
from chocolatl.rules.types import Location, Value


class PlaceChance(Value, frozen=True):
    """How likely it is to come first, second and last at a location in this round."""

    location: Location
    first: float
    second: float
    last: float


class Candidate(Value, frozen=True):
    """One answer that the bot considers.

    `probability`: how often it would give it. `share`: the expected share of the victory. `points`: expected
    points of this round's locations, and `places` the chances there (both only for bids).
    """

    answer: Action
    probability: float
    share: float
    points: float | None = None
    places: tuple[PlaceChance, ...] = ()


class Analysis(Value, frozen=True):
    """Candidates, the most likely first; `share` is what the bot expects of the position as a whole."""

    turn: int
    share: float
    candidates: tuple[Candidate, ...]


@runtime_checkable
class Analyst(Protocol):
    """A bot that can say what it considered."""

    def analyse(self, view: View, question: Question) -> Analysis:
        """Its candidates, with what it expects of each."""
