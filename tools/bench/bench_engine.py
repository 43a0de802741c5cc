"""How fast the compiled game is: random games per CPU-second, beside OpenSpiel's C++ goofspiel."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec

import numpy as np

from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.random_playout import random_games
from chocolatl.rules.board import default_board
from chocolatl.rules.editions import Rules
from chocolatl.rules.versions import RULES_VERSION

BLOCK = 5_000
CARDS = 13


def run(seconds: int) -> dict[str, float]:
    """Figures for three and five players; OpenSpiel's in turn with ours, so that both meet the same noise."""
    figures: dict[str, float] = {}
    for players in (3, 5):
        random_block(players, 0)  # compiled, or loaded
        ours, theirs = _in_turn(players, seconds / 2)
        figures |= {f"games_per_s_{players}": ours[0], f"decisions_per_s_{players}": ours[1]}
        if theirs[0]:
            figures |= {
                f"openspiel_games_per_s_{players}": theirs[0],
                f"openspiel_decisions_per_s_{players}": theirs[1],
                f"times_openspiel_games_{players}": ours[0] / theirs[0],
                f"times_openspiel_decisions_{players}": ours[1] / theirs[1],
            }
    figures["two_processes_times_one"] = _scaling(seconds / 4)
    return {name: round(value, 2 if value < 1000 else 0) for name, value in figures.items()}


def random_block(players: int, seed: int) -> tuple[int, int]:
    """Some random games of ours; returns games and decisions."""
    b = encode_board(default_board(), Rules(), RULES_VERSION)
    return BLOCK, random_games(b, players, BLOCK, seed, np.zeros(5))


def _in_turn(players: int, seconds: float) -> tuple[tuple[float, float], tuple[float, float]]:
    kinds = [random_block, _goofspiel_block] if find_spec("pyspiel") else [random_block]
    totals = np.zeros((2, 3))
    until, seed = time.process_time() + seconds, 1
    while time.process_time() < until:
        for row, block in enumerate(kinds):
            totals[row] += _timed(block, players, seed)
        seed += 1
    rates = totals[:, :2] / np.maximum(totals[:, 2:], 1e-9)
    return (float(rates[0, 0]), float(rates[0, 1])), (float(rates[1, 0]), float(rates[1, 1]))


def _timed(block: Callable[[int, int], tuple[int, int]], players: int, seed: int) -> tuple[int, int, float]:
    started = time.process_time()
    games, decisions = block(players, seed)
    return games, decisions, time.process_time() - started


def _goofspiel_block(players: int, seed: int) -> tuple[int, int]:
    """Games between OpenSpiel's random bots: its C++ loop, one call a game; the last card is no choice."""
    import pyspiel

    game = pyspiel.load_game("goofspiel", {"players": players, "num_cards": CARDS, "imp_info": True})
    bots = [pyspiel.make_uniform_random_bot(player, seed) for player in range(players)]
    games = BLOCK // 10
    for number in range(games):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed * games + number)
    return games, games * players * (CARDS - 1)


def _scaling(seconds: float) -> float:
    """Games in wall time by two processes at once, beside one."""
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_games_in, [0.01] * 2))
        one = pool.submit(_games_in, seconds).result()
        two = sum(pool.map(_games_in, [seconds] * 2))
    return two / one


def _games_in(seconds: float) -> int:
    until, games = time.perf_counter() + seconds, 0
    while time.perf_counter() < until:
        games += random_block(3, games)[0]
    return games
