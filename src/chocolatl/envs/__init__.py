"""Chocolatl for research: PettingZoo, Gymnasium and OpenSpiel. See docs/RESEARCH.md.

parallel_env(players=4), env(players=4)         PettingZoo, all seats at once or one after the other
gymnasium.make("Chocolatl-v1")                  one seat against bots
gymnasium.make_vec("Chocolatl-v1", num_envs=…)  thousands of games in one compiled call
import chocolatl.envs.openspiel                 registers the games chocolatl and chocolatl_simultaneous
"""

from __future__ import annotations

from typing import Any

import gymnasium

from chocolatl.envs.numbers import NUMBER_OF, gymnasium_id

GYMNASIUM_ID = gymnasium_id()


def parallel_env(**options: Any) -> Any:
    """PettingZoo's parallel form; options: players, edition, board, encoding, rewards, rules_version."""
    from chocolatl.envs.pettingzoo import parallel_env as make

    return make(**options)


def env(**options: Any) -> Any:
    """PettingZoo's form with one seat after the other; options as for `parallel_env`."""
    from chocolatl.envs.pettingzoo import env as make

    return make(**options)


def raw_env(**options: Any) -> Any:
    """The same without the wrapper that checks the order of calls."""
    from chocolatl.envs.pettingzoo import raw_env as make

    return make(**options)


for version in NUMBER_OF:
    if gymnasium_id(version) not in gymnasium.registry:
        gymnasium.register(
            gymnasium_id(version),
            entry_point="chocolatl.envs.gymnasium:ChocolatlSoloEnv",
            vector_entry_point="chocolatl.envs.vector:ChocolatlVectorEnv",
            kwargs={"rules_version": version},
        )
