"""Plays the games of a simulation, on one core or several, and hands them out in order."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from chocolatl.lab.executors.process_pool import parallel_map, parent_is_gone
from chocolatl.lab.simulation.simulated_game import Setup, play_game
from chocolatl.lab.simulation.tally import ACCUMULATORS, Accumulator, Tally, tally_of

CHUNK = 20
"""Games handed to a worker at once: enough to hide the handing over, few enough to stop quickly."""


@dataclass(frozen=True)
class Chunk:
    """Some games in a row: how many, their counts, and their records if these were wanted."""

    games: int
    tally: Tally
    records: tuple[bytes, ...]


@dataclass(frozen=True)
class Task:
    """What a worker needs to know."""

    setup: Setup
    numbers: range
    record: bool
    accumulators: tuple[Accumulator, ...]


def simulate(
    setup: Setup,
    games: int,
    jobs: int = 1,
    *,
    record: bool = False,
    accumulators: Sequence[Accumulator] = ACCUMULATORS,
) -> Generator[Chunk, None, None]:
    """Chunks in the order of the games, whatever worker finishes first; only a few are held at a time."""
    size = CHUNK if jobs > 1 else 1
    tasks = (
        Task(setup, range(begin, min(begin + size, games)), record, tuple(accumulators))
        for begin in range(0, games, size)
    )
    yield from parallel_map(play_chunk, tasks, jobs) if jobs > 1 and games > size else map(play_chunk, tasks)


def play_chunk(task: Task) -> Chunk:
    """Play some games in a row."""
    tally, records = Tally(), list[bytes]()
    for number in task.numbers:
        if parent_is_gone():
            break
        game = play_game(task.setup, number)
        tally.update(tally_of(game, task.accumulators))
        if task.record:
            records.append(game.record())
    return Chunk(len(task.numbers), tally, tuple(records))
