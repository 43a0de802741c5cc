"""Levels for people, from easy to master. Their names and characters: locales, `bot.<level>`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LEVELS: Mapping[str, str] = MappingProxyType(
    {
        "easy": "flat:8",
        "medium": "greedy:100",
        "hard": "equilibrium:2:8",
        "master": "equilibrium",
    }
)


def warm_up() -> None:
    """Load (the first time: compile) what the strong bots run on; for workers, before they are asked."""
    from chocolatl.bots.equilibrium.warm_up import warm_up_strong

    warm_up_strong()
