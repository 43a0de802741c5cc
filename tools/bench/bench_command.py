"""`chocolatl bench`: how fast each part is on this machine, beside what we want of it.

A bench is a module `bench_…` of this package with `run(seconds) -> dict[str, float]`; BENCHES: targets.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module

import click

from chocolatl.cli.exit_codes import FAILED, OK, UsageError
from chocolatl.cli.output import console, print_json
from chocolatl.cli.parser import Choice, command, json_option, option, whole_number

EXAMPLES = ("chocolatl bench rules --seconds 1", "chocolatl bench rules --seconds 1 --json")


@dataclass(frozen=True)
class Bench:
    """What is measured, and for some figures the least or the most that we want."""

    help: str
    least: dict[str, float] = field(default_factory=dict)
    most: dict[str, float] = field(default_factory=dict)

    def target(self, figure: str) -> str:
        """The target in words, or nothing."""
        if figure in self.least:
            return f"at least {self.least[figure]:,g}"
        return f"at most {self.most[figure]:,g}" if figure in self.most else ""

    def met(self, figure: str, value: float) -> bool | None:
        """Whether the target is met; nothing where there is none."""
        if figure in self.least:
            return value >= self.least[figure]
        return value <= self.most[figure] if figure in self.most else None


BENCHES = {
    "rules": Bench(
        "random four-player games by the rules, one process, CPU time",
        least={"games_per_s": 300, "decisions_per_s": 50_000},
        most={"decide_p99_us": 1000, "replay_ms": 20, "import_ms": 100},
    ),
    "fast": Bench(
        "random games of the compiled game, one core, CPU time, beside OpenSpiel's C++ goofspiel",
        least={
            "games_per_s_3": 250_000,
            "games_per_s_5": 130_000,
            "times_openspiel_games_3": 2.5,
            "times_openspiel_games_5": 2.5,
            "times_openspiel_decisions_3": 5,
            "times_openspiel_decisions_5": 5,
        },
    ),
    "server": Bench(
        "four people at each of many tables, real sockets, SQLite, CPU time of the server",
        least={"answers_per_cpu_s": 2000},
        most={
            "screen_ms_p99": 20,
            "clocks_screen_ms_p99": 20,
            "clocks_cpu_ratio": 1.1,
            "tables_open_mb": 600,
            "event_bytes_p50": 400,
            "reconnect_ms": 50,
        },
    ),
    "hostile": Bench(
        "people's tables while one hostile address does all it can, each attack for --seconds",
        most={"others_refused": 0, "p99_ratio_worst": 3, "quick_bots_s_worst": 1, "server_errors": 0},
    ),
    "envs": Bench(
        "environments for learning, random play, one process, CPU time",
        least={
            "parallel_per_s": 40_000,
            "aec_per_s": 15_000,
            "openspiel_per_s": 100_000,
            "vector_per_s": 5_000_000,
        },
    ),
}


MODULES = {name: f"tools.bench.bench_{name}" for name in BENCHES} | {"fast": "tools.bench.bench_engine"}


@command(EXAMPLES)
@click.argument("bench", metavar="[BENCH]", required=False, type=Choice(tuple(BENCHES)))
@option("--seconds", metavar="N", default=5, type=whole_number(1, 3600), help="for each (default 5)")
@option(
    "--compare",
    was="--beside",
    is_flag=True,
    help="others in the same run, installed for it: boardgame.io (server), four environments (envs)",
)
@option("--database", metavar="URL", default="", help="hostile: an empty PostgreSQL database, not SQLite")
@option("--check", is_flag=True, help="exit with 1 if a target is missed")
@json_option
def run(bench: str | None, seconds: int, compare: bool, database: str, check: bool, as_json: bool) -> int:
    """Measure, print, and judge if that was asked for."""
    names = [bench] if bench else list(BENCHES)
    figures = {name: _measured(name, seconds, compare, database) for name in names}
    if as_json:
        print_json({name: _judged(name, values) for name, values in figures.items()})
    else:
        _print_table(figures)
    missed = any(
        BENCHES[n].met(figure, v) is False for n, values in figures.items() for figure, v in values.items()
    )
    return FAILED if check and missed else OK


def _measured(name: str, seconds: int, compare: bool, database: str) -> dict[str, float]:
    bench = import_module(MODULES[name])
    figures: dict[str, float]
    if database and name != "hostile":
        raise UsageError("--database is for the bench hostile")
    if name == "hostile":
        figures = bench.run(seconds, database=database)
        return figures
    if not (compare and name == "server"):
        figures = bench.run(seconds)
        return figures | _peers(seconds) if compare and name == "envs" else figures
    from tools.bench.compare_boardgame_io import NotInstalled

    try:
        figures = bench.run(seconds, beside=True)
    except NotInstalled as problem:
        raise UsageError(f"--compare: {problem}") from None
    return figures


def _peers(seconds: float) -> dict[str, float]:
    from tools.bench import peer_envs as peers

    return peers.run(seconds / len(peers.PACKAGES), tell=partial(print, file=sys.stderr))


def _judged(name: str, values: dict[str, float]) -> dict[str, object]:
    bench = BENCHES[name]
    return {
        figure: {"value": value, "target": bench.target(figure) or None, "met": bench.met(figure, value)}
        for figure, value in values.items()
    }


def _print_table(figures: dict[str, dict[str, float]]) -> None:
    from rich.table import Table

    table = Table("bench", "figure")
    table.add_column("measured", justify="right")
    table.add_column("target", justify="right")
    table.add_column("")
    for name, values in figures.items():
        for figure, value in values.items():
            met = BENCHES[name].met(figure, value)
            verdict = "" if met is None else "met" if met else "missed"
            table.add_row(name, figure, _number(value), BENCHES[name].target(figure), verdict)
        table.add_section()
    console().print(table)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.3g}"
