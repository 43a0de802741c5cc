"""The report of a tournament as tables."""

from __future__ import annotations

from rich.table import Table

from chocolatl.cli.output import figures_table, print_tables
from chocolatl.lab import ArenaReport
from chocolatl.lab.tournament.tournament_html import about, between, percent, rating_between, rating_text
from chocolatl.rules.types import SOURCES


def print_arena(report: ArenaReport) -> None:
    """Ratings, both directions, shared tables, pairs, points, CPU."""
    tables = (
        ("Ratings (Plackett–Luce from victories; 400 more is ten times the strength)", _ratings(report)),
        ("One among copies of another: win share, both directions", _duels(report)),
        ("Tables that all bots share: win share of one copy", _shared(report)),
        ("How often the bot of the row finishes ahead of that of the column", _pairs(report)),
        ("Points a game, by source", _points(report)),
        ("Process CPU time for a decision, in ms", _cpu(report)),
    )
    print_tables(about(report), tables)


def _ratings(report: ArenaReport) -> Table:
    table = figures_table(
        "bot", "rating", "95%", *(f"{size} players" for size in report.sizes), "all places", "95%"
    )
    for r in report.ratings:
        sizes = [f"{value:+.0f}" for value in r.by_size.values()]
        low, high = r.all_places_interval
        table.add_row(
            r.bot,
            rating_text(r),
            rating_between(r),
            *sizes,
            f"{r.all_places:+.0f}",
            f"{low:+.0f} – {high:+.0f}",
        )
    return table


def _duels(report: ArenaReport) -> Table:
    table = figures_table("one", "among", "wins", "95%", "times fair", "each other", "score", "others")
    for size in report.sizes:
        for d in (duel for duel in report.duels if duel.size == size):
            scores = f"{d.score:.1f}", f"{d.others_score:.1f}"
            table.add_row(
                d.lone,
                f"{size - 1} × {d.others}",
                percent(d.share),
                between(d.interval),
                f"{d.times_fair:.2f}",
                percent(d.others_share),
                *scores,
            )
        table.add_section()
    return table


def _shared(report: ArenaReport) -> Table:
    table = figures_table("bot", "players", "wins", "95%", "times fair")
    for s in report.shared:
        table.add_row(s.bot, str(s.size), percent(s.share), between(s.interval), f"{s.times_fair:.2f}")
    return table


def _pairs(report: ArenaReport) -> Table:
    table = figures_table("", *report.bots)
    found = {(pair.bot, pair.other): percent(pair.ahead) for pair in report.pairs}
    for bot in report.bots if found else ():
        table.add_row(bot, *(found.get((bot, other), "–") for other in report.bots))
    return table


def _points(report: ArenaReport) -> Table:
    table = figures_table("source", *(p.bot for p in report.points))
    for source in SOURCES:
        table.add_row(source.replace("_", " "), *(f"{p.points[source]:.2f}" for p in report.points))
    table.add_section()
    table.add_row("score", *(f"{p.score:.2f}" for p in report.points))
    return table


def _cpu(report: ArenaReport) -> Table:
    table = figures_table("bot", "decisions", "mean", "median", "95th percentile")
    for c in report.cpu:
        table.add_row(c.bot, f"{c.decisions:,}", f"{c.mean_ms:.3f}", f"{c.p50_ms:.3f}", f"{c.p95_ms:.3f}")
    return table
