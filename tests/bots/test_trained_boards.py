"""Strong bots play each board with values that suit it; what was published stays as it was."""

import numpy as np
import pytest
from msgspec.structs import replace

from chocolatl.bots import make_bot
from chocolatl.bots.budget import Budget
from chocolatl.bots.equilibrium.equilibrium_bot import EquilibriumBot
from chocolatl.bots.equilibrium.pretrained import network_for, pretrained_network
from chocolatl.bots.equilibrium.trained_boards import TRAINED, trained_for, values_of
from chocolatl.rules import Rules, SealedChance, State, default_board, fold, key_from_seed, start, view
from chocolatl.rules.board import BOARD_NAMES, named_board

BALANCED = named_board("balanced")


def first_question(name: str) -> State:
    return fold(start(named_board(name), Rules(), 3, SealedChance(key_from_seed(1))))


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_every_board_of_ours_has_values_of_its_own(name: str) -> None:
    board = named_board(name)
    assert trained_for(board) == trained_for(replace(board, name="mine")) == name
    for players in (3, 4, 5):
        assert network_for(board, players) is pretrained_network(players, name)
        others = [pretrained_network(players, other) for other in TRAINED if other != name]
        assert not any(np.array_equal(network_for(board, players), other) for other in others)


def test_another_board_gets_the_values_of_the_nearest() -> None:
    for board in (default_board(), BALANCED):
        changed = replace(board, goal=50)
        assert trained_for(changed) is None
        assert values_of(changed) == board.name
    assert values_of(replace(default_board(), improvements_low=(), improvements_high=())) == "balanced"


def test_the_published_bot_plays_every_board_with_the_values_it_had() -> None:
    for name in BOARD_NAMES:
        seen = view(first_question(name), 0)
        assert seen.question is not None
        one = EquilibriumBot(1, Budget(steps=2), 4, trained="default").mixture(seen, seen.question)
        now = EquilibriumBot(1, Budget(steps=2), 4).mixture(seen, seen.question)
        assert (one == now) == (name == "default")
    assert make_bot("equilibrium@1", seed=1).trained == "default"  # type: ignore[attr-defined]
