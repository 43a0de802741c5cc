"""Chocolatl for research: PettingZoo, Gymnasium and OpenSpiel. See docs/RESEARCH.md.

parallel_env(players=4), env(players=4)         PettingZoo, all seats at once or one after the other
gymnasium.make("Chocolatl-v1")                  one seat against bots
gymnasium.make_vec("Chocolatl-v1", num_envs=…)  thousands of games in one compiled call
gymnasium.make("chocolatl.envs:Chocolatl-v1")   the same in a worker process, without an import before
import chocolatl.envs.openspiel                 registers chocolatl, chocolatl_simultaneous, chocolatl_duel
"""

from __future__ import annotations

from typing import Any

from chocolatl.extras import needs

with needs("envs"):
    import gymnasium

from chocolatl.envs.numbers import NUMBER_OF, gymnasium_id
from chocolatl.envs.opponents import Pool
from chocolatl.envs.rewards import Shaped

__all__ = ["GYMNASIUM_ID", "Pool", "Shaped", "env", "parallel_env", "raw_env"]

GYMNASIUM_ID = gymnasium_id()


def parallel_env(**options: Any) -> Any:
    """PettingZoo's parallel form: all seats that are asked act at once.

    Args:
        options: players, edition, board, encoding, rewards, rules_version (docs/RESEARCH.md).

    >>> game = parallel_env(players=3)
    >>> observations, _ = game.reset(seed=1)
    >>> list(observations)
    ['player_0', 'player_1', 'player_2']
    """
    from chocolatl.envs.pettingzoo import parallel_env as make

    return make(**options)


def env(**options: Any) -> Any:
    """PettingZoo's form with one seat after the other.

    Args:
        options: as for `parallel_env`.

    >>> game = env(players=3)
    >>> game.reset(seed=1)
    >>> game.agent_selection
    'player_0'
    """
    from chocolatl.envs.pettingzoo import env as make

    return make(**options)


def raw_env(**options: Any) -> Any:
    """The same as `env`, without the wrapper that checks the order of calls.

    >>> game = raw_env(players=3)
    >>> game.reset(seed=1)
    >>> game.num_agents
    3
    """
    from chocolatl.envs.pettingzoo import raw_env as make

    return make(**options)


def _register() -> None:
    for version, number in NUMBER_OF.items():
        solo = "first_solo_env" if number == 0 else "ChocolatlSoloEnv"
        if gymnasium_id(version) not in gymnasium.registry:
            gymnasium.register(
                gymnasium_id(version),
                entry_point=f"chocolatl.envs.gymnasium:{solo}",
                vector_entry_point="chocolatl.envs.bot_vector:vector_env",
                kwargs={"rules_version": version},
            )


_register()
