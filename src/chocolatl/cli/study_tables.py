"""A study of the board as tables."""

from __future__ import annotations

from rich.table import Table

from chocolatl.cli.output import figures_table, print_tables
from chocolatl.lab.study import BoardStudy, StudyReport
from chocolatl.lab.study.study_html import (
    CRITERIA_COLUMNS,
    VARIANT_COLUMNS,
    about,
    criterion_rows,
    percent,
    plus_minus,
    pooled,
    variant_row,
)


def print_study(report: StudyReport) -> None:
    """The board at hand, then its variants."""
    board = report.boards[0]
    tables = (
        ("Is the board worth playing?", _criteria(board)),
        ("Final scores from the winner down", _scores(report, board)),
        (f"Games: {board.mean_rounds:.2f} rounds", _course(board)),
        ("Bidding mode by round", _modes(board)),
        ("Win share by seat and by place in the first stack", _advantages(board)),
        ("What a rank is worth, against a place in the middle; all rounds", _worth(board)),
        ("Final points that being first brings, by round", _by_round(board)),
        ("Boards compared", _variants(report)),
    )
    print_tables(about(report), tables)


def _criteria(board: BoardStudy) -> Table:
    table = figures_table(*CRITERIA_COLUMNS)
    for row in criterion_rows(board):
        table.add_row(*row)
    return table


def _scores(report: StudyReport, board: BoardStudy) -> Table:
    table = figures_table("place", "score", "public report")
    public = report.public_scores or ("–",) * len(board.scores)
    for number, (score, told) in enumerate(zip(board.scores, public, strict=True), 1):
        table.add_row(str(number), plus_minus(score), str(told))
    return table


def _course(board: BoardStudy) -> Table:
    table = figures_table("", "share")
    for rounds, share in board.rounds.items():
        table.add_row(f"{rounds} rounds", percent(share))
    table.add_section()
    for why, share in board.ended.items():
        table.add_row(f"ended by {why}", percent(share))
    return table


def _modes(board: BoardStudy) -> Table:
    table = figures_table("round", *board.modes)
    for number, modes in board.modes_by_round.items():
        table.add_row(str(number), *map(percent, modes.values()))
    table.add_section()
    table.add_row("all", *map(percent, board.modes.values()))
    return table


def _advantages(board: BoardStudy) -> Table:
    table = figures_table("place", "seat", "stack, from the top")
    for number, (seat, stack) in enumerate(zip(board.seats, board.stack, strict=True), 1):
        table.add_row(str(number), plus_minus(seat, 100), plus_minus(stack, 100))
    return table


def _worth(board: BoardStudy) -> Table:
    table = figures_table("location", "rank", "win share %", "final points", "paid at once")
    for worth in pooled(board):
        for rank in worth.ranks:
            table.add_row(
                worth.location.replace("_", " "),
                rank.rank,
                plus_minus(rank.win_share, 100),
                plus_minus(rank.points),
                f"{rank.paid:.1f}",
            )
        table.add_section()
    return table


def _by_round(board: BoardStudy) -> Table:
    rounds = sorted({worth.round for worth in board.worth if worth.round})
    table = figures_table("location", *(f"round {n}" for n in rounds))
    found = {(w.location, w.round): plus_minus(w.ranks[0].points) for w in board.worth}
    for worth in pooled(board):
        cells = [found[worth.location, number] for number in rounds]
        table.add_row(worth.location.replace("_", " "), *cells)
    return table


def _variants(report: StudyReport) -> Table:
    table = figures_table(*VARIANT_COLUMNS)
    for board in report.boards if len(report.boards) > 1 else ():
        table.add_row(*variant_row(board))
    return table
