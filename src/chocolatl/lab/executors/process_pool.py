"""Maps a function over tasks in several processes, in order, and stops when the parent has gone."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def parallel_map(work: Callable[[T], R], tasks: Iterator[T], jobs: int) -> Iterator[R]:
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


def parent_is_gone() -> bool:
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
