"""`reset(options={…})`: other chance, another edition or board, or a position to start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chocolatl.envs.env_config import EnvConfig, setting
from chocolatl.records.record import Record
from chocolatl.rules import State, fold
from chocolatl.suggestions import expected

KNOWN = ("chance", "position", "edition", "board")


@dataclass(frozen=True)
class ResetOptions:
    """What the next game is: its setting, the number that names its chance, and where it begins."""

    setting: EnvConfig
    chance: Any = None
    position: State | None = None


def read_options(options: Mapping[str, Any] | None, made: EnvConfig) -> ResetOptions:
    """Raises ValueError for an option that does not exist or that does not fit the spaces.

    chance      a whole number: the same stack, dice and piles, whatever the seed of everything else
    position    a State (of `rules_state()`) or a Record to go on from; chance from there on is drawn anew
    edition     another edition for this game
    board       another board for this game, of the same sizes
    """
    given = dict(options or {})
    for name in given:
        if name not in KNOWN:
            raise ValueError(f"reset option {name!r}: {expected(str(name), KNOWN)}")
    if not given:
        return ResetOptions(made)
    position = _position(given.get("position"))
    if position is not None and ("edition" in given or "board" in given):
        raise ValueError("reset option 'position' brings its own edition and board: expected neither")
    chosen = _of_position(position, made) if position else _named(given, made)
    if (chosen.players, chosen.size, chosen.actions) != (made.players, made.size, made.actions):
        raise ValueError(
            f"reset option: {chosen.players} players, {chosen.size} numbers and {chosen.actions} actions; "
            f"expected {made.players}, {made.size} and {made.actions} as in the spaces of this environment"
        )
    return ResetOptions(chosen, given.get("chance"), position)


def _named(given: Mapping[str, Any], made: EnvConfig) -> EnvConfig:
    if "edition" not in given:
        return setting_of(made, given["board"]) if "board" in given else made
    board = given.get("board", made.board)
    return setting(made.players, given["edition"], board, made.version, made.history)


def setting_of(made: EnvConfig, board: Any) -> EnvConfig:
    """The same rules on another board."""
    found = setting(made.players, board=board, version=made.version).board
    return EnvConfig(found, made.rules, made.players, made.version, made.history)


def _position(given: Any) -> State | None:
    state = fold(given.events) if isinstance(given, Record) else given
    if state is None:
        return None
    if not isinstance(state, State):
        raise ValueError(f"reset option 'position' is {type(given).__name__}: expected a State or a Record")
    if state.asked is None or any(answer is not None for answer in state.answers):
        raise ValueError("reset option 'position': expected a question that nobody has answered yet")
    return state


def _of_position(state: State, made: EnvConfig) -> EnvConfig:
    return EnvConfig(state.board, state.rules, len(state.players), state.version, made.history)
