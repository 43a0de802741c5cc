"""One game of a simulation: its chance and its bots follow from the seed and the number of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from chocolatl.bots import answers_by, make_bot
from chocolatl.records.record import encode, make_record
from chocolatl.rules import (
    Board,
    Event,
    Rules,
    SealedChance,
    default_board,
    fold,
    key_from_seed,
    play_to_end,
    start,
)
from chocolatl.rules.types import Seat
from chocolatl.rules.versions import RULES_VERSION

E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class Setup:
    """What is simulated: bots in short notation, seat by seat; `rotate` moves them on after each game."""

    players: tuple[str, ...]
    seed: int = 1
    rules: Rules = field(default_factory=Rules)
    board: Board = field(default_factory=default_board)
    edition: str | None = None
    rotate: bool = False
    version: str = RULES_VERSION


@dataclass(frozen=True)
class SimulatedGame:
    """A finished game: `players[seat]` is who sat there, as an index into the players of the setup."""

    setup: Setup
    number: int
    players: tuple[int, ...]
    chance: SealedChance
    events: tuple[Event, ...]

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind, in order."""
        return [event for event in self.events if type(event) is kind]

    def record(self) -> bytes:
        """The game as a line of a record file."""
        bots = [self.setup.players[player] for player in self.players]
        names = [f"{bot} {player + 1}" for bot, player in zip(bots, self.players, strict=True)]
        return encode(make_record(self.events, names, self.chance, edition=self.setup.edition, bots=bots))


def play_game(setup: Setup, number: int) -> SimulatedGame:
    """Play the game with this number, from 0."""
    players = seating(setup, number)
    chance = SealedChance(key_from_seed(f"{setup.seed}/{number}"))
    bots = [make_bot(setup.players[player], f"{setup.seed}/{number}/{player}") for player in players]
    events = list(start(setup.board, setup.rules, len(players), chance, setup.version))
    try:
        for _, more in play_to_end(fold(events), answers_by(bots), chance):
            events += more
    except ValueError as refused:
        refused.add_note(f"game {number} of seed {setup.seed}, seats: {[setup.players[p] for p in players]}")
        raise
    return SimulatedGame(setup, number, players, chance, tuple(events))


def seating(setup: Setup, number: int) -> tuple[Seat, ...]:
    """Who sits where in this game."""
    order = tuple(range(len(setup.players)))
    moved = number % len(order) if setup.rotate else 0
    return order[moved:] + order[:moved]
