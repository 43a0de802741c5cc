"""Card and board games of other people, played at random: decisions per CPU-second.

It knows nothing of Chocolatl, so that `peers` can run it where only the other packages are installed:
python peer_games.py rlcard_uno 2
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

Play = Callable[[], int]
"""Plays some games; returns how many decisions there were."""


def rate(play: Play, seconds: float) -> float:
    """Decisions per CPU-second, after one round to warm up."""
    play()
    decisions, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or not decisions:
        decisions += play()
    return decisions / spent


def any_legal(mask: Any, random: Random) -> int:
    """A legal action, all alike."""
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def in_turn(made: Any) -> Play:
    """Any environment of PettingZoo with masks, one seat after the other."""
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
            made.step(any_legal(mask, random))
            decisions += 1
        return decisions

    return play


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


def kuhn_poker() -> Play:
    """OpenSpiel's own example of a game written in Python: what its interface alone costs."""
    import_module("open_spiel.python.games.kuhn_poker")  # registers the game
    return walk(import_module("pyspiel").load_game("python_kuhn_poker"))


def pettingzoo_hanabi() -> Play:
    """PettingZoo's hanabi."""
    return in_turn(import_module("pettingzoo.classic.hanabi_v5").env())


def pettingzoo_texas_holdem() -> Play:
    """PettingZoo's texas hold'em."""
    return in_turn(import_module("pettingzoo.classic.texas_holdem_v4").env())


def rlcard_uno() -> Play:
    """RLCard's uno with its random agents."""
    rlcard, agents = import_module("rlcard"), import_module("rlcard.agents")
    made = rlcard.make("uno")
    made.set_agents([agents.RandomAgent(made.num_actions) for _ in range(made.num_players)])

    def play() -> int:
        trajectories, _ = made.run()
        return sum(len(moves) // 2 for moves in trajectories)

    return play


def catanatron_gym() -> Play:
    """Catanatron's environment for Gymnasium: one seat against a random bot, whose time is in it."""
    made, random = import_module("catanatron_gym.envs").CatanatronEnv(), Random(1)

    def play() -> int:
        _, info = made.reset()
        decisions, over = 0, False
        while not over:
            _, _, ended, cut, info = made.step(random.choice(info["valid_actions"]))
            decisions, over = decisions + 1, ended or cut
        return decisions

    return play


if __name__ == "__main__":
    sys.stdout.write(f"{rate(globals()[sys.argv[1]](), float(sys.argv[2]))}\n")
