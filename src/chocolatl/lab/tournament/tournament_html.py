"""The report of a tournament as one HTML file."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from chocolatl.lab.reporting.html import data_table, document, node, section
from chocolatl.lab.reporting.plots import Range, range_plot, stacked_plot
from chocolatl.lab.statistics.cluster_bootstrap import Interval
from chocolatl.lab.tournament.tournament_report import ArenaReport, RatingReport
from chocolatl.rules.types import SOURCES, SOURCES_OF, Source


def arena_page(report: ArenaReport) -> str:
    """Ratings, both directions, shared tables, pairs, points and CPU."""
    parts = [_about(report), _ratings(report)]
    parts += [_duels(report, size) for size in report.sizes if any(d.size == size for d in report.duels)]
    if report.shared:
        parts.append(_shared(report))
    if report.pairs:
        parts.append(_pairs(report))
    return document("Arena report", *parts, _points(report), _cpu(report))


def percent(share: float) -> str:
    """0.1234 as 12.3%."""
    return f"{100 * share:.1f}%"


def between(interval: Interval) -> str:
    """An interval of shares."""
    return f"{percent(interval[0])} – {percent(interval[1])}"


def rating_text(rating: RatingReport) -> str:
    """With a sign where only one side is known."""
    sign = {"won": "≤ ", "lost": "≥ ", None: ""}[rating.never]
    return f"{sign}{rating.rating:+.0f}"


def rating_between(rating: RatingReport) -> str:
    """The interval; nothing where a bot never won or never lost."""
    low, high = rating.interval
    return f"{low:+.0f} – {high:+.0f}" if rating.never is None else f"never {rating.never}"


def about(report: ArenaReport) -> str:
    """One sentence of what was played."""
    last = report.first_seed + report.seeds - 1
    rules = ", ".join(f"{name}={value}" for name, value in report.rules.items())
    return (
        f"{report.games} games: {report.seeds} seeds ({report.first_seed} to {last}), "
        f"{len(report.tables)} tables, all seat rotations on the same chance; "
        f"board {report.board}; {rules}; {report.mean_rounds:.2f} rounds a game."
    )


def _about(report: ArenaReport) -> Element:
    how = "The unit of observation is one seed averaged over all rotations; intervals are 95%, over seeds."
    return node("p", f"{about(report)} {how}")


def _ratings(report: ArenaReport) -> Element:
    ranges = [Range(r.bot, r.rating, *r.interval) for r in report.ratings]
    sizes = [str(size) for size in report.sizes]
    rows = [
        (
            r.bot,
            rating_text(r),
            rating_between(r),
            *(f"{value:+.0f}" for value in r.by_size.values()),
            f"{r.all_places:+.0f}",
        )
        for r in report.ratings
    ]
    columns = ("bot", "rating", "95%", *(f"{size} players" for size in sizes), "all places")
    note = "Plackett–Luce from victories, mean 0; 400 more is ten times the strength."
    return section("Ratings", range_plot("Rating", ranges), data_table(note, columns, rows))


def _duels(report: ArenaReport, size: int) -> Element:
    duels = [duel for duel in report.duels if duel.size == size]
    ranges = [Range(f"{d.lone} among {d.others}", d.share, *d.interval, 1 / size) for d in duels]
    rows = [
        (
            d.lone,
            d.others,
            percent(d.share),
            between(d.interval),
            f"{d.times_fair:.2f}",
            percent(d.others_share),
            f"{d.score:.1f}",
            f"{d.others_score:.1f}",
        )
        for d in duels
    ]
    columns = (
        "one",
        f"among {size - 1}",
        "wins",
        "95%",
        "times fair",
        "each other",
        "score",
        "others' score",
    )
    title = f"One among {size - 1}"
    return section(
        title,
        range_plot(f"Win share of the one; dashed: fair, {percent(1 / size)}", ranges, percent=True),
        data_table(f"Both directions, {size} players: each pair is there twice", columns, rows),
    )


def _shared(report: ArenaReport) -> Element:
    ranges = [Range(f"{s.bot}, {s.size} players", s.share, *s.interval, 1 / s.size) for s in report.shared]
    rows = [
        (s.bot, str(s.size), percent(s.share), between(s.interval), f"{s.times_fair:.2f}")
        for s in report.shared
    ]
    return section(
        "Tables that all bots share",
        range_plot("Win share of one copy; dashed: fair", ranges, percent=True),
        data_table("By number of players", ("bot", "players", "wins", "95%", "times fair"), rows),
    )


def _pairs(report: ArenaReport) -> Element:
    found = {(pair.bot, pair.other): pair for pair in report.pairs}
    rows = [
        (
            bot,
            *(
                f"{percent(pair.ahead)} ({between(pair.interval)})"
                if (pair := found.get((bot, other)))
                else "–"
                for other in report.bots
            ),
        )
        for bot in report.bots
    ]
    caption = "How often the bot of the row finishes ahead of that of the column, in all games they share"
    return section("Pair by pair", data_table(caption, ("bot", *report.bots), rows))


def _points(report: ArenaReport) -> Element:
    bars = {p.bot: by_place(p.points) for p in report.points}
    rows = [
        (source.replace("_", " "), *(f"{p.points[source]:.2f}" for p in report.points)) for source in SOURCES
    ]
    rows.append(("score", *(f"{p.score:.2f}" for p in report.points)))
    return section(
        "Points by source",
        stacked_plot("Points of a game by place", bars),
        data_table("Mean of all games of the bot", ("source", *(p.bot for p in report.points)), rows),
    )


def by_place(points: Mapping[Source, float]) -> dict[str, float]:
    """Points gathered by the place they were fought for."""
    return {
        place.replace("_", " "): sum(points[source] for source in sources)
        for place, sources in SOURCES_OF.items()
    }


def _cpu(report: ArenaReport) -> Element:
    rows = [
        (c.bot, f"{c.decisions:,}", f"{c.mean_ms:.3f}", f"{c.p50_ms:.3f}", f"{c.p95_ms:.3f}")
        for c in report.cpu
    ]
    columns = ("bot", "decisions", "mean ms", "median ms", "95th percentile ms")
    return section(
        "CPU for a decision", data_table("Process CPU time, all kinds of questions", columns, rows)
    )
