"""A server in a process of its own, usually without rate limits, that tells what it has used when asked.

The processes are forked from one that has everything imported (where the system can), so that a killed server
is back at once.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

from chocolatl.rules.types import Value
from chocolatl.server.config import NO_LIMITS, Config, Rates
from chocolatl.server.ops.serve import bind, run_one

HOW = "spawn" if sys.platform == "win32" else "forkserver"
Pipe: TypeAlias = "Connection[Any, Any]"


class ChildServerSettings(Value, frozen=True):
    """What the process needs to know. `limits`: with the usual rate limits."""

    data: str
    database: str = ""
    bus: str | None = None
    port: int = 0
    log_level: str = "warning"
    profile: str = ""
    limits: bool = False


class Usage(Value, frozen=True):
    """What the server has used. `cpu` in seconds, `rss` in megabytes."""

    cpu: float
    rss: float


class ServerProcess:
    """One running server; `kill` gives it no chance to tidy up."""

    def __init__(self, settings: ChildServerSettings, log: Path) -> None:
        context: Any = multiprocessing.get_context(HOW)
        context.set_forkserver_preload(["tools.load.server_process"])
        self.log = log
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_main, args=(settings, str(log), other))
        self._process.start()
        other.close()

    def ready(self) -> str:
        """Wait until it serves; its address. Raises RuntimeError with its log."""
        try:
            url: str = self._pipe.recv()
        except (EOFError, OSError):
            log = self.log.read_text(errors="replace")
            raise RuntimeError(f"the server did not start:\n{log[-4000:]}") from None
        return url

    def usage(self) -> Usage:
        """CPU time since its start, and memory now."""
        self._pipe.send("usage")
        usage: Usage = self._pipe.recv()
        return usage

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()
        self._end()

    def stop(self) -> None:
        """SIGTERM, and wait for the end."""
        self._process.terminate()
        self._end()

    def _end(self) -> None:
        self._process.join()
        self._pipe.close()


def _main(settings: ChildServerSettings, log: str, pipe: Pipe) -> None:
    with Path(log).open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    if settings.profile:
        _profiled(settings, pipe)
    else:
        _serve(settings, pipe)


def _serve(settings: ChildServerSettings, pipe: Pipe) -> None:
    raise_file_limit()
    listener = bind("127.0.0.1", settings.port)
    port = listener.getsockname()[1]
    config = Config(
        data=Path(settings.data),
        database=settings.database,
        bus=settings.bus,
        port=port,
        rates=Rates() if settings.limits else NO_LIMITS,
        warm_up=settings.limits,
        log_level=settings.log_level,
    )
    run_one(config, [listener], lambda _: _tell(pipe, port))


def _profiled(settings: ChildServerSettings, pipe: Pipe) -> None:
    import cProfile

    profile = cProfile.Profile(time.thread_time)
    try:
        profile.runcall(_serve, settings, pipe)
    finally:
        profile.dump_stats(settings.profile)


def _tell(pipe: Pipe, port: int) -> None:
    pipe.send(f"http://127.0.0.1:{port}")
    threading.Thread(target=_answer, args=(pipe,), daemon=True).start()


def _answer(pipe: Pipe) -> None:
    """Whoever closes the pipe without stopping us has died; then we go too."""
    try:
        while pipe.recv():
            pipe.send(Usage(time.process_time(), memory()))
    except (EOFError, OSError):
        os._exit(0)


def memory() -> float:
    """Megabytes in memory now; where that cannot be told, the most there ever were."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def raise_file_limit() -> None:
    """Every socket is an open file, and the usual limit is about a thousand."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
