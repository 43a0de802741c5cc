"""The games the oracle looks at: editions, switches, boards, tables of players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from msgspec.structs import replace

from chocolatl.rules import (
    EDITIONS,
    RULES_VERSION,
    RULES_VERSIONS,
    Board,
    Rules,
    SealedChance,
    default_board,
    key_from_seed,
)
from chocolatl.rules.board import Row
from tests.oracle.players import TABLES, as_json, play
from tests.oracle.table import Json

RULES: dict[str, Rules] = {
    **EDITIONS,
    "first round gold": Rules(first_round="gold"),
    "one die": Rules(dice_per_offering="one"),
    "lowest back": Rules(give_back="lowest"),
    "all at once": Rules(red_reveal="all_at_once"),
    "green at once": Rules(green_reveal="all_at_once"),
    "all switches": Rules("gold", "one", "lowest", "all_at_once", "all_at_once"),
}

DEFAULT = default_board()
BOARDS: dict[str, Board] = {
    "default": DEFAULT,
    "soon over": replace(DEFAULT, goal=15, cubes=4),
    "never over": replace(DEFAULT, goal=400, cubes=30),
    "three rounds": replace(DEFAULT, rounds=3, goal=100),
    "two rows at once": replace(
        DEFAULT, cubes=15, pyramid=(Row(1, 1), Row(1, 3), Row(3, 2), Row(2, 6), Row(7, 4))
    ),
    "other colours": replace(DEFAULT, track=("green", "green", "red", "gold", "red"), pyramid_lead=1),
    "mixed piles": replace(
        DEFAULT, improvements_high=(1, 5, 3, 20, 5, 5), improvements_low=(5, 5, 5, 5, 5, 9)
    ),
    "without temple": replace(
        DEFAULT, locations=("city", "pyramid", "ball_court"), cards=(0, 1, 2, 3, 3, 5, 6)
    ),
    "drink only": replace(DEFAULT, locations=("drink",), cards=(0, 1, 1)),
}

NONCES = (b"first", b"", b"the third seat's words")


@dataclass(frozen=True)
class Game:
    """One game, enough to play it again."""

    board: str
    rules: str
    players: int
    table: str
    seed: int
    version: str = RULES_VERSION

    @property
    def key(self) -> bytes:
        return key_from_seed(str(self))

    @property
    def chance(self) -> SealedChance:
        return SealedChance(self.key, NONCES)

    @cache  # noqa: B019 - a game is small and the tests look at it several times
    def events(self) -> list[Json]:
        seats = TABLES[self.table](self.players)
        return as_json(
            play(BOARDS[self.board], RULES[self.rules], seats, self.chance, str(self), self.version)
        )


def games(board: str, rules: str, seeds: int) -> Iterator[Game]:
    """Every table and number of players, in every version of the rules."""
    for players, table, version in product((3, 4, 5), TABLES, RULES_VERSIONS):
        for seed in range(seeds):
            yield Game(board, rules, players, table, seed, version)
