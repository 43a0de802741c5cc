"""What one hostile address can do to everybody else, on a real server with its usual limits.

Each attack has a server of its own, and people who play there all the time: first they are alone, then the
attack begins. After them comes one run with all attacks at once. All quiet times together are what the
attacked ones are compared with.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from chocolatl.rules.types import Value
from tools.bench.bench_server import Child, Crowd, ServerUnderTest
from tools.bench.hostile_visitor import Visit, Visited
from tools.bench.load_generator import LoadJob, Played, SampleKind
from tools.load.attacks import ATTACKS
from tools.load.http_client import call

TABLES, BOT_TABLES = 8, 4
THINK_SECONDS = 0.15
TOGETHER = "together"
WARM_UP, SETTLING = 4.0, 0.2
"""Seconds that count for nothing: until the bots' processes have loaded, and at the start of each half."""
BOTS_PATIENCE = 120.0


class Phase(Value, frozen=True):
    """One attack: what the others saw before and during it, and what the hostile visitor was told."""

    name: str
    half: float
    played: Played
    visited: Visited

    def times(self, kind: SampleKind, attacked: bool) -> list[float]:
        """How long things took that began in the quiet half, or under attack."""
        return [took for when, took in self.played.samples[kind] if self._within(when, attacked)]

    def refused(self, attacked: bool) -> list[str]:
        """Why others were refused."""
        return [why for when, why in self.played.refused if self._within(when, attacked)]

    def _within(self, when: float, attacked: bool) -> bool:
        first = WARM_UP + self.half if attacked else WARM_UP
        return first + SETTLING <= when < first + self.half

    @property
    def server_errors(self) -> int:
        """See `Intruder.server_errors`."""
        return self.visited.server_errors


def run(
    seconds: float = 5.0,
    attacks: Sequence[str] = tuple(ATTACKS),
    tables: int = TABLES,
    bot_tables: int = BOT_TABLES,
    database: str = "",
) -> dict[str, float]:
    """All figures; `seconds` is the length of the quiet half of each run, and of its attacked half."""
    with tempfile.TemporaryDirectory(prefix="chocolatl-hostile-") as folder:
        phases = [
            _phase(
                Path(folder) / ("all" if database else name),
                name,
                names,
                seconds,
                tables,
                bot_tables,
                database,
            )
            for name, names in _runs(attacks)
        ]
    return figures(phases)


def _runs(attacks: Sequence[str]) -> list[tuple[str, list[str]]]:
    alone = [(name, [name]) for name in attacks]
    return [*alone, (TOGETHER, list(attacks))] if len(alone) > 1 else alone


def _phase(
    data: Path, name: str, attacks: list[str], half: float, tables: int, bot_tables: int, database: str
) -> Phase:
    with ServerUnderTest(data, database=database, limits=True) as server, ThreadPoolExecutor(1) as thread:
        crowd = Crowd(LoadJob(server.url, tables, WARM_UP + 2 * half, THINK_SECONDS, 1, True, bot_tables))
        visit = Child("tools.bench.hostile_visitor", Visit(server.url, attacks, half, 1))
        try:
            crowd.ready()
            visit.hear(bool)
            if bot_tables:
                _wait_for_bots(server.url)
            playing = thread.submit(crowd.play)
            time.sleep(WARM_UP + half)
            visit.say(b"")
            return Phase(name, half, playing.result(), visit.hear(Visited))
        finally:
            visit.leave()
            crowd.leave()
            server.process.kill()


def _wait_for_bots(url: str) -> None:
    """Until what the strong bots need is compiled: that is not what is measured here."""
    deadline = time.monotonic() + BOTS_PATIENCE
    while time.monotonic() < deadline:
        if b"\nchocolatl_strong_bots_ready 1" in asyncio.run(call(url, "/metrics")).body:
            return
        time.sleep(0.2)


def figures(phases: Sequence[Phase]) -> dict[str, float]:
    """The worst of all first, then each run."""
    quiet = percentile(_all(phases, "screen", False), 99) * 1000
    found: dict[str, float] = {}
    for phase in phases:
        found |= _of_phase(phase, quiet)
    ratios = [found[f"{phase.name}_p99_ratio"] for phase in phases]
    bots = [found[f"{phase.name}_quick_bots_s"] for phase in phases]
    together = {
        "others_refused": float(sum(len(phase.refused(attacked=True)) for phase in phases)),
        "p99_ratio_worst": max(ratios),
        "quick_bots_s_worst": max(bots),
        "server_errors": float(sum(phase.server_errors for phase in phases)),
        "quiet_screen_ms_p99": quiet,
        "quiet_quick_bots_s": max(_all(phases, "bot", False), default=0.0),
        "quiet_newcomer_ms_p99": percentile(_all(phases, "newcomer", False), 99) * 1000,
        "quiet_refused": float(sum(len(phase.refused(attacked=False)) for phase in phases)),
    }
    return together | found


def _of_phase(phase: Phase, quiet: float) -> dict[str, float]:
    screen = percentile(phase.times("screen", attacked=True), 99) * 1000
    return {
        f"{phase.name}_p99_ratio": screen / quiet if quiet else 0.0,
        f"{phase.name}_screen_ms_p99": screen,
        f"{phase.name}_quick_bots_s": max(phase.times("bot", attacked=True), default=0.0),
        f"{phase.name}_newcomer_ms_p99": percentile(phase.times("newcomer", attacked=True), 99) * 1000,
        f"{phase.name}_refused": float(len(phase.refused(attacked=True))),
        f"{phase.name}_steps": float(sum(phase.visited.counts.get(name, 0) for name in ATTACKS)),
    }


def _all(phases: Iterable[Phase], kind: SampleKind, attacked: bool) -> list[float]:
    return [took for phase in phases for took in phase.times(kind, attacked)]


def percentile(values: Sequence[float], share: int) -> float:
    """The value that `share` percent are below; 0 where there are none."""
    ordered = sorted(values)
    return ordered[len(ordered) * share // 100] if ordered else 0.0


def why_refused(phases: Iterable[Phase]) -> Counter[str]:
    """What others were told under attack."""
    return Counter(why for phase in phases for why in phase.refused(attacked=True))
