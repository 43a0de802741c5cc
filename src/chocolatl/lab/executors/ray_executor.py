"""The same units on a Ray cluster. Ray is an optional extra, imported only when a cluster is asked for."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from chocolatl.lab.executors.executor import ExecutorError

T = TypeVar("T")
R = TypeVar("R")

RETRIES = 5
"""How often a unit is begun again because its worker or machine died."""
TOKEN = "A cluster with token authentication expects RAY_AUTH_MODE=token and its token in the environment."


@dataclass(frozen=True)
class RayExecutor:
    """The cluster at an address ("auto": the one around us); without one, our own Ray with `jobs` workers."""

    address: str | None = None
    jobs: int = 2

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """A unit lost with its worker is played again: same seed, same games."""
        ray = _ray()
        self._connect(ray)
        try:
            apply = ray.remote(num_cpus=1, max_retries=RETRIES)(_apply)
            workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
            yield from _in_order(ray, lambda task: apply.remote(work, task), tasks, ahead=2 * workers)
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError) as error:
            raise ExecutorError(f"a unit lost its worker {RETRIES + 1} times: {error}") from None
        finally:
            ray.shutdown()

    def _connect(self, ray: Any) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # our games are nobody else's business
        quiet = {"log_to_driver": False, "logging_level": "error"}
        if self.address is None:
            ray.init("local", num_cpus=self.jobs, include_dashboard=False, **quiet)
            return
        try:
            # The package travels along, so that every machine plays by the same code.
            ray.init(self.address, runtime_env={"py_modules": [_package()]}, **quiet)
        except (ConnectionError, ValueError) as error:
            raise ExecutorError(f"no Ray cluster at {self.address!r} lets us in: {error}. {TOKEN}") from None


def _apply(work: Callable[[T], R], task: T) -> R:
    return work(task)


def _in_order(ray: Any, begin: Callable[[T], Any], tasks: Iterable[T], ahead: int) -> Iterator[Any]:
    waiting = deque[Any]()
    for task in tasks:
        waiting.append(begin(task))
        if len(waiting) > ahead:
            yield ray.get(waiting.popleft())
    while waiting:
        yield ray.get(waiting.popleft())


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise ExecutorError(
            "Ray is not installed: expected the extra 'ray', as in pip install 'chocolatl[ray]'"
        ) from None
    return ray


def _package() -> Any:
    import chocolatl

    return chocolatl
