"""What a search supposes of habitual opponents: plans that can be laid, much like those of the greedy bot."""

from random import Random

import numpy as np
import pytest

from chocolatl.bots import answer, make_bot
from chocolatl.bots.equilibrium import heuristic_policy as habit
from chocolatl.bots.equilibrium.double_oracle import RoundSolver, SearchEffort
from chocolatl.bots.equilibrium.plan_table import HABITS, HABITS_AT
from chocolatl.bots.equilibrium.pretrained import pretrained_network
from chocolatl.bots.equilibrium.round_simulation import SLOTS
from chocolatl.bots.greedy.bid_plan import STAKE_WEIGHT
from chocolatl.bots.greedy.rank_odds import SPREAD
from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.layout import Vector
from chocolatl.engine.view_vector import determinize_view
from chocolatl.rules import Lay, State, view
from tests.bots.games import positions

NO_STEPS = SearchEffort(steps=0, samples=2, last=0, first=1)


def habits(state: State, seat: int) -> Vector:
    """The plans out of habit that a search of this seat supposes for itself."""
    seen, search = view(state, seat), RoundSolver()
    b = encode_board(state.board, state.rules, state.version)
    net = pretrained_network(len(state.players))
    arrays = search.arrays(determinize_view(seen, Random(1)), b, net, 7, len(state.players))
    search.solve(arrays, seat, NO_STEPS)
    found = search.plans[HABITS_AT + seat * HABITS * SLOTS :][: HABITS * SLOTS]
    return found.reshape(HABITS, SLOTS)


def whole_bids(players: int) -> list[State]:
    """Positions of greedy games where everything is laid at once."""
    found = [state for seed in range(2) for state in positions(["greedy"] * players, seed)]
    return [state for state in found if state.asked and state.asked.kind == "lay" and state.mode == "red"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_habits_lay_every_card_of_the_hand_once(players: int) -> None:
    for state in whole_bids(players):
        hand = sorted(state.players[0].hand)
        for plan in habits(state, 0):
            assert sorted(plan[: len(hand)].tolist()) == hand


@pytest.mark.parametrize("players", [3, 4, 5])
def test_habits_are_near_the_bids_of_a_greedy_player(players: int) -> None:
    """Per location, in pips: a random deal is about 7 away."""
    distances = []
    for state in whole_bids(players):
        bid = answer(make_bot("greedy", 3), state, 0)
        assert isinstance(bid, Lay)
        sums = np.array([sum(group) for group in bid.cards])
        steady = habits(state, 0)[: HABITS // 2, : 2 * len(sums)]
        distances.append(np.abs(steady.reshape(-1, len(sums), 2).sum(axis=2) - sums).mean())
    assert np.mean(distances) < 1.5


def test_habits_have_the_numbers_of_the_greedy_bot() -> None:
    assert habit.STAKE_WEIGHT == STAKE_WEIGHT
    assert SPREAD[1:] == (habit.SPREAD_ONE, habit.SPREAD_TWO)
