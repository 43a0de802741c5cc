"""Everything compiled that the environments need, run once on short games."""

from __future__ import annotations

import numpy as np

from chocolatl.envs.gymnasium import ChocolatlSoloEnv
from chocolatl.envs.pettingzoo import parallel_env
from chocolatl.envs.value_potential import value_potential
from chocolatl.envs.vector import ChocolatlVectorEnv


def compile_single_games() -> None:
    """Gymnasium and PettingZoo, card by card and by keys, and the potential of shaped rewards."""
    for encoding in ("cards", "keys"):
        solo = ChocolatlSoloEnv(players=3, encoding=encoding)
        solo.reset(seed=1)
        for _ in range(3):
            solo.step(np.full(solo.setting.keys, 0.5) if encoding == "keys" else 5)
    value_potential(solo.rules_state())
    together = parallel_env(players=3)
    together.reset(seed=1)
    together.step(dict.fromkeys(together.agents, 5))


def compile_vector() -> None:
    """The vector environment, card by card and by keys."""
    for encoding in ("cards", "keys"):
        batch = ChocolatlVectorEnv(2, players=3, encoding=encoding)
        batch.reset(seed=1)
        batch.step(batch.sample_legal())


def compile_openspiel() -> None:
    """A short walk through OpenSpiel's sequential form."""
    import pyspiel

    import chocolatl.envs.openspiel  # noqa: F401  (registers the games)

    state = pyspiel.load_game("chocolatl(players=3,board=short)").new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            return
        chance = state.is_chance_node()
        state.apply_action(state.chance_outcomes()[0][0] if chance else state.legal_actions()[0])
        state.observation_tensor(0)
