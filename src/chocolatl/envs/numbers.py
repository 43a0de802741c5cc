"""The numbers of the environments: one changes when agents would get other results. See docs/RESEARCH.md."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from chocolatl.rules import RULES_VERSION

NUMBER_OF: Mapping[str, int] = MappingProxyType({"1": 0, "2": 1})
"""Rules version to the number in `Chocolatl-v1` and `chocolatl_v1`."""


def gymnasium_id(rules_version: str = RULES_VERSION) -> str:
    """`Chocolatl-v1`."""
    return f"Chocolatl-v{NUMBER_OF[rules_version]}"


def environment_name(rules_version: str) -> str:
    """PettingZoo's way of writing it: `chocolatl_v1`."""
    return f"chocolatl_v{NUMBER_OF[rules_version]}"
