"""What is played: board, edition, number of players, and the sizes that follow from them."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.layout import Vector
from chocolatl.engine.state_vector import to_state
from chocolatl.envs.action_encoding import ENCODINGS, NON_CARD_ACTIONS, action_name, card_values
from chocolatl.envs.observation_fields import Field, fields
from chocolatl.records.board_file import parse_board
from chocolatl.rules import Board, Rules, SealedChance, State, default_board, key_from_seed
from chocolatl.rules.board import BOARD_NAMES, named_board
from chocolatl.rules.types import MAX_PLAYERS, MIN_PLAYERS
from chocolatl.rules.versions import RULES_VERSION, edition_named

STUDY_BOARDS = ("altar", "pair", "five", "seven", "short")
"""From the smallest tree to the largest."""


class EnvConfig:
    """Board, edition, players and rules version, with everything an environment derives from them.

    `history`: observations have the bids of earlier rounds, too, from `past_at` on.
    """

    def __init__(
        self,
        board: Board,
        rules: Rules,
        players: int,
        version: str = RULES_VERSION,
        history: bool = False,
    ) -> None:
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise ValueError(f"players={players}: expected {MIN_PLAYERS} to {MAX_PLAYERS}")
        self.board, self.rules, self.players, self.version = board, rules, players, version
        self.history = history
        self.b = encode_board(board, rules, version)
        self.values = card_values(board)
        self.actions = self.values + len(NON_CARD_ACTIONS)
        self.names = tuple(action_name(self.values, action) for action in range(self.actions))
        self.keys = len(board.cards)
        self.fields: tuple[Field, ...] = fields(board, players, self.values, history)
        self.size = self.fields[-1].start + self.fields[-1].size
        self.past_at = next((field.start for field in self.fields if field.part == "round 1"), self.size)
        self.own_at = next(field.start for field in self.fields if field.part == "own")

    def state(self, row: Vector) -> State:
        """The position of a row as a state of the rules."""
        return to_state(row, self.board, self.rules, self.version)

    @property
    def low(self) -> NDArray[np.int8]:
        """The least that each number of an observation can be."""
        return np.concatenate([np.full(field.size, field.low, np.int8) for field in self.fields])

    @property
    def high(self) -> NDArray[np.int8]:
        """The most that each number of an observation can be: divide by it to get numbers up to 1."""
        return np.concatenate([np.full(field.size, field.high, np.int8) for field in self.fields])


@lru_cache(maxsize=64)
def setting(
    players: int = 4,
    edition: str = "english",
    board: str | Board | None = None,
    version: str = RULES_VERSION,
    history: bool = False,
) -> EnvConfig:
    """A setting by name; `board`: a board, the path of a board file, or a name (see `board_named`)."""
    made = board_named(board) if isinstance(board, str) else board
    return EnvConfig(made or default_board(), edition_named(edition, version), players, version, history)


def board_named(name: str) -> Board:
    """One of our boards, a study board of this package, or a board file."""
    if name in BOARD_NAMES:
        return named_board(name)
    study = files(__package__).joinpath(f"boards/{name}.toml")
    if "/" not in name and study.is_file():
        return parse_board(study.read_text(), f"{name}.toml")
    if not Path(name).is_file():
        known = ", ".join((*BOARD_NAMES, *STUDY_BOARDS))
        raise ValueError(f"board={name!r}: expected a board file, or one of {known}")
    return parse_board(Path(name).read_text(), name)


def checked(kind: str, value: str, known: tuple[str, ...]) -> str:
    """The value, if it is one of the known ones."""
    if value not in known:
        raise ValueError(f"{kind}={value!r}: expected one of {', '.join(known)}")
    return value


def checked_encoding(encoding: str) -> str:
    """`cards` or `keys`."""
    return checked("encoding", encoding, ENCODINGS)


def drawn_seed(generator: np.random.Generator) -> int:
    """A number that names a game."""
    return int(generator.integers(1 << 62))


def chance_of(seed: int) -> SealedChance:
    """The chance of the game with this name."""
    return SealedChance(key_from_seed(seed))
