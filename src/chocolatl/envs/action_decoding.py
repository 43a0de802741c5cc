"""Answers of the rules, read back from a row; a game of answers as a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
from chocolatl.envs.env_config import EnvConfig
from chocolatl.records.record import FORMAT, Record, make_record
from chocolatl.rules import Chance, Event, Refusal, SealedChance, Seat, fold, start, step
from chocolatl.rules import actions as act

NO_COMMITMENT = "0" * 64
"""The chance of this game was dealt in the open, so nothing was sealed."""


def asked_seats(row: Vector) -> tuple[Seat, ...]:
    """Who has to answer the open question."""
    if row[L.ASK] in (L.ASK_LAY, L.ASK_SACRIFICE):
        return tuple(range(int(row[L.PLAYERS])))
    if row[L.ASK] == L.ASK_GIVE_BACK:
        return int(row[L.RANKING_AT]), int(row[L.RANKING_AT + 1])
    return (int(row[L.ASK_SEAT]),)


def answer_of(row: Vector, seat: Seat) -> act.Action:
    """What a seat has answered to the open question."""
    number = int(row[L.ANSWER_AT + seat])
    match int(row[L.ASK]):
        case L.ASK_LAY:
            return act.Lay(
                tuple(_group(row, seat, place) for place in range(row[L.ASK_FROM], row[L.ASK_UNTIL]))
            )
        case L.ASK_SACRIFICE:
            return act.Sacrifice(number)
        case L.ASK_GIVE_BACK:
            return act.GiveBack(number)
        case L.ASK_PLACE_FIRST:
            return act.PlaceFirst(number)
        case L.ASK_TAKE:
            return act.Take("hut" if number else "die")
        case _:
            return act.Roll() if number else act.Pass()


def _group(row: Vector, seat: Seat, place: int) -> tuple[int, ...]:
    each = L.CARDS_EACH[row[L.MODE]]
    base = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + int(row[L.LAID_N_AT + place])
    return tuple(row[base : base + each].tolist())


def events_of(setting: EnvConfig, chance: Chance, trail: Iterable[Vector]) -> list[Event]:
    """The events of a game whose rows, each just before a question is settled, are this trail."""
    events = list(start(setting.board, setting.rules, setting.players, chance, setting.version))
    state = fold(events)
    for row in trail:
        for seat in asked_seats(row):
            play = step(state, seat, answer_of(row, seat), chance)
            if isinstance(play, Refusal):
                raise AssertionError(f"the rules refuse what the environment played: {play}")
            events += play.events
            state = play.state
    return events


def record_of(setting: EnvConfig, chance: Chance, trail: Iterable[Vector], names: Sequence[str]) -> Record:
    """A record that `chocolatl verify` accepts; chance dealt in the open is taken from its events."""
    events = events_of(setting, chance, trail)
    if isinstance(chance, SealedChance):
        return make_record(events, names, chance)
    return Record(FORMAT, setting.version, tuple(names), NO_COMMITMENT, tuple(events))
