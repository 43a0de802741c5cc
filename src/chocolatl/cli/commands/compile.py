"""`chocolatl compile`: compile everything for this machine now, so that nothing waits for it later."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from chocolatl.cli.exit_codes import OK
from chocolatl.cli.parser import command

EXAMPLES = ("chocolatl compile",)


@command(EXAMPLES)
def run() -> int:
    """What is in the cache already is only loaded. The cache belongs to this version of the program."""
    from chocolatl.engine.compile_notice import announce_compilation
    from chocolatl.engine.jit import cache_folder

    notice = announce_compilation()
    for name, work in _steps():
        began, before = time.monotonic(), notice.compiled
        print(f"{name}: ", end="", flush=True)
        work()
        print(f"{notice.compiled - before} functions compiled, {time.monotonic() - began:.1f} s")
    print(f"kept in {cache_folder()}")
    return OK


def _steps() -> Iterator[tuple[str, Callable[[], None]]]:
    """The environments only where their libraries are installed."""
    from chocolatl.bots.levels import warm_up

    yield "bots", warm_up
    yield "exploitability", _exploitability
    if find_spec("gymnasium") and find_spec("pettingzoo"):
        from chocolatl.envs.compile_ahead import compile_openspiel, compile_single_games, compile_vector

        yield "environments, single games", compile_single_games
        yield "environments, vector", compile_vector
        if find_spec("pyspiel"):
            yield "environments, OpenSpiel", compile_openspiel


def _exploitability() -> None:
    from chocolatl.lab.exploitability.exploitability import Effort, gains

    for _ in gains("E:1:2", 3, 1, 1, Effort(asked=1, climbs=1, rollouts=10)):
        pass
