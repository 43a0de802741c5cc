"""A submission alone among copies of each opponent, every seed in all rotations on the same chance."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from chocolatl import __version__
from chocolatl.bots import Bot, answers_by, make_bot
from chocolatl.lab.scoreboard.submission import MakeBot
from chocolatl.lab.statistics.cluster_bootstrap import resample_counts, share_interval
from chocolatl.records.record import encode_event
from chocolatl.rules import (
    RULES_VERSION,
    Rules,
    SealedChance,
    default_board,
    fold,
    key_from_seed,
    play_to_end,
    start,
)
from chocolatl.rules import events as ev

FORMAT = "chocolatl-score/1"
FIRST_SEED = 52000
"""The published seeds: from here on, as many as are asked for."""


class ScoreUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seed against one opponent: the submission's share in each rotation, and the hash of all events."""

    opponent: str
    players: int
    seed: int
    shares: tuple[float, ...]
    sha256: str


class ScoreLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mean share against one opponent, with its 95% interval over seeds."""

    opponent: str
    players: int
    share: float
    low: float
    high: float


class ScoreResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `chocolatl score` writes. `lines` follow from `units`, and `units` from the games."""

    format: str
    submission: str
    package: str
    rules_version: str
    lines: tuple[ScoreLine, ...]
    units: tuple[ScoreUnit, ...]


def play_unit(make: MakeBot, opponent: str, players: int, seed: int) -> ScoreUnit:
    """All rotations of one seed."""
    digest, shares = hashlib.sha256(), []
    for rotation in range(players):
        name = f"score/{seed}"
        bots: list[Bot] = [
            make(f"{name}/{seat}") if seat == rotation else make_bot(opponent, f"{name}/{seat}")
            for seat in range(players)
        ]
        events = _game(bots, SealedChance(key_from_seed(name)))
        digest.update("\n".join(map(encode_event, events)).encode())
        winners = next(event.winners for event in events if isinstance(event, ev.GameEnded))
        shares.append((rotation in winners) / len(winners))
    return ScoreUnit(opponent, players, seed, tuple(shares), digest.hexdigest())


def _game(bots: Sequence[Bot], chance: SealedChance) -> list[ev.Event]:
    events = list(start(default_board(), Rules(), len(bots), chance))
    for _, more in play_to_end(fold(events), answers_by(bots), chance):
        events += more
    return events


def lines_of(units: Sequence[ScoreUnit]) -> tuple[ScoreLine, ...]:
    """The table that follows from the units."""
    groups: dict[tuple[str, int], list[float]] = {}
    for unit in units:
        groups.setdefault((unit.opponent, unit.players), []).append(sum(unit.shares) / len(unit.shares))
    return tuple(_line(opponent, players, np.array(means)) for (opponent, players), means in groups.items())


def _line(opponent: str, players: int, per_seed: np.ndarray[tuple[int], np.dtype[np.float64]]) -> ScoreLine:
    low, high = share_interval(per_seed, resample_counts(len(per_seed)))
    return ScoreLine(opponent, players, round(float(per_seed.mean()), 4), low, high)


def result_of(submission: str, units: Sequence[ScoreUnit]) -> ScoreResult:
    """The file's content."""
    return ScoreResult(FORMAT, submission, __version__, RULES_VERSION, lines_of(units), tuple(units))


def problems(result: ScoreResult, make: MakeBot, every: int = 1) -> Iterator[str]:
    """What is not true of a result: its table, or games that turn out otherwise (every n-th is played)."""
    if result.format != FORMAT or result.rules_version != RULES_VERSION:
        yield f"{result.format}, rules version {result.rules_version}: expected {FORMAT} and {RULES_VERSION}"
        return
    if result.lines != lines_of(result.units):
        yield "the table does not follow from the games that are listed"
    if [unit.seed for unit in result.units if unit.seed < FIRST_SEED]:
        yield f"seeds below {FIRST_SEED}: expected the published ones"
    for claimed in result.units[::every]:
        if play_unit(make, claimed.opponent, claimed.players, claimed.seed) != claimed:
            where = f"seed {claimed.seed} against {claimed.opponent}, {claimed.players} players"
            yield f"{where}: another game was played"
