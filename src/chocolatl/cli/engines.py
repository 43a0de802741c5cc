"""Where long work is done: `--jobs` on this machine, or `--engine ray` on a cluster."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from chocolatl.cli.exits import UsageError
from chocolatl.cli.parser import whole_number

if TYPE_CHECKING:
    from chocolatl.lab import Executor


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Read them with `executor_of`."""
    parser.add_argument("--jobs", metavar="N", default=1, type=whole_number(1, 512), help="processes to use")
    parser.add_argument(
        "--engine", choices=("local", "ray"), default="local", help="local: this machine (default)"
    )
    parser.add_argument(
        "--address", metavar="HOST:PORT", help="of a Ray cluster; without it, --engine ray starts one here"
    )


def executor_of(args: argparse.Namespace) -> Executor:
    """What runs the work."""
    if args.engine == "ray":
        from chocolatl.lab.executors.ray_executor import RayExecutor

        return RayExecutor(args.address, args.jobs)
    if args.address:
        raise UsageError(f"--address {args.address}: expected --engine ray with it")
    from chocolatl.lab import LocalExecutor

    return LocalExecutor(args.jobs)
