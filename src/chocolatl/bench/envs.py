"""How fast the environments are: decisions per CPU-second of random play, beside others where installed.

A decision is one action that a player chooses: here one card, a roll, a pass. Choosing among the legal ones
is part of the time everywhere, except for `vector_step` (the same without it).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from chocolatl.bench.rules import yardstick

PLAYERS = 5
GAMES_AT_ONCE = 2048
Play = Callable[[], int]
"""Plays some games; returns how many decisions there were."""


def run(seconds: float = 5.0) -> dict[str, float]:
    """All figures; `yardstick_mops` tells how fast this machine was meanwhile, so that runs compare."""
    before = yardstick()
    ours = {"parallel": parallel, "aec": aec, "openspiel": openspiel, "solo_against_greedy": solo}
    benches = {f"{name}_per_s": make for name, make in ours.items()} | _others()
    share = seconds / (len(benches) + 2)
    figures = {name: rate(make(), share) for name, make in benches.items()}
    return figures | vector(2 * share) | {"yardstick_mops": (before + yardstick()) / 2}


def rate(play: Play, seconds: float) -> float:
    """Decisions per CPU-second, after one round to warm up."""
    play()
    decisions, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or not decisions:
        decisions += play()
    return decisions / spent


def parallel() -> Play:
    """PettingZoo's parallel form."""
    from chocolatl.envs import parallel_env

    made, random = parallel_env(players=PLAYERS), Random(1)
    waiting = made.setting.actions - 1

    def play() -> int:
        decisions = 0
        seen, _ = made.reset()
        while made.agents:
            actions = {agent: _any(one["action_mask"], random) for agent, one in seen.items()}
            decisions += sum(action != waiting for action in actions.values())
            seen, *_ = made.step(actions)
        return decisions

    return play


def aec() -> Play:
    """PettingZoo's form with one seat after the other."""
    from chocolatl.envs import env

    return in_turn(env(players=PLAYERS))


def in_turn(made: Any) -> Play:
    """Any environment of PettingZoo with masks."""
    random = Random(1)

    def play() -> int:
        decisions = 0
        made.reset()
        for _ in made.agent_iter():
            seen, _, over, cut, info = made.last()
            if over or cut:
                made.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            made.step(_any(mask, random))
            decisions += 1
        return decisions

    return play


def openspiel() -> Play:
    """OpenSpiel's sequential form, chance nodes too."""
    import pyspiel

    import chocolatl.envs.openspiel  # noqa: F401  (registers the game)

    return walk(pyspiel.load_game(f"chocolatl(players={PLAYERS})"))


def walk(game: Any) -> Play:
    """Any sequential game of OpenSpiel."""
    random = Random(1).random

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
                decisions += 1
        return decisions

    return play


def solo() -> Play:
    """Gymnasium, one seat against greedy bots; the bots' time is in it."""
    import gymnasium

    import chocolatl.envs  # noqa: F401  (registers the environment)

    made, random = gymnasium.make("Chocolatl-v0", players=PLAYERS).unwrapped, Random(1)

    def play() -> int:
        seen, _ = made.reset()
        decisions, over = 0, False
        while not over:
            seen, _, over, _, _ = made.step(_any(seen["action_mask"], random))
            decisions += 1
        return decisions

    return play


def vector(seconds: float) -> dict[str, float]:
    """Thousands of games at once, every seat played from outside; with and without choosing actions."""
    from chocolatl.envs.vector import ChocolatlVectorEnv

    made = ChocolatlVectorEnv(GAMES_AT_ONCE, players=PLAYERS, opponents="none")
    made.reset(seed=1)
    made.step(made.sample_legal())
    steps, stepping, began = 0, 0.0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        actions = made.sample_legal()
        before = time.process_time()
        made.step(actions)
        stepping += time.process_time() - before
        steps += 1
    return {
        "vector_per_s": steps * GAMES_AT_ONCE / spent,
        "vector_step_per_s": steps * GAMES_AT_ONCE / stepping,
    }


def _any(mask: Any, random: Random) -> int:
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def _others() -> dict[str, Callable[[], Play]]:
    """Card games of other people, where their packages are installed."""
    found: dict[str, Callable[[], Play]] = {}
    if find_spec("shimmy") and find_spec("hanabi_learning_environment"):
        found["pettingzoo_hanabi_per_s"] = lambda: in_turn(_pettingzoo("hanabi_v5"))
    if find_spec("rlcard"):
        found["pettingzoo_texas_holdem_per_s"] = lambda: in_turn(_pettingzoo("texas_holdem_v4"))
        found["rlcard_uno_per_s"] = rlcard_uno
    if find_spec("open_spiel"):
        found["openspiel_python_kuhn_poker_per_s"] = kuhn_poker
    return found


def _pettingzoo(name: str) -> Any:
    return import_module(f"pettingzoo.classic.{name}").env()


def kuhn_poker() -> Play:
    """OpenSpiel's own example of a game written in Python: what its interface alone costs."""
    import pyspiel
    from open_spiel.python.games import kuhn_poker as example

    del example  # importing it registers the game
    return walk(pyspiel.load_game("python_kuhn_poker"))


def rlcard_uno() -> Play:
    """RLCard's uno with its random agents."""
    rlcard, agents = import_module("rlcard"), import_module("rlcard.agents")
    made = rlcard.make("uno")
    made.set_agents([agents.RandomAgent(made.num_actions) for _ in range(made.num_players)])

    def play() -> int:
        trajectories, _ = made.run()
        return sum(len(moves) // 2 for moves in trajectories)

    return play
