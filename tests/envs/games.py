"""Games played through the environments, for the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

from chocolatl.engine.equivalence import boards
from chocolatl.envs.env_config import EnvConfig, setting
from chocolatl.envs.env_game import EnvGame
from chocolatl.records.verify import verify
from chocolatl.rules import EDITIONS, SealedChance, key_from_seed

Choice = Callable[[EnvGame, list[int]], int]


def all_settings() -> Iterator[EnvConfig]:
    """Every edition and number of players on the default board, then boards that stretch it."""
    for edition, players in product(EDITIONS, (3, 4, 5)):
        yield setting(players, edition)
    for number, board in enumerate(boards()[1:]):
        yield setting(3 + number % 3, tuple(EDITIONS)[number % 4], board)


SETTINGS = tuple(all_settings())


def name(made: EnvConfig) -> str:
    edition = next(name for name, rules in EDITIONS.items() if rules == made.rules)
    return f"{made.board.name}-{edition}-{made.players}"


def table(made: EnvConfig, seed: int | str) -> EnvGame:
    return EnvGame(made, SealedChance(key_from_seed(seed)))


def legal(table: EnvGame, seat: int) -> list[int]:
    found: list[int] = table.see(seat)[1].nonzero()[0].tolist()
    return found


def moments(made: EnvConfig, seed: int | str) -> Iterator[EnvGame]:
    """A random game, card by card, at every pick and at the end."""
    game, random = table(made, seed), Random(seed)
    while not game.over:
        yield game
        game.pick(game.seat, random.choice(legal(game, game.seat)))
    yield game


def assert_verified(record: object, scores: list[int]) -> None:
    """A finished record that the rules accept, with the scores that the environment shows."""
    report = verify(record)  # type: ignore[arg-type]
    assert report.ok, report.problem
    assert report.finished
    assert list(record.events[-1].scores) == scores  # type: ignore[attr-defined]
