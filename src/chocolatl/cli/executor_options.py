"""Where long work is done: `--jobs` on this machine, or `--executor ray` on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING

from chocolatl.cli.exit_codes import UsageError
from chocolatl.cli.parser import Choice, option, whole_number

if TYPE_CHECKING:
    from chocolatl.lab import Executor


@dataclass(frozen=True)
class ExecutorOptions:
    """What was asked for."""

    jobs: int
    kind: str
    ray_address: str | None

    def make(self) -> Executor:
        """What runs the work."""
        if self.kind == "ray":
            from chocolatl.lab.executors.ray_executor import RayExecutor

            return RayExecutor(self.ray_address, self.jobs)
        if self.ray_address:
            raise UsageError(f"--ray-address {self.ray_address}: expected --executor ray with it")
        from chocolatl.lab import LocalExecutor

        return LocalExecutor(self.jobs)


def executor_options(function: Callable[..., int]) -> Callable[..., int]:
    """The options of a command that gets them as `executor`."""

    @option("--jobs", metavar="N", default=1, type=whole_number(1, 512), help="processes to use")
    @option(
        "--executor",
        "kind",
        was="--engine",
        type=Choice(("local", "ray")),
        default="local",
        help="local: this machine (default)",
    )
    @option(
        "--ray-address",
        was="--address",
        metavar="HOST:PORT",
        help="of a Ray cluster; without it, --executor ray starts one here",
    )
    @wraps(function)
    def with_executor(jobs: int, kind: str, ray_address: str | None, **rest: object) -> int:
        return function(executor=ExecutorOptions(jobs, kind, ray_address), **rest)

    return with_executor
