"""The spaces of observations and actions, and the forms in which an observation is handed out."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from chocolatl.envs.env_config import EnvConfig, checked

Seen = NDArray[np.int8] | NDArray[np.float32]
Observation = Any
"""Numbers, or a dictionary of them and their mask: `ObservationForm` says which."""
NUMBER_FORMS = ("int8", "float32", "normalised")


class ObservationForm:
    """How an observation is handed out, the same for one game, for all its seats and for a batch.

    `observations`: `int8`, `float32` (the same numbers), or `normalised` (float32, each field divided by the
    most that it can be: 0 to 1, and -1 to 1 for totals). `flat`: the numbers alone, without a dictionary that
    holds the mask; `keys` needs no mask, so it is flat always.
    """

    def __init__(self, made: EnvConfig, encoding: str, observations: str = "int8", flat: bool = False):
        checked("observations", observations, NUMBER_FORMS)
        self.masked = encoding == "cards" and not flat
        self.dtype = np.dtype(np.int8 if observations == "int8" else np.float32)
        self.most = made.high.astype(np.float32) if observations == "normalised" else None
        seen = Box(self.numbers(made.low), self.numbers(made.high), dtype=self.dtype.type)
        mask = Box(0, 1, (made.actions,), dtype=np.int8)
        self.space: Space[Any] = Dict({"observation": seen, "action_mask": mask}) if self.masked else seen

    def numbers(self, seen: NDArray[np.int8]) -> Seen:
        """Observations without their masks; int8 stays the array that was given."""
        if self.dtype == np.int8:
            return seen
        return (
            seen.astype(np.float32)
            if self.most is None
            else (seen / self.most).astype(np.float32, copy=False)
        )

    def shown(self, seen: NDArray[np.int8], mask: NDArray[np.int8]) -> Observation:
        """What a learner gets."""
        numbers = self.numbers(seen)
        return {"observation": numbers, "action_mask": mask} if self.masked else numbers


def card_space(made: EnvConfig) -> Discrete:
    """Card values, then words."""
    return Discrete(made.actions)


def action_space(made: EnvConfig, encoding: str) -> Space[Any]:
    """One number for cards, one for each card for keys."""
    return card_space(made) if encoding == "cards" else Box(0.0, 1.0, (made.keys,), dtype=np.float32)
