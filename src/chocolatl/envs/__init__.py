"""Chocolatl for research: PettingZoo, Gymnasium and OpenSpiel. See docs/RESEARCH.md.

parallel_env(players=4), env(players=4)         PettingZoo, all seats at once or one after the other
gymnasium.make("Chocolatl-v0")                  one seat against bots
gymnasium.make_vec("Chocolatl-v0", num_envs=…)  thousands of games in one compiled call
import chocolatl.envs.openspiel                 registers the games chocolatl and chocolatl_simultaneous
"""

from __future__ import annotations

from typing import Any

import gymnasium

GYMNASIUM_ID = "Chocolatl-v0"


def parallel_env(**options: Any) -> Any:
    """PettingZoo's parallel form; options: players, edition, board, encoding, rewards, render_mode."""
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


if GYMNASIUM_ID not in gymnasium.registry:
    gymnasium.register(
        GYMNASIUM_ID,
        entry_point="chocolatl.envs.solo:ChocolatlEnv",
        vector_entry_point="chocolatl.envs.vector:ChocolatlVectorEnv",
    )
