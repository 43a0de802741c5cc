"""A potential for shaped rewards: each seat's share of the victory by the strong bots' value network."""

from __future__ import annotations

from chocolatl.bots.equilibrium.expected_shares import expected_shares
from chocolatl.rules import State


def value_potential(state: State) -> list[float]:
    """Adds up to 1. It knows the whole position, so it is for training only, never for playing."""
    return expected_shares(state)
