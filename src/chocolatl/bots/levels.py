"""Levels for people, from a first game to master. Their names and characters: locales, `bot.<level>`.

The first three err like people (person_bot.py), the more the lower; the upper two search.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LEVELS: Mapping[str, str] = MappingProxyType(
    {
        "newcomer": "person:0",
        "easy": "person:30",
        "medium": "person:60",
        "hard": "equilibrium:2:8",
        "master": "equilibrium",
    }
)


def warm_up() -> None:
    """Load (the first time: compile) what the strong bots run on; for workers, before they are asked."""
    from chocolatl.bots.equilibrium.warm_up import warm_up_strong

    warm_up_strong()
