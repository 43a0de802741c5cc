"""A refused answer: a code for programs, the input, and what would have been accepted."""

from __future__ import annotations

from typing import Literal

from chocolatl.rules.actions import Action
from chocolatl.rules.types import Seat, Value

RefusalCode = Literal[
    "no_such_seat",
    "game_over",
    "not_asked",
    "too_late",
    "wrong_kind",
    "wrong_number",
    "not_your_card",
    "not_an_option",
]


class Refusal(Value, frozen=True):
    """Nothing changed. `expected` is in English, for logs and developers; clients translate the code."""

    code: RefusalCode
    seat: Seat
    action: Action
    expected: str
