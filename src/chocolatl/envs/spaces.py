"""The spaces of observations and actions, for PettingZoo and Gymnasium alike."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from chocolatl.envs.env_config import EnvConfig

Observation = NDArray[np.int8] | dict[str, NDArray[np.int8]]


def seen_space(made: EnvConfig) -> Box:
    """The numbers of `fields`."""
    return Box(made.low, made.high, dtype=np.int8)


def masked_space(made: EnvConfig) -> Dict:
    """An observation with its action mask."""
    mask = Box(0, 1, (made.actions,), dtype=np.int8)
    return Dict({"observation": seen_space(made), "action_mask": mask})


def observation_space(made: EnvConfig, encoding: str) -> Space[Any]:
    """With masks for cards, without for keys: every key is legal."""
    return masked_space(made) if encoding == "cards" else seen_space(made)


def card_space(made: EnvConfig) -> Discrete:
    """Card values, then words."""
    return Discrete(made.actions)


def action_space(made: EnvConfig, encoding: str) -> Space[Any]:
    """One number for cards, one for each card for keys."""
    return card_space(made) if encoding == "cards" else Box(0.0, 1.0, (made.keys,), dtype=np.float32)
