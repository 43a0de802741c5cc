"""Whole games for laws: every table size, every combination of switches, full and shrunk boards."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any, get_args, get_type_hints

from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.rules import (
    RULES_VERSION,
    RULES_VERSIONS,
    Board,
    Rules,
    SealedChance,
    default_board,
    key_from_seed,
)
from tests.rules.table import Table, new_game, small_board

SWITCHES: Any = [get_args(switch) for switch in get_type_hints(Rules).values()]
ALL_RULES = tuple(Rules(*switches) for switches in product(*SWITCHES))
BOARDS: tuple[Board, ...] = (
    default_board(),
    replace(default_board(), track=("green", "gold", "red", "green"), goal=60, cubes=5),
    replace(default_board(), improvements_low=(0, 0, 5, 5, 12, 12), improvements_high=(3, 3, 3, 12, 12, 16)),
    small_board("city", "pyramid", "drink", "ball_court", track=("gold", "green"), goal=12),
    small_board("temple", "drink", rounds=3),
)

seeds = st.integers(0, 2**32)
sizes = st.sampled_from((3, 4, 5))
rule_sets = st.sampled_from(ALL_RULES)
versions = st.sampled_from(RULES_VERSIONS)
boards = st.one_of(st.just(default_board()), st.sampled_from(BOARDS))


def examples(number: int) -> settings:
    """So many games, or a share of them under a profile with fewer examples than the usual hundred."""
    return settings(max_examples=max(1, number * settings().max_examples // 100), deadline=None)


def opened(
    seed: int, players: int, rules: Rules, board: Board, version: str = RULES_VERSION
) -> tuple[Table, Random]:
    """A new game and the randomness of its players."""
    chance = SealedChance(key_from_seed(seed))
    return new_game(players, rules, board, chance, version), Random(seed)


def played(seed: int, players: int, rules: Rules, board: Board, version: str = RULES_VERSION) -> Table:
    """A game of random players, to the end."""
    table, random = opened(seed, players, rules, board, version)
    return table.play_on(random)
