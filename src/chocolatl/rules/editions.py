"""Where the printed editions disagree (rule 7): one value holds the switches, one preset per edition."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from chocolatl.rules.words import Value


class Rules(Value, frozen=True):
    """The switches of rule 7. The default is the English edition."""

    first_round: Literal["red", "gold"] = "red"
    dice_per_offering: Literal["any", "one"] = "any"
    give_back: Literal["any", "lowest"] = "any"
    red_reveal: Literal["per_location", "all_at_once"] = "per_location"


ENGLISH = Rules()
DUTCH = Rules(dice_per_offering="one", give_back="lowest")
GERMAN = Rules(first_round="gold", give_back="lowest")
FRENCH = Rules()

EDITIONS = MappingProxyType({"english": ENGLISH, "dutch": DUTCH, "german": GERMAN, "french": FRENCH})


def edition_named(name: str) -> Rules:
    """The preset of a printed edition; raises ValueError with the names that exist."""
    if name not in EDITIONS:
        raise ValueError(f"unknown edition {name!r}: expected one of {', '.join(EDITIONS)}")
    return EDITIONS[name]
