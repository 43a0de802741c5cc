"""Where units are played: on this machine, or on a Ray cluster. Results come in the order of the units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Protocol, TypeVar

from chocolatl.lab.executors.process_pool import parallel_map

T = TypeVar("T")
R = TypeVar("R")


class ExecutorError(RuntimeError):
    """The work cannot go on; what is finished is kept."""


class Executor(Protocol):
    """`run` works through the tasks and yields what comes of each, in their order."""

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Stop early by closing the iterator."""


@dataclass(frozen=True)
class LocalExecutor:
    """This process, or a pool of processes."""

    jobs: int = 1

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """As many tasks at once as there are jobs."""
        if self.jobs == 1:
            yield from map(work, tasks)
            return
        try:
            yield from parallel_map(work, iter(tasks), self.jobs)
        except BrokenProcessPool:
            raise ExecutorError(
                "a worker process died: the same command goes on where it stopped, if it has a results file"
            ) from None
