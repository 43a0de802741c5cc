"""Everything compiled that the strong bots need, run once on a real position."""

from __future__ import annotations

from random import Random

from chocolatl.bots.budget import Budget
from chocolatl.bots.equilibrium.equilibrium_bot import EquilibriumBot
from chocolatl.bots.flat_monte_carlo import FlatBot
from chocolatl.bots.random_bot import any_answer
from chocolatl.rules.board import default_board
from chocolatl.rules.chance import SealedChance, key_from_seed
from chocolatl.rules.editions import Rules
from chocolatl.rules.game import fold, start, step, waiting_for
from chocolatl.rules.refusal import Refusal
from chocolatl.rules.state import State
from chocolatl.rules.view import view


def warm_up_strong() -> None:
    """Ask both strong bots for the least they can do."""
    for state in _positions():
        seen = view(state, state.pending[0])
        assert seen.question is not None
        FlatBot(0, Budget(steps=1)).decide(seen, seen.question)
        EquilibriumBot(0, Budget(steps=1), width=2).analyse(seen, seen.question)


def _positions() -> list[State]:
    """The two kinds of question that are searched in different ways: a bid, and the city's prizes."""
    chance = SealedChance(key_from_seed("warm up"))
    state = fold(start(default_board(), Rules(), 3, chance))
    found = [state]
    while len(found) < 2:
        for seat, question in waiting_for(state).items():
            played = step(state, seat, any_answer(question, Random(0)), chance)
            assert not isinstance(played, Refusal)
            state = played.state
        if state.asked is not None and state.asked.kind == "take":
            found.append(state)
    return found
