"""The report of a simulation as tables."""

from __future__ import annotations

from rich.table import Table

from chocolatl.cli.output import figures_table, print_tables
from chocolatl.lab.simulation import SimulationReport
from chocolatl.rules.types import SOURCES

ENDED = {
    "round": "ended with the last possible round",
    "goal": "ended by a marker at the goal",
    "cubes": "ended by a player out of cubes",
}
DECIDED = {"points": "won by points", "sacrifice": "won by the higher sacrifice", "shared": "shared victory"}


def print_report(report: SimulationReport) -> None:
    """Players, points by source, the course of the games, ties."""
    tables = (
        ("Players", _players(report)),
        ("Points a game, by source", _points(report)),
        ("Games", _course(report)),
        ("Ties per 100 rankings, by what broke them", _ties(report)),
    )
    print_tables(_title(report), tables)


def _title(report: SimulationReport) -> str:
    rules = report.edition or ", ".join(f"{name}={value}" for name, value in report.rules.items())
    seats = "rotating seats" if report.rotate else "fixed seats"
    return f"{report.games} games, seed {report.seed}, {rules} rules, board {report.board}, {seats}"


def _players(report: SimulationReport) -> Table:
    table = figures_table("bot", "wins", "95% interval", "mean score", "spread", "lowest", "highest")
    for number, player in enumerate(report.players, 1):
        low, high = player.interval
        table.add_row(
            f"{number} {player.bot}",
            _percent(player.win_share),
            f"{_percent(low)} – {_percent(high)}",
            f"{player.mean_score:.2f}",
            f"{player.spread:.2f}",
            str(player.lowest),
            str(player.highest),
        )
    return table


def _points(report: SimulationReport) -> Table:
    names = [f"{number} {player.bot}" for number, player in enumerate(report.players, 1)]
    table = figures_table("source", *names)
    for source in SOURCES:
        cells = [f"{player.points[source]:.2f}" for player in report.players]
        table.add_row(source.replace("_", " "), *cells)
    return table


def _course(report: SimulationReport) -> Table:
    table = figures_table("", "share")
    for rounds, share in report.rounds.items():
        table.add_row(f"{rounds} rounds", _percent(share))
    table.add_section()
    for reason, share in report.ended.items():
        table.add_row(ENDED[reason], _percent(share))
    table.add_section()
    for by, share in report.decided.items():
        table.add_row(DECIDED[by], _percent(share))
    table.add_section()
    for mode, share in report.modes.items():
        table.add_row(f"{mode} rounds", _percent(share))
    return table


def _ties(report: SimulationReport) -> Table:
    table = figures_table("place", "figure", "behind", "stack")
    for place, ties in report.ties.items():
        cells = [f"{value:.1f}" for value in ties.values()]
        table.add_row("row of the pyramid" if place == "row" else place.replace("_", " "), *cells)
    return table


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
