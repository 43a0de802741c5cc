"""Actions that the mask forbids, or that are not in the space: always told, and refused if asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

from chocolatl.envs.env_config import EnvConfig, checked
from chocolatl.envs.env_game import EnvGame
from chocolatl.rules import Seat

WAYS = ("repair", "raise")
"""`repair`: the next legal action counts (`action_encoding` says which). `raise`: IllegalActionError."""


class IllegalActionError(ValueError):
    """An action that is not legal now; nothing was played."""


def checked_illegal(illegal: str) -> str:
    """`repair` or `raise`."""
    return checked("illegal", illegal, WAYS)


def is_legal(table: EnvGame, seat: Seat, action: Any, by_cards: bool) -> bool:
    """Whether the mask allows this card or word; keys are legal if each is a number from 0 to 1."""
    if by_cards:
        return table.allows(seat, int(action))
    keys = np.asarray(action, dtype=np.float64)
    return keys.shape == (table.setting.keys,) and bool(((keys >= 0) & (keys <= 1)).all())


def refuse(made: EnvConfig, table: EnvGame, seat: Seat, action: Any, by_cards: bool) -> IllegalActionError:
    """What was wrong, and what was expected."""
    if not by_cards:
        return IllegalActionError(f"keys {action!r}: expected {made.keys} numbers from 0 to 1")
    legal = [made.names[one] for one in range(made.actions) if table.allows(seat, one)]
    known = 0 <= int(action) < made.actions
    name = f" ({made.names[int(action)]})" if known else f" (the space has {made.actions})"
    return IllegalActionError(f"action {int(action)}{name} of seat {seat}: expected {', '.join(legal)}")
