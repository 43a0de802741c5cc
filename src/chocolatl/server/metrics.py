"""What /metrics tells: counts and times, never names or contents."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)
THINKING = (0.001, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30)


class Metrics:
    """One registry per application, so that several can live in one process."""

    def __init__(self) -> None:
        reg = self.registry = CollectorRegistry()
        self.rooms = Gauge("chocolatl_tables_loaded", "Tables in memory", registry=reg)
        self.sockets = Gauge("chocolatl_sockets", "Open play sockets", registry=reg)
        self.created = Counter("chocolatl_tables_created", "Tables created", registry=reg)
        self.finished = Counter("chocolatl_games_finished", "Games that ended", registry=reg)
        self.answers = Counter("chocolatl_answers", "Answers stored", ["by"], registry=reg)
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
        self.bot_failures = Counter(
            "chocolatl_bot_failures", "Bots that crashed or were late", ["why"], registry=reg
        )
        self.webhooks = Counter("chocolatl_webhooks", "Webhook calls", ["outcome"], registry=reg)

    def text(self) -> bytes:
        """The page for Prometheus."""
        return generate_latest(self.registry)
