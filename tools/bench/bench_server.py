"""How fast the server is: real sockets on loopback, load from another process, CPU time of the server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import TypeVar

import msgspec

from chocolatl.server import protocol
from tools.bench import compare_boardgame_io as boardgame_io
from tools.bench.load_generator import SEATS, LoadJob, Played
from tools.bench.machine_baseline import MachineBaseline
from tools.load.server_process import ChildServerSettings, ServerProcess, Usage
from tools.load.setup_tables import socket_path
from tools.load.websocket_client import connect

ROOT = Path(__file__).resolve().parents[2]
LIVE_TABLES = 50
OPEN_TABLES = 1000
CLOCK_TABLES = 500
THINK_SECONDS = 0.25
PEOPLE_AT_ONCE = 200
"""So many people think for THINK_SECONDS; more of them think longer, so that as many answers come."""
SETTLING = 0.3
"""Seconds that count for nothing: everybody's first question and its report come at the same moment."""
RETURNS = 15
CLOCKED = ("screen_ms_p50", "screen_ms_p90", "screen_ms_p99", "screen_cpu_us_per_answer")
encode = msgspec.json.Encoder().encode
T = TypeVar("T")


def run(
    seconds: float = 5.0,
    beside: bool = False,
    open_tables: int = OPEN_TABLES,
    live_tables: int = LIVE_TABLES,
    clock_tables: int = CLOCK_TABLES,
) -> dict[str, float]:
    """All figures. Every phase has a server and a database of its own; `beside`: boardgame.io after it."""
    with tempfile.TemporaryDirectory(prefix="chocolatl-bench-") as folder:
        data = Path(folder)
        figures, finished = full_load(data / "load", seconds * 0.6, live_tables)
        if beside:
            figures |= boardgame_io.run(data / "beside")
            figures["times_boardgame_io"] = (
                figures["answers_per_cpu_s"] / figures["boardgame_io_moves_per_cpu_s"]
            )
        figures |= at_human_pace(data / "pace", seconds * 0.4, live_tables)
        figures |= under_clocks(data, seconds, clock_tables)
        figures |= coming_back(data / "load", finished[:RETURNS])
        return figures | much_memory(data / "open", open_tables)


class ServerUnderTest:
    """A server for the length of a `with`."""

    def __init__(self, data: Path, profile: str = "", database: str = "", limits: bool = False) -> None:
        data.mkdir(exist_ok=True)
        settings = ChildServerSettings(str(data), database, profile=profile, limits=limits)
        self.process = ServerProcess(settings, data / "log")
        self.url = ""

    def __enter__(self) -> ServerUnderTest:
        self.url = self.process.ready()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stop()


class Child:
    """A process that runs a module, reads lines of JSON and writes others."""

    def __init__(self, module: str, job: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.say(encode(job))

    def say(self, line: bytes) -> None:
        """One line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def hear(self, kind: type[T]) -> T:
        """The next line; raises RuntimeError when there is none."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the load has failed; its message stands above")
        return msgspec.json.decode(line, type=kind)

    def leave(self) -> None:
        """Everybody goes at once."""
        self._process.kill()
        self._process.communicate()


class Crowd(Child):
    """A process full of people; see load.py."""

    def __init__(self, job: LoadJob) -> None:
        super().__init__("tools.bench.load_generator", job)

    def ready(self) -> int:
        """Wait until all tables have begun."""
        return self.hear(int)

    def play(self) -> Played:
        """Begin, and wait for what they saw."""
        self.say(b"")
        return self.hear(Played)


def full_load(
    data: Path, seconds: float, tables: int, profile: str = ""
) -> tuple[dict[str, float], list[tuple[str, str]]]:
    """Everybody answers at once: CPU time for each durable answer, batch by batch."""
    costs: list[float] = []
    answers, spent = 0, 0.0
    finished: list[tuple[str, str]] = []
    sizes: list[int] = []
    with ServerUnderTest(data, profile) as server:
        while spent < seconds:
            played, cpu = _batch(server, LoadJob(server.url, tables, 600, 0, len(costs)))
            costs.append(cpu / played.answers)
            answers += played.answers
            spent += cpu
            finished += played.finished
            sizes += played.event_bytes
    figures = {
        "answers_per_cpu_s": answers / spent,
        "cpu_us_per_answer": spent / answers * 1e6,
        "cpu_us_per_answer_best": min(costs) * 1e6,
        "cpu_us_per_answer_worst": max(costs) * 1e6,
        "answers": float(answers),
    }
    return figures | _percentiles("event_bytes", [float(size) for size in sizes]), finished


def _batch(server: ServerUnderTest, job: LoadJob) -> tuple[Played, float]:
    crowd = Crowd(job)
    try:
        crowd.ready()
        before = server.process.usage()
        played = crowd.play()
        return played, server.process.usage().cpu - before.cpu
    finally:
        crowd.leave()


def at_human_pace(data: Path, seconds: float, tables: int, clocks: bool = False) -> dict[str, float]:
    """From an answer to the last of the other screens, while nobody answers faster than a person might.

    `clocks`: with a limit per decision, and a report of every page for every question.
    """
    think = THINK_SECONDS * max(1.0, tables * SEATS / PEOPLE_AT_ONCE)
    job = LoadJob("", tables, max(seconds, 2.0), think, 1, clocks=clocks)
    with ServerUnderTest(data) as server, MachineBaseline(data) as machine:
        played, cpu = _batch(server, msgspec.structs.replace(job, url=server.url))
    return (
        _percentiles("screen_ms", [took * 1000 for when, took in played.samples["screen"] if when > SETTLING])
        | {"screen_answers": float(played.answers), "screen_cpu_us_per_answer": cpu / played.answers * 1e6}
        | _percentiles("machine_sync_ms", machine.syncs)
        | _percentiles("machine_wakes_late_ms", machine.delays)
    )


def under_clocks(data: Path, seconds: float, tables: int) -> dict[str, float]:
    """The same at many tables with the reports of a fair clock, and their CPU time beside a run without."""
    without = at_human_pace(data / "no_clocks", seconds, tables)
    reported = at_human_pace(data / "clocks", seconds, tables, clocks=True)
    figures = {name.replace("screen_", "clocks_screen_"): reported[name] for name in CLOCKED}
    cost = "screen_cpu_us_per_answer"
    return figures | {"clocks_tables": float(tables), "clocks_cpu_ratio": reported[cost] / without[cost]}


def coming_back(data: Path, finished: Sequence[tuple[str, str]]) -> dict[str, float]:
    """A finished game on a new screen: first from disk, then with the table in memory."""
    with ServerUnderTest(data) as server:
        before = server.process.usage()
        cold = [asyncio.run(_come_back(server.url, *seat)) * 1000 for seat in finished]
        between = server.process.usage()
        warm = [asyncio.run(_come_back(server.url, *seat)) * 1000 for seat in finished]
        after = server.process.usage()
    return {
        "reconnect_ms": median(cold),
        "reconnect_cpu_ms": _per(before, between, len(cold)),
        "reconnect_warm_ms": median(warm),
        "reconnect_warm_cpu_ms": _per(between, after, len(warm)),
    }


def _per(before: Usage, after: Usage, count: int) -> float:
    return (after.cpu - before.cpu) / count * 1000


async def _come_back(url: str, table: str, cookie: str) -> float:
    over = asyncio.Event()
    began = time.perf_counter()

    def take(frame: bytes) -> None:
        if b'"type":"fairness"' in frame:
            over.set()

    socket = await connect(url, socket_path(table), cookie, take, lambda _: None)
    socket.send(encode(protocol.Hello()))
    await asyncio.wait_for(over.wait(), 30)
    socket.cut()
    return time.perf_counter() - began


def much_memory(data: Path, tables: int) -> dict[str, float]:
    """Running games with four sockets each, all open at once."""
    with ServerUnderTest(data) as server:
        empty = server.process.usage()
        crowd = Crowd(LoadJob(server.url, tables, 0, 0, 1))
        try:
            crowd.ready()
            full = server.process.usage()
        finally:
            crowd.leave()
    return {"tables_open": float(tables), "tables_open_mb": full.rss, "server_empty_mb": empty.rss}


def _percentiles(name: str, values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {f"{name}_p{share}": ordered[len(ordered) * share // 100] for share in (50, 90, 99)}
