"""Everything compiled that the strong bots need, run once on a real position."""

from __future__ import annotations

from random import Random

from chocolatl.bots.budget import Budget
from chocolatl.bots.equilibrium.equilibrium_bot import EquilibriumBot
from chocolatl.bots.flat_monte_carlo import FlatBot
from chocolatl.rules import (
    Rules,
    SealedChance,
    State,
    default_board,
    fold,
    key_from_seed,
    play_to_end,
    random_player,
    start,
    view,
)


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
    first = fold(start(default_board(), Rules(), 3, chance))
    game = play_to_end(first, random_player(Random(0)), chance)
    return [first, next(state for state, _ in game if state.asked and state.asked.kind == "take")]
