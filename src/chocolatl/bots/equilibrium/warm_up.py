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
    """What is searched in different ways: a bid, one after a round was shown, and the city's prizes."""
    chance = SealedChance(key_from_seed("warm up"))
    first = fold(start(default_board(), Rules(), 3, chance))
    game = [state for state, _ in play_to_end(first, random_player(Random(0)), chance) if state.asked]
    kinds = {(state.asked.kind, state.round): state for state in reversed(game) if state.asked}
    return [first, kinds["lay", 2], kinds["take", 1]]
