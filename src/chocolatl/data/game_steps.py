"""A record as the choices of its players, card by card, as `Chocolatl-v1` would have shown them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chocolatl.envs.action_encoding import picks_of
from chocolatl.envs.env_config import EnvConfig
from chocolatl.envs.env_game import EnvGame
from chocolatl.records.record import Record, RecordError
from chocolatl.rules import Action, Seat, question
from chocolatl.rules import events as ev


@dataclass(frozen=True)
class GameSteps:
    """One line for each choice, in the order of the game; `shares` are the seats' parts of the victory."""

    seats: NDArray[np.int8]
    turns: NDArray[np.int16]
    actions: NDArray[np.int8]
    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    shares: tuple[float, ...]
    scores: tuple[int, ...]


def setting_of(record: Record) -> EnvConfig:
    """The spaces of this game."""
    started = record.started
    return EnvConfig(started.board, started.rules, started.players, started.version)


def steps_of(record: Record) -> GameSteps:
    """Play the record again, pick by pick. Raises RecordError if it has no end."""
    chance = record.chance
    if chance is None or not record.finished:
        raise RecordError("a game without an end: expected a finished record")
    table = EnvGame(setting_of(record), chance)
    lines: list[tuple[Seat, int, int, NDArray[np.int8], NDArray[np.int8]]] = []
    answers = _answers(record)
    while not table.over:
        state = table.setting.state(table.row)  # without the history, which no question depends on
        for seat, action in answers[state.turn].items():
            asked = question(state, seat)
            assert asked is not None
            for pick in picks_of(table.setting.values, seat, asked, action):
                lines.append((seat, state.turn, pick, *table.see(seat)))
                table.pick(seat, pick)
    return _packed(lines, table)


def _answers(record: Record) -> dict[int, dict[Seat, Action]]:
    """All answers by the number of their question; of those without a choice, the environment asks none."""
    found: dict[int, dict[Seat, Action]] = {}
    for event in record.events:
        if isinstance(event, ev.Answered) and event.action is not None:
            found.setdefault(event.turn, {})[event.seat] = event.action
    return found


def _packed(
    lines: list[tuple[Seat, int, int, NDArray[np.int8], NDArray[np.int8]]], table: EnvGame
) -> GameSteps:
    seats, turns, actions, seen, masks = zip(*lines, strict=True)
    return GameSteps(
        np.array(seats, np.int8),
        np.array(turns, np.int16),
        np.array(actions, np.int8),
        np.stack(seen),
        np.stack(masks),
        tuple(table.shares),
        tuple(table.scores),
    )
