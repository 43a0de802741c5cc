"""What a seat sees is what the view of the rules lets it see, field by field."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from chocolatl.engine import layout as at
from chocolatl.envs.action_decoding import answer_of, asked_seats
from chocolatl.envs.env_config import setting
from chocolatl.envs.kernel.pick_actions import PICKED_AT, TODO_AT
from chocolatl.envs.observation_fields import fields
from chocolatl.rules import Lay, Sacrifice, view
from tests.envs.games import SETTINGS, legal, moments, name, table
from tests.envs.reference import earlier, observation


def picked(game, seat):
    """What a seat has put down for the open question."""
    row = game.row
    if row[at.ASK] == at.ASK_SACRIFICE and row[TODO_AT + seat] == 0:
        answer = answer_of(row, seat)
        assert isinstance(answer, Sacrifice)
        return (answer.card,)
    if row[at.ASK] != at.ASK_LAY:
        return ()
    answer = answer_of(row, seat)
    assert isinstance(answer, Lay)
    return tuple(card for group in answer.cards for card in group)[: int(row[PICKED_AT + seat])]


WITH_HISTORY = (
    setting(3, history=True),
    setting(5, "dutch", history=True),
    setting(4, "french", history=True),
    setting(3, board="short", history=True),
)


@pytest.mark.parametrize("made", SETTINGS + WITH_HISTORY, ids=name)
def test_an_observation_is_made_of_the_view_alone(made):
    for number, game in enumerate(moments(made, f"observe {name(made)}")):
        state = game.state
        asked = asked_seats(game.row) if state.asked else ()
        answered = {seat for seat in asked if game.row[TODO_AT + seat] == 0}
        seat = number % made.players
        expected = observation(
            view(state, seat), made.values, picked(game, seat), bool(game.row[TODO_AT + seat]), answered
        )
        if made.history:
            expected += earlier(view(state, seat), made.size - made.past_at)
        assert game.see(seat)[0].tolist() == expected
        assert (game.see(seat)[0] <= made.high).all()
        assert (game.see(seat)[0] >= made.low).all()


@pytest.mark.parametrize("made", [*SETTINGS[::5], WITH_HISTORY[0]], ids=name)
def test_all_seats_at_once_see_what_each_sees(made):
    for game in moments(made, 3):
        seen, masks = game.see_all()
        for seat in range(made.players):
            one, mask = game.see(seat)
            assert np.array_equal(seen[seat], one)
            assert np.array_equal(masks[seat], mask)


@pytest.mark.parametrize("made", SETTINGS[2::5], ids=name)
def test_the_others_do_not_see_which_card_is_picked(made):
    """Two games that differ only in one seat's hidden picks look the same to all others."""
    for seed in range(4):
        one, two = table(made, seed), table(made, seed)
        random = Random(seed)
        for _ in range(made.players * 4):
            seat = one.seat
            if seat != 0 or one.turn > 2:
                break
            one.pick(seat, random.choice(legal(one, seat)))
            two.pick(seat, random.choice(legal(two, seat)))
            for other in range(1, made.players):
                assert np.array_equal(one.see(other)[0], two.see(other)[0])
                assert np.array_equal(one.see(other)[1], two.see(other)[1])


def test_fields_lie_one_after_the_other_without_gaps():
    made = SETTINGS[0]
    at_ = 0
    for field in fields(made.board, made.players, made.values):
        assert field.start == at_
        at_ += field.size
    assert at_ == made.size == made.low.size == made.high.size
