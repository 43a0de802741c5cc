"""What /metrics tells: counts and times, never names or contents.

Workers on one port keep their figures in files of a shared folder, and whichever is asked adds them all up.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus_client looks, once, when it is imported: so it is set before workers start."""
ADDED_UP: Final = "livesum"

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)
THINKING = (0.001, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30)


class Metrics:
    """One registry per application, so that several can live in one process."""

    def __init__(self) -> None:
        reg = self.registry = CollectorRegistry()
        self.tables = Gauge(
            "chocolatl_tables_loaded", "Tables in memory", registry=reg, multiprocess_mode=ADDED_UP
        )
        self.sockets = Gauge(
            "chocolatl_sockets", "Open play sockets", registry=reg, multiprocess_mode=ADDED_UP
        )
        self.created = Counter("chocolatl_tables_created", "Tables created", registry=reg)
        self.finished = Counter("chocolatl_games_finished", "Games that ended", registry=reg)
        answers = Counter("chocolatl_answers", "Answers stored", ["by"], registry=reg)
        self.answers_by_people, self.answers_by_bots = answers.labels("person"), answers.labels("bot")
        self.refusals = Counter("chocolatl_refusals", "Messages and requests refused", ["code"], registry=reg)
        self.latency = Histogram(
            "chocolatl_answer_seconds",
            "From an answer's arrival to its events being sent",
            buckets=QUICK,
            registry=reg,
        )
        self.bot_time = Histogram(
            "chocolatl_bot_seconds", "Bots' thinking time", buckets=THINKING, registry=reg
        )
        self.bot_wait = Histogram(
            "chocolatl_bot_wait_seconds",
            "From a bot's question to its beginning",
            ["lane"],
            buckets=THINKING,
            registry=reg,
        )
        self.bots_waiting = Gauge(
            "chocolatl_bot_questions_waiting",
            "Questions that no bot thinks about yet",
            ["lane"],
            registry=reg,
            multiprocess_mode=ADDED_UP,
        )
        self.bot_answers = Counter("chocolatl_bot_answers", "Who thought of it", ["bot"], registry=reg)
        self.bots_ready = Gauge(
            "chocolatl_strong_bots_ready",
            "1 when the strong bots are compiled; before, medium answers for them",
            registry=reg,
            multiprocess_mode="livemin",
        )
        self.bot_failures = Counter(
            "chocolatl_bot_failures", "Bots that another one stood in for", ["why"], registry=reg
        )
        self.webhooks = Counter("chocolatl_webhooks", "Webhook calls", ["outcome"], registry=reg)

    def text(self) -> bytes:
        """The page for Prometheus: of this process, or of all that share its port."""
        folder = os.environ.get(SHARED_FOLDER)
        if folder is None:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together, folder)  # type: ignore[no-untyped-call]  # it has no types
        return generate_latest(together)


@contextmanager
def multiprocess_metrics() -> Iterator[None]:
    """Processes that are started meanwhile are counted together."""
    with tempfile.TemporaryDirectory(prefix="chocolatl-metrics-") as folder:
        os.environ[SHARED_FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[SHARED_FOLDER]


def forget_process(pid: int) -> None:
    """It has died: its sockets and tables are no more, its answers still count."""
    mark_process_dead(pid, os.environ[SHARED_FOLDER])  # type: ignore[no-untyped-call]  # likewise
