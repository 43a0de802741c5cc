"""How fast the environments are: decisions per CPU-second of random play.

A decision is one action that a player chooses: here one card, a roll, a pass. Choosing among the legal ones
is part of the time everywhere.
"""

from __future__ import annotations

import time
from random import Random

from tools.bench.bench_rules import yardstick
from tools.bench.peer_env_loops import Play, any_legal, in_turn, kuhn_poker, rate, walk

PLAYERS = 5
GAMES_AT_ONCE = 2048


def run(seconds: float = 5.0) -> dict[str, float]:
    """All figures; `yardstick_mops` tells how fast this machine was meanwhile, so that runs compare."""
    before = yardstick()
    share = seconds / (len(BENCHES) + 2)
    figures = {f"{name}_per_s": rate(make(), share) for name, make in BENCHES.items()}
    return figures | vector(2 * share) | {"yardstick_mops": (before + yardstick()) / 2}


def parallel() -> Play:
    """PettingZoo's parallel form."""
    from chocolatl.envs import parallel_env

    made, random = parallel_env(players=PLAYERS), Random(1)
    waiting = made.setting.actions - 1

    def play() -> int:
        decisions = 0
        seen, _ = made.reset()
        while made.agents:
            actions = {agent: any_legal(one["action_mask"], random) for agent, one in seen.items()}
            decisions += sum(action != waiting for action in actions.values())
            seen, *_ = made.step(actions)
        return decisions

    return play


def aec() -> Play:
    """PettingZoo's form with one seat after the other."""
    from chocolatl.envs import env

    return in_turn(env(players=PLAYERS))


def openspiel() -> Play:
    """OpenSpiel's sequential form, chance nodes too."""
    import pyspiel

    import chocolatl.envs.openspiel  # noqa: F401  (registers the game)

    return walk(pyspiel.load_game(f"chocolatl(players={PLAYERS})"))


def solo() -> Play:
    """Gymnasium, one seat against greedy bots; the bots' time is in it."""
    import gymnasium

    import chocolatl.envs  # noqa: F401  (registers the environment)

    made, random = gymnasium.make("Chocolatl-v1", players=PLAYERS, opponents="greedy").unwrapped, Random(1)

    def play() -> int:
        seen, _ = made.reset()
        decisions, over = 0, False
        while not over:
            seen, _, over, _, _ = made.step(any_legal(seen["action_mask"], random))
            decisions += 1
        return decisions

    return play


def vector(seconds: float) -> dict[str, float]:
    """Thousands of games at once, choosing actions included.

    `vector` plays every seat from outside and reads the arrays where they are; `vector_copied` gets a copy of
    them from every step. `vector_against_random` plays one seat; what the others decide is not counted.
    """
    return {
        "vector_per_s": _vector(seconds / 3, opponents="none", copy=False),
        "vector_copied_per_s": _vector(seconds / 3, opponents="none", copy=True),
        "vector_against_random_per_s": _vector(seconds / 3, opponents="random", copy=False),
    }


def _vector(seconds: float, opponents: str, copy: bool) -> float:
    from chocolatl.envs.vector import ChocolatlVectorEnv

    made = ChocolatlVectorEnv(GAMES_AT_ONCE, players=PLAYERS, opponents=opponents, copy=copy)
    made.reset(seed=1)
    made.step(made.sample_legal())
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        made.step(made.sample_legal())
        steps += 1
    return steps * GAMES_AT_ONCE / spent


BENCHES = {
    "parallel": parallel,
    "aec": aec,
    "openspiel": openspiel,
    "openspiel_python_kuhn_poker": kuhn_poker,
    "solo_against_greedy": solo,
}
"""`kuhn_poker` is OpenSpiel's own: what its interface alone costs. For others see `peers`."""
