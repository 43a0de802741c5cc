"""Threads that run before somebody needs them.

To start a thread, the event loop waits until the system has given it a core: on a machine under attack that
took up to 40 ms, in which nobody was served.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier


def started_pool(threads: int, name: str) -> ThreadPoolExecutor:
    """A pool of so many threads, all of them started. Blocks: for the start of a process."""
    pool = ThreadPoolExecutor(threads, name)
    all_run = Barrier(threads + 1)
    for _ in range(threads):
        pool.submit(all_run.wait)
    all_run.wait()
    return pool
