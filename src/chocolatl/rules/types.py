"""The nouns of the game, as plain words: what a record, a wire message and a board file say."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Seat = int
Card = int

Colour = Literal["gold", "red", "green"]
Location = Literal["temple", "plantation", "city", "pyramid", "drink", "ball_court"]
Figure = Literal["chocolatl", "old_man"]
TieBreak = Literal["figure", "behind", "stack"]
Source = Literal[
    "temple",
    "harvest_first",
    "harvest_second",
    "harvest_third",
    "row",
    "drink_first",
    "drink_second",
    "drink_last",
    "ball_first",
    "ball_second",
    "stones",
    "most_stones",
    "chocolatl",
    "old_man",
    "sacrifice",
    "highest_sacrifice",
    "leftover_die",
]

LOCATIONS: tuple[Location, ...] = get_args(Location)
COLOURS: tuple[Colour, ...] = get_args(Colour)
SOURCES: tuple[Source, ...] = get_args(Source)
FINAL_SOURCES = SOURCES[SOURCES.index("stones") :]
SOURCES_OF: dict[Location | Literal["altar"], tuple[Source, ...]] = {
    "temple": ("temple", "chocolatl", "old_man"),
    "plantation": ("harvest_first", "harvest_second", "harvest_third"),
    "city": ("leftover_die",),
    "pyramid": ("row", "stones", "most_stones"),
    "drink": ("drink_first", "drink_second", "drink_last"),
    "ball_court": ("ball_first", "ball_second"),
    "altar": ("sacrifice", "highest_sacrifice"),
}
"""Where each source of points is fought for: at once, or (FINAL_SOURCES) in final scoring (6.1)."""

MIN_PLAYERS, MAX_PLAYERS = 3, 5
DIE_FACES = 6
CARDS_PER_LOCATION = 2


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An immutable value with one JSON form; the base of everything in the core."""
