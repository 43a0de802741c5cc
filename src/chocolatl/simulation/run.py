"""Plays the games of a simulation, on one core or several, and hands them out in order."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import TypeVar

from chocolatl.simulation.game import Setup, play_game
from chocolatl.simulation.tally import ACCUMULATORS, Accumulator, Tally, tally_of

T = TypeVar("T")
R = TypeVar("R")

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
    yield from spread(play_chunk, tasks, jobs) if jobs > 1 and games > size else map(play_chunk, tasks)


def play_chunk(task: Task) -> Chunk:
    """Play some games in a row."""
    tally, records = Tally(), list[bytes]()
    for number in task.numbers:
        if given_up():
            break
        game = play_game(task.setup, number)
        tally.update(tally_of(game, task.accumulators))
        if task.record:
            records.append(game.record())
    return Chunk(len(task.numbers), tally, tuple(records))


def spread(work: Callable[[T], R], tasks: Iterator[T], jobs: int) -> Iterator[R]:
    """What `work` makes of each task, in order; at most two tasks wait for each worker."""
    spawn = get_context("spawn")  # the same on every system, and safe beside a progress bar's thread
    lifeline, hold = spawn.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_start_worker, initargs=(lifeline,))
    waiting = deque[Future[R]]()
    try:
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        hold.close()
        pool.shutdown(wait=True, cancel_futures=True)


def given_up() -> bool:
    """Whether nobody waits any more for what this worker does."""
    return _parent_gave_up.is_set()


_parent_gave_up = threading.Event()
"""Only ever set in a worker process."""


def _start_worker(lifeline: Connection) -> None:
    """Ctrl-C is the parent's business; a worker watches whether its parent still wants games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(lifeline,), daemon=True).start()


def _watch(lifeline: Connection) -> None:
    """The pipe ends when the parent stops early or dies; without a parent nobody would ever end us."""
    with suppress(EOFError):
        lifeline.recv()
    _parent_gave_up.set()
    if parent := parent_process():
        parent.join()
        os._exit(1)
