"""A server in a process of its own, without rate limits, that tells what it has used when asked.

`python -m chocolatl.soak.served` reads its settings as one line of JSON from standard input. After that every
line asks for one line with CPU seconds and megabytes; the end of the input ends the process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TextIO

import msgspec

from chocolatl.rules.words import Value

UNLIMITED = (1e9, 1e9)


class Settings(Value, frozen=True):
    """What the process needs to know."""

    data: str
    database: str = ""
    bus: str | None = None
    port: int = 0
    log_level: str = "warning"
    profile: str = ""


class Usage(Value, frozen=True):
    """What the server has used. `cpu` in seconds, `rss` in megabytes."""

    cpu: float
    rss: float


class ServerProcess:
    """One running server; `kill` gives it no chance to tidy up."""

    def __init__(self, settings: Settings, log: Path) -> None:
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "chocolatl.soak.served"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
            )
        self.log = log
        self._say(msgspec.json.encode(settings))

    def ready(self) -> str:
        """Wait until it serves; its address. Raises RuntimeError with its log."""
        line = self._hear()
        if not line:
            raise RuntimeError(f"the server did not start:\n{self.log.read_text(errors='replace')[-4000:]}")
        return msgspec.json.decode(line, type=str)

    def usage(self) -> Usage:
        """CPU time since its start, and memory now."""
        self._say(b"")
        return msgspec.json.decode(self._hear(), type=Usage)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()
        self._end()

    def stop(self) -> None:
        """SIGTERM, and wait for the end."""
        self._process.terminate()
        self._end()

    def _end(self) -> None:
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def _say(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def _hear(self) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def main() -> None:
    """Serve as told on standard input."""
    settings = msgspec.json.decode(sys.stdin.readline(), type=Settings)
    out, sys.stdout = sys.stdout, sys.stderr
    if settings.profile:
        _profiled(settings, out)
    else:
        _serve(settings, out)


def _serve(settings: Settings, out: TextIO) -> None:
    from chocolatl.server.config import Config, Rates
    from chocolatl.server.serve import bind, run_one

    raise_file_limit()
    listener = bind("127.0.0.1", settings.port)
    port = listener.getsockname()[1]
    rates = Rates(UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, sockets_per_address=100_000)
    config = Config(
        data=Path(settings.data),
        database=settings.database,
        bus=settings.bus,
        port=port,
        rates=rates,
        log_level=settings.log_level,
    )
    run_one(config, [listener], lambda: _tell(out, port))


def _profiled(settings: Settings, out: TextIO) -> None:
    import cProfile

    profile = cProfile.Profile()
    try:
        profile.runcall(_serve, settings, out)
    finally:
        profile.dump_stats(settings.profile)


def _tell(out: TextIO, port: int) -> None:
    _write(out, f"http://127.0.0.1:{port}")
    threading.Thread(target=_answer, args=(out,), daemon=True).start()


def _answer(out: TextIO) -> None:
    while sys.stdin.readline():
        _write(out, Usage(time.process_time(), memory()))
    os._exit(0)  # whoever started us is gone


def _write(out: TextIO, value: object) -> None:
    out.write(msgspec.json.encode(value).decode() + "\n")
    out.flush()


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


if __name__ == "__main__":
    main()
