"""A study as one HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from chocolatl.lab.reporting.html import data_table, document, node, section
from chocolatl.lab.reporting.plots import Range, line_plot, range_plot, stacked_plot
from chocolatl.lab.study.study_report import BoardStudy, Estimate, LocationWorth, StudyReport

SPREAD = 1.96


def study_page(report: StudyReport) -> str:
    """The first board in full, then the others beside it."""
    board = report.boards[0]
    parts = [_about(report), _criteria(board), _scores(report, board)]
    parts += [_course(board), _worth(board), _advantages(board)]
    return document("Board study", *parts, *([_variants(report)] if len(report.boards) > 1 else []))


def about(report: StudyReport) -> str:
    """One sentence of what was played."""
    rules = ", ".join(f"{name}={value}" for name, value in report.rules.items())
    return (
        f"{report.games} games on each of {len(report.boards)} boards by {', '.join(report.players)}, "
        f"moving on one seat after each game; seed {report.seed}; board {report.board}; {rules}."
    )


def pooled(board: BoardStudy) -> list[LocationWorth]:
    """What locations are worth over all rounds."""
    return [worth for worth in board.worth if worth.round == 0]


def plus_minus(estimate: Estimate, factor: float = 1, digits: int = 1) -> str:
    """A figure with twice its standard error or so: about 95%."""
    value = f"{factor * estimate.value:.{digits}f}"
    return value if estimate.error is None else f"{value} ± {SPREAD * factor * estimate.error:.{digits}f}"


def percent(share: float) -> str:
    """0.1234 as 12.3%."""
    return f"{100 * share:.1f}%"


def _about(report: StudyReport) -> Element:
    return node("p", f"{about(report)} ± is 95%, from leaving out batches of games.")


CRITERIA_COLUMNS = ("", "figure", "aim", "")


def criterion_rows(board: BoardStudy) -> list[tuple[str, ...]]:
    """The criterion part by part: what was found, what was aimed at, and whether it is reached."""
    return [
        (
            part.name,
            plus_minus(part.figure, digits=2) if part.figure.error else f"{part.figure.value:g}",
            f"{'at most' if part.at_most else 'at least'} {part.aim:g}",
            part.verdict,
        )
        for part in board.criteria
    ]


def _criteria(board: BoardStudy) -> Element:
    table = data_table(
        "The criterion of lab/study/board_criteria.py", CRITERIA_COLUMNS, criterion_rows(board)
    )
    return section("Is it worth playing?", table)


def _scores(report: StudyReport, board: BoardStudy) -> Element:
    ranges = [_range(f"place {n}", e) for n, e in enumerate(board.scores, 1)]
    public = report.public_scores or ()
    if public:
        ranges = [
            Range(r.label, r.value, r.low, r.high, float(score))
            for r, score in zip(ranges, public, strict=True)
        ]
    rows = [
        (f"place {n}", plus_minus(e), str(public[n - 1]) if public else "–")
        for n, e in enumerate(board.scores, 1)
    ]
    title = "Final scores from the winner down" + ("; dashed: the one public report" if public else "")
    table = data_table("Means over all games", ("place", "score", "public report"), rows)
    return section("Scores", range_plot(title, ranges), table)


def _range(label: str, estimate: Estimate, fair: float | None = None) -> Range:
    half = SPREAD * (estimate.error or 0.0)
    return Range(label, estimate.value, estimate.value - half, estimate.value + half, fair)


def _course(board: BoardStudy) -> Element:
    modes = {f"round {n}": dict(shares) for n, shares in board.modes_by_round.items()}
    bars: dict[str, dict[str, float]] = {
        label: {str(k): v for k, v in shares.items()} for label, shares in modes.items()
    }
    rows = [(f"{n} rounds", percent(share)) for n, share in board.rounds.items()]
    rows += [(f"ended by {why}", percent(share)) for why, share in board.ended.items()]
    rows += [(f"{mode} rounds", percent(share)) for mode, share in board.modes.items()]
    return section(
        "How games go",
        stacked_plot("Bidding mode by round", bars, percent=True),
        data_table(f"{board.mean_rounds:.2f} rounds a game", ("what", "share of games or rounds"), rows),
    )


def _worth(board: BoardStudy) -> Element:
    if not board.worth:
        return section("What a location is worth", node("p", "Too few games to tell."))
    return section(
        "What a location is worth",
        range_plot(
            "Win share gained by being first, over a place in the middle; all rounds",
            [_range(w.location.replace("_", " "), w.ranks[0].win_share, 0.0) for w in pooled(board)],
            percent=True,
        ),
        line_plot("Final points gained by being first, by round", _lines(board), "round"),
        _worth_table("Against a place in the middle, all rounds together", pooled(board)),
        node("details", node("summary", "Round by round"), _worth_table("By round", board.worth)),
    )


def _lines(board: BoardStudy) -> dict[str, dict[int, float]]:
    lines = dict[str, dict[int, float]]()
    for worth in board.worth:
        if worth.round:
            lines.setdefault(worth.location, {})[worth.round] = worth.ranks[0].points.value
    return lines


def _worth_table(caption: str, found: Sequence[LocationWorth]) -> Element:
    rows = [
        (
            worth.location.replace("_", " "),
            str(worth.round or "all"),
            rank.rank,
            plus_minus(rank.win_share, 100),
            plus_minus(rank.points),
            f"{rank.paid:.1f}",
        )
        for worth in found
        for rank in worth.ranks
    ]
    columns = ("location", "round", "rank", "win share %", "final points", "paid at once")
    return data_table(caption, columns, rows)


def _advantages(board: BoardStudy) -> Element:
    fair = 1 / len(board.seats)
    seats = [_range(f"seat {n}", e, fair) for n, e in enumerate(board.seats, 1)]
    stack = [_range(f"{n} from the top", e, fair) for n, e in enumerate(board.stack, 1)]
    return section(
        "Seats and the first stack",
        range_plot("Win share by seat; dashed: fair", seats, percent=True),
        range_plot("Win share by place in the first stack; dashed: fair", stack, percent=True),
    )


def _variants(report: StudyReport) -> Element:
    rows = [variant_row(board) for board in report.boards]
    listed = [node("li", f"{board.variant}: {board.lines}") for board in report.boards if board.lines]
    gains: dict[str, dict[str, float]] = {
        board.variant: {w.location: w.ranks[0].win_share.value for w in pooled(board)}
        for board in report.boards
        if board.worth
    }
    plot = (
        [stacked_plot("Win share gained by being first, by location", gains, percent=True)] if gains else []
    )
    return section(
        "Other boards",
        data_table("The same seeds on every board", VARIANT_COLUMNS, rows),
        *plot,
        node("ul", *listed),
    )


VARIANT_COLUMNS = (
    "board",
    "rounds",
    "goal ends",
    "gold",
    "red",
    "green",
    "scores",
    "best place",
    "weakest place",
    "spread",
    "leader wins",
)


def variant_row(board: BoardStudy) -> tuple[str, ...]:
    """One board in a line."""
    ranked = sorted(pooled(board), key=lambda w: w.ranks[0].win_share.value, reverse=True)
    best = [f"{w.location} {100 * w.ranks[0].win_share.value:+.0f}" for w in ranked] or ["–"]
    return (
        board.variant,
        f"{board.mean_rounds:.2f}",
        percent(board.ended["goal"]),
        *(percent(share) for share in board.modes.values()),
        " ".join(f"{e.value:.0f}" for e in board.scores),
        best[0],
        best[-1],
        *(_part(board, name) for name in ("spread of being first", "leader at round 4 wins")),
    )


def _part(board: BoardStudy, name: str) -> str:
    return next((plus_minus(part.figure, digits=2) for part in board.criteria if part.name == name), "–")
