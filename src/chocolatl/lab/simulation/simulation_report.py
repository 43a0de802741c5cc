"""The figures of a simulation, made from its counts at the very end."""

from __future__ import annotations

from math import sqrt

import msgspec

from chocolatl.lab.simulation.simulated_game import Setup
from chocolatl.lab.simulation.tally import WIN, Tally
from chocolatl.rules.types import COLOURS, SOURCES

Z95 = 1.959964
TIE_BREAKS = ("figure", "behind", "stack")
ENDINGS = ("round", "goal", "cubes")
DECIDERS = ("points", "sacrifice", "shared")


class PlayerReport(msgspec.Struct, frozen=True):
    """One player of the setup. `interval`: 95% for the win share (Wilson); `points` per game by source."""

    bot: str
    win_share: float
    interval: tuple[float, float]
    mean_score: float
    spread: float
    lowest: int
    highest: int
    points: dict[str, float]


class SimulationReport(msgspec.Struct, frozen=True):
    """All figures. `rounds`, `ended`, `decided` and `modes` are shares; `ties` are per hundred rankings.

    `rules`: every switch, and the version of the rules.
    """

    games: int
    seed: int
    edition: str | None
    rules: dict[str, str]
    board: str
    rotate: bool
    players: tuple[PlayerReport, ...]
    mean_rounds: float
    rounds: dict[str, float]
    ended: dict[str, float]
    decided: dict[str, float]
    modes: dict[str, float]
    ties: dict[str, dict[str, float]]


def make_report(setup: Setup, tally: Tally) -> SimulationReport:
    """Every figure is one division of whole numbers, rounded: nothing depends on an order."""
    games = tally["games",]
    lengths = sorted(key[1] for key in tally if key[0] == "rounds" and isinstance(key[1], int))
    return SimulationReport(
        games=games,
        seed=setup.seed,
        edition=setup.edition,
        rules={**msgspec.to_builtins(setup.rules), "version": setup.version},
        board=setup.board.name,
        rotate=setup.rotate,
        players=tuple(_player(setup, tally, player) for player in range(len(setup.players))),
        mean_rounds=_part(sum(n * tally["rounds", n] for n in lengths), games),
        rounds={str(n): _part(tally["rounds", n], games) for n in lengths},
        ended={reason: _part(tally["ended", reason], games) for reason in ENDINGS},
        decided={by: _part(tally["decided", by], games) for by in DECIDERS},
        modes=_shares(tally, "mode", COLOURS),
        ties={where: _ties(tally, where) for where in (*setup.board.locations, "row")},
    )


def _player(setup: Setup, tally: Tally, player: int) -> PlayerReport:
    games = tally["games",]
    scores = {
        key[2]: n for key, n in tally.items() if key[:2] == ("score", player) and isinstance(key[2], int)
    }
    total = sum(score * n for score, n in scores.items())
    squares = sum(score * score * n for score, n in scores.items())
    share = tally["win", player] / (WIN * games)
    return PlayerReport(
        bot=setup.players[player],
        win_share=round(share, 4),
        interval=_wilson(share, games),
        mean_score=_part(total, games),
        spread=round(sqrt((games * squares - total * total) / (games * max(1, games - 1))), 2),
        lowest=min(scores),
        highest=max(scores),
        points={source: _part(tally["points", source, player], games) for source in SOURCES},
    )


def _wilson(share: float, games: int) -> tuple[float, float]:
    """Fits also where a bot wins always or never, unlike the textbook's plus and minus."""
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)


def _shares(tally: Tally, kind: str, names: tuple[str, ...]) -> dict[str, float]:
    whole = sum(tally[kind, name] for name in names)
    return {name: _part(tally[kind, name], whole) for name in names}


def _ties(tally: Tally, where: str) -> dict[str, float]:
    return {by: _part(100 * tally["tie", where, by], tally["ranked", where]) for by in TIE_BREAKS}


def _part(amount: int, whole: int) -> float:
    return round(amount / whole, 4) if whole else 0.0
