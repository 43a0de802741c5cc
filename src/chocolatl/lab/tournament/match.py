"""The unit of observation: one table and one seed, played in all seat rotations on the same chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import process_time_ns

import msgspec

from chocolatl.bots import Bot, answer, make_bot
from chocolatl.lab.executors.process_pool import parent_is_gone
from chocolatl.lab.statistics.cpu_histogram import CpuHistogram, class_of
from chocolatl.lab.tournament.pairings import Lineup
from chocolatl.rules import (
    Action,
    Board,
    Rules,
    SealedChance,
    State,
    default_board,
    fold,
    key_from_seed,
    play_to_end,
    start,
)
from chocolatl.rules import events as ev
from chocolatl.rules.scoring import final_ranks
from chocolatl.rules.types import Seat, Source
from chocolatl.rules.versions import RULES_VERSION


@dataclass(frozen=True)
class Conditions:
    """What is the same for all games of a tournament."""

    rules: Rules = field(default_factory=Rules)
    board: Board = field(default_factory=default_board)
    version: str = RULES_VERSION


@dataclass(frozen=True)
class Match:
    """What one worker plays at once."""

    table: Lineup
    seed: int
    conditions: Conditions = field(default_factory=Conditions)


class GameResult(msgspec.Struct, frozen=True):
    """One rotation; ranks (from 0, equal only for a shared place) and scores in the order of the table."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int


class UnitResult(msgspec.Struct, frozen=True):
    """All rotations; `points` by source and `cpu` (decisions by class of time) in the order of the table."""

    table: Lineup
    seed: int
    games: tuple[GameResult, ...]
    points: tuple[dict[Source, int], ...]
    cpu: tuple[dict[int, int], ...]


class AbandonedError(Exception):
    """Nobody waits for the rest of this unit."""


def play_unit(unit: Match) -> UnitResult:
    """Everybody sits once in every seat; the same seed gives the same games wherever it is played."""
    size = len(unit.table)
    points = [Counter[Source]() for _ in unit.table]
    cpu = [CpuHistogram() for _ in unit.table]
    games = list[GameResult]()
    for rotation in range(size):
        seating = tuple((seat + rotation) % size for seat in range(size))
        events = _play(unit, seating, cpu)
        games.append(_result(events, seating))
        for event in events:
            if isinstance(event, ev.Scored):
                points[seating[event.seat]][event.source] += event.points
    return UnitResult(unit.table, unit.seed, tuple(games), tuple(map(dict, points)), tuple(map(dict, cpu)))


def _play(unit: Match, seating: Sequence[int], cpu: Sequence[CpuHistogram]) -> list[ev.Event]:
    """One game. Dice and the bots' own randomness hang on the seat: copies of a bot are interchangeable."""
    chance = SealedChance(key_from_seed(f"arena/{unit.seed}"))
    bots: list[Bot] = [make_bot(unit.table[p], f"arena/{unit.seed}/{seat}") for seat, p in enumerate(seating)]
    set_by = unit.conditions
    events = list(start(set_by.board, set_by.rules, len(seating), chance, set_by.version))

    def timed_answer(state: State, seat: Seat) -> Action:
        before = process_time_ns()
        action = answer(bots[seat], state, seat)
        cpu[seating[seat]][class_of(process_time_ns() - before)] += 1
        return action

    try:
        for _, more in play_to_end(fold(events), timed_answer, chance):
            events += more
            if parent_is_gone():
                raise AbandonedError
    except ValueError as refused:
        refused.add_note(f"seed {unit.seed}, seats: {[unit.table[p] for p in seating]}")
        raise
    return events


def _result(events: Sequence[ev.Event], seating: Sequence[int]) -> GameResult:
    """Places and scores, in the order of the table."""
    end = next(event for event in events if isinstance(event, ev.GameEnded))
    altar = next(event for event in events if isinstance(event, ev.AltarOpened))
    ranks = final_ranks(end.scores, altar.cards)
    seat_of = [seating.index(position) for position in range(len(seating))]
    rounds = sum(isinstance(event, ev.RoundStarted) for event in events)
    return GameResult(
        tuple(ranks[seat] for seat in seat_of), tuple(end.scores[seat] for seat in seat_of), rounds
    )
