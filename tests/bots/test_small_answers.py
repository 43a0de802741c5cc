"""Small decisions look at the round they belong to, and no further."""

import pytest

from chocolatl.bots import answer, make_bot
from chocolatl.rules import GiveBack, view
from tests.bots.games import positions


@pytest.mark.parametrize("players", [3, 5])
def test_the_lowest_card_is_given_back(players: int) -> None:
    """The round ends with this answer; a simulation once ran on into the next and read past the cards."""
    asked = 0
    for state in list(positions(["greedy"] * players, 11))[:-1]:
        if state.asked is not None and state.asked.kind == "give_back":
            for seat in state.pending:
                own = view(state, seat).own
                assert own is not None
                given = answer(make_bot("equilibrium:1:2", 1), state, seat)
                assert isinstance(given, GiveBack)
                assert given.card in sorted(own.cards)[:3]
                asked += 1
    assert asked >= 4
