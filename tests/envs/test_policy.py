"""A policy as a bot sees what it sees in the environment, and its picks are its answer."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from chocolatl.bots import answer
from chocolatl.envs.action_decoding import answer_of
from chocolatl.envs.env_config import setting
from chocolatl.envs.policy_bot import PolicyBot
from tests.envs.games import SETTINGS, name, table


@pytest.mark.parametrize("made", [*SETTINGS[::4], setting(3, history=True)], ids=name)
def test_a_policy_plays_the_same_in_the_environment_and_as_a_bot(made):
    def policy(seen, mask):
        """Depends on everything that is seen."""
        return Random(seen.tobytes() + mask.tobytes()).choice(np.flatnonzero(mask))

    game = table(made, 8)
    bot = PolicyBot(policy, history=made.history)
    while not game.over:
        state, turn, seat = game.state, game.turn, game.seat
        expected = answer(bot, state, seat) if not game.row[-5:].any() and seat == 0 else None
        while game.turn == turn and game.seat == seat and not game.over:
            game.pick(seat, int(policy(*game.see(seat))))
        if expected is not None:
            row = game.trail[-1] if game.turn != turn or game.over else game.row
            assert answer_of(row, seat) == expected
