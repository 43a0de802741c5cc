"""Where the printed editions disagree (rule 7): one value holds the switches, one preset per edition."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from chocolatl.rules.types import Value

Reveal = Literal["per_location", "all_at_once"]


class Rules(Value, frozen=True):
    """The switches of rule 7. The default is the English edition; that of an added switch is "as before"."""

    first_round: Literal["red", "gold"] = "red"
    dice_per_offering: Literal["any", "one"] = "any"
    give_back: Literal["any", "lowest"] = "any"
    red_reveal: Reveal = "per_location"
    green_reveal: Reveal = "per_location"


ENGLISH = Rules()
DUTCH = Rules(dice_per_offering="one", give_back="lowest")
GERMAN = Rules(first_round="gold", give_back="lowest")
FRENCH = Rules(red_reveal="all_at_once", green_reveal="all_at_once")

EDITIONS = MappingProxyType({"english": ENGLISH, "dutch": DUTCH, "german": GERMAN, "french": FRENCH})
"""The presets of the newest rules version; `versions` has those of all."""
