"""What can be taken from a bot by one who knows its strategy."""

from itertools import islice

import numpy as np
import pytest

from chocolatl.bots.equilibrium.round_simulation import SACRIFICE_SLOT
from chocolatl.lab.exploitability.exploitability import Effort, gain, gains
from chocolatl.lab.exploitability.sampled_strategies import RoundPosition, pool, positions

LITTLE = Effort(asked=2, climbs=4, rollouts=300)


@pytest.fixture(scope="module")
def first_rounds() -> list[RoundPosition]:
    return list(islice(positions("greedy", 3, seed=1), 4))


def test_positions_are_those_where_all_the_rest_of_a_round_is_laid(first_rounds: list[RoundPosition]) -> None:
    assert first_rounds[0].state.round == 1
    for position in first_rounds:
        assert position.state.asked is not None
        assert position.state.asked.kind == "lay"
        assert position.state.mode in ("red", "green")


def test_a_strategy_has_every_card_once_and_chances_up_to_one(first_rounds: list[RoundPosition]) -> None:
    position = first_rounds[0]
    plans, chances = pool("E:1:2", position, hero=1, name="any", times=3)
    assert np.all(np.diff(chances) >= 0)
    assert np.allclose(chances[:, -1], 1.0)
    for plan in plans[1][chances[1] < 1.0]:
        assert sorted(plan.tolist()) == list(position.state.board.cards)


def test_in_round_one_only_the_responders_own_sacrifice_is_settled(first_rounds: list[RoundPosition]) -> None:
    position = first_rounds[0]
    plans, _ = pool("random", position, hero=1, name="any", times=12)
    altars = [set(plans[seat, :, SACRIFICE_SLOT].tolist()) for seat in range(3)]
    assert altars[1] == {position.state.players[1].sacrifice}
    assert len(altars[0]) > 3
    assert len(altars[2]) > 3


def test_much_can_be_taken_from_one_who_always_bids_alike(first_rounds: list[RoundPosition]) -> None:
    assert gain("greedy:0", first_rounds[0], 0, 1, LITTLE).habit > 0.1


def test_the_same_seed_gives_the_same_gains() -> None:
    once, again = (list(gains("E:1:2", 3, 1, 5, LITTLE)) for _ in range(2))
    assert once == again
