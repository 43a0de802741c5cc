"""From a generator to the chance of one game."""

from __future__ import annotations

import numpy as np

from chocolatl.rules.chance import SealedChance, key_from_seed


def drawn_seed(generator: np.random.Generator) -> int:
    """A number that names a game."""
    return int(generator.integers(1 << 62))


def chance_of(seed: int) -> SealedChance:
    """The chance of the game with this name."""
    return SealedChance(key_from_seed(seed))
