"""A learned policy as a bot: it can sit at any table, in tournaments and against people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
from chocolatl.engine.view_vector import determinize_view
from chocolatl.envs.action_decoding import answer_of
from chocolatl.envs.earlier_rounds import earlier_rounds
from chocolatl.envs.env_config import EnvConfig
from chocolatl.envs.kernel import single_game as one
from chocolatl.envs.kernel.pick_actions import ROW_SIZE, TODO_AT
from chocolatl.envs.kernel.single_game import Numbers
from chocolatl.envs.spaces import ObservationForm
from chocolatl.rules import Action, Board, Question, Rules, View

Policy = Callable[[Any, Numbers], int]
"""From an observation and a mask to a legal action, card by card."""


class PolicyBot:
    """Asks the policy for one card after the other until the question is answered.

    `observations`, `history`: what the policy reads, as in the environments.
    """

    def __init__(self, policy: Policy, observations: str = "int8", history: bool = False) -> None:
        self.policy, self.observations, self.history = policy, observations, history

    def decide(self, view: View, question: Question) -> Action:
        """The answer that the policy's picks add up to."""
        del question
        assert view.seat is not None
        table = view.board, view.rules, len(view.players), view.version
        made, form = _spaces(*table, self.history, self.observations)
        row = _row_of(view)
        seen, mask = np.empty(made.size, np.int8), np.empty(made.actions, np.int8)
        if self.history:
            seen[made.past_at :] = earlier_rounds(made, view.history, view.seat)
        while row[TODO_AT + view.seat]:
            one.see(row, made.b, made.values, view.seat, seen, mask)
            one.pick_one(row, made.values, view.seat, int(self.policy(form.numbers(seen), mask)))
        return answer_of(row, view.seat)


@lru_cache(maxsize=16)
def _spaces(
    board: Board, rules: Rules, players: int, version: str, history: bool, observations: str
) -> tuple[EnvConfig, ObservationForm]:
    made = EnvConfig(board, rules, players, version, history)
    return made, ObservationForm(made, "cards", observations)


def _row_of(view: View) -> Vector:
    """A position that looks to this seat as the true one does; also what the table thinks that it holds."""
    assert view.seat is not None
    assert view.own is not None
    row: Vector = np.zeros(ROW_SIZE, np.int64)
    row[: L.STATE_SIZE] = determinize_view(view, Random(0))
    given = Counter(view.players[view.seat].pool) - Counter(view.own.cards)
    if given and view.players[view.seat].sacrifice is not None:
        row[L.GIVEN_BACK_AT + view.seat] = next(iter(given))
    one.ask(row)
    return row
