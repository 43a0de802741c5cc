"""Several processes on one port: start them, replace those that die, stop them together."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.context import SpawnProcess
from types import FrameType

import structlog

from chocolatl.server.metrics import forget_process, multiprocess_metrics

LOOK_SECONDS = 0.2
STARTUP_FAILURE_SECONDS = 2.0
log = structlog.get_logger()


def supervise(work: Callable[[], None], count: int) -> None:
    """Keep `count` processes at this work until SIGTERM or Ctrl-C, then let them drain."""
    with multiprocess_metrics():
        _keep_going(partial(_worker, work), count)


def _keep_going(work: Callable[[], None], count: int) -> None:
    stopping = False

    def stop(_: int, __: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    workers = [_start(work) for _ in range(count)]
    started = time.monotonic()
    while not stopping:
        time.sleep(LOOK_SECONDS)
        dead = [worker for worker in workers if not worker.is_alive()]
        if len(dead) == count and time.monotonic() - started < STARTUP_FAILURE_SECONDS:
            return  # none of them can start, and each has said why
        for worker in dead:
            log.warning("worker.died", code=worker.exitcode)
            forget_process(worker.pid or 0)
            workers[workers.index(worker)] = _start(work)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join()


def _worker(work: Callable[[], None]) -> None:
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    work()


def _leave_with_parent() -> None:
    """A supervisor that was killed cannot stop us: without this, we would hold its port for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _start(work: Callable[[], None]) -> SpawnProcess:
    process = multiprocessing.get_context("spawn").Process(target=work, name="worker")
    process.start()
    return process
