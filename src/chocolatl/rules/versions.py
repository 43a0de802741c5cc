"""What differs between the versions of the rules: a game is played to its end by the one it began with.

A version is added when the same answers and the same chance would give other events.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from chocolatl.rules.editions import EDITIONS, ENGLISH, Rules
from chocolatl.rules.types import Value

RULES_VERSION = "2"
"""The version of new games."""


class Version(Value, frozen=True):
    """One version of the rules.

    `final_scoring`: the marker stops at box 0 after every source, or only after the whole sum (6.1).
    `editions`: the presets of the printed editions (7).
    """

    final_scoring: Literal["source_by_source", "one_sum"]
    editions: Mapping[str, Rules]


VERSIONS: Mapping[str, Version] = MappingProxyType(
    {
        "1": Version("source_by_source", MappingProxyType({**EDITIONS, "french": ENGLISH})),
        "2": Version("one_sum", EDITIONS),
    }
)
RULES_VERSIONS = tuple(VERSIONS)


def version_named(number: str) -> Version:
    """The version with this number; raises ValueError with the ones that exist."""
    if number not in VERSIONS:
        raise ValueError(f"unknown rules version {number!r}: expected {' or '.join(RULES_VERSIONS)}")
    return VERSIONS[number]


def edition_named(name: str, version: str = RULES_VERSION) -> Rules:
    """The preset of a printed edition.

    Args:
        name: one of EDITIONS.
        version: of the rules; the French edition differs between them.

    Raises:
        ValueError: an edition or version that does not exist, with those that do.

    >>> edition_named("german").first_round
    'gold'
    >>> edition_named("latin")
    Traceback (most recent call last):
    ValueError: unknown edition 'latin': expected one of english, dutch, german, french
    """
    editions = version_named(version).editions
    if name not in editions:
        raise ValueError(f"unknown edition {name!r}: expected one of {', '.join(editions)}")
    return editions[name]
