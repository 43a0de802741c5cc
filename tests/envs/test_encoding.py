"""Actions as numbers: every bid by exactly one path, nothing illegal ever played."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from chocolatl.engine import layout as at
from chocolatl.envs.action_decoding import answer_of
from chocolatl.envs.action_encoding import NON_CARD_ACTIONS, action_name, picks_of
from chocolatl.envs.env_config import setting
from chocolatl.rules import Lay, default_board, fold, question
from chocolatl.rules.board import named_board
from tests.envs.games import SETTINGS, assert_verified, legal, moments, name, table

THREE = replace(
    default_board(),
    name="three",
    locations=("temple", "city", "drink"),
    cards=(0, 1, 2, 3, 3, 5, 9),
    track=("green",),
)


def bids(game, seat, path=()):
    """All bids that seat can reach, each once for every path that leads to it."""
    if len(path) and not game.row[-10 + seat]:
        answer = answer_of(game.row, seat)
        assert isinstance(answer, Lay)
        yield tuple(tuple(sorted(group)) for group in answer.cards)
        return
    for action in legal(game, seat):
        other = deepcopy(game)
        other.pick(seat, action)
        yield from bids(other, seat, (*path, action))


def opened(edition, board=THREE):
    """A game at its first bid."""
    game = table(setting(3, edition, board), 5)
    for seat in range(3):
        game.pick(seat, 9)
    return game


def test_every_red_bid_is_reached_by_exactly_one_path():
    game = opened("english")
    hand = game.state.players[0].hand
    orders = {tuple(tuple(sorted(order[i : i + 2])) for i in (0, 2, 4)) for order in permutations(hand)}
    found = Counter(bids(game, 0))
    assert set(found) == orders
    assert set(found.values()) == {1}


def test_every_gold_bid_is_reached_by_exactly_one_path():
    game = opened("german")
    hand = game.state.players[0].hand
    found = Counter(bids(game, 0))
    assert set(found) == {(tuple(sorted(order[:2])),) for order in permutations(hand)}
    assert set(found.values()) == {1}


def test_every_green_bid_is_reached_by_exactly_one_path():
    game = opened("english")
    random = Random(1)
    while game.state.mode != "green":
        game.pick(game.seat, random.choice(legal(game, game.seat)))
    for count in (6 * 5 * 4, 3 * 2):
        if len(game.state.players[0].hand) == 6:
            cards = game.state.players[0].hand
            count = len({order[:3] for order in permutations(cards)})
        else:
            count = len(set(permutations(game.state.players[0].hand)))
        found = Counter(bids(game, 0))
        assert len(found) == count
        assert set(found.values()) == {1}
        turn = game.turn
        while game.turn == turn:
            game.pick(game.seat, random.choice(legal(game, game.seat)))


@pytest.mark.parametrize("made", SETTINGS, ids=name)
def test_any_number_is_repaired_to_the_next_legal_action(made):
    random = Random(name(made))
    game = table(made, 1)
    while not game.over:
        seat, allowed = game.seat, legal(game, game.seat)
        action = random.randrange(made.actions)
        expected = next((a for a in allowed if a >= action), allowed[0])
        other = deepcopy(game)
        game.pick(seat, action)
        other.pick(seat, expected)
        assert np.array_equal(game.row, other.row)
    assert_verified(game.record(), game.scores)


@pytest.mark.parametrize("made", SETTINGS, ids=name)
def test_answers_of_the_rules_are_paths_of_picks(made):
    """What a bot answers can be played card by card, and is the same answer then."""
    for game in moments(made, 2):
        if game.over or game.row[at.ASK] != at.ASK_LAY or game.row[-5:].any():
            continue
        seat, state = game.seat, game.state
        asked: Any = question(state, seat)
        cards = Random(game.turn).sample(asked.cards, len(asked.cards))
        groups = [[cards.pop() for _ in range(group.count)] for group in asked.groups]
        other = deepcopy(game)
        for pick in picks_of(made.values, seat, asked, Lay(tuple(map(tuple, groups)))):
            assert pick in legal(other, seat)
            other.pick(seat, pick)
        if other.turn == game.turn:
            answer: Any = answer_of(other.row, seat)
            assert [sorted(group) for group in answer.cards] == [sorted(group) for group in groups]


@pytest.mark.parametrize("made", SETTINGS, ids=name)
def test_keys_give_whole_games_that_the_rules_accept(made):
    generator = np.random.default_rng(4)
    game = table(made, 4)
    while not game.over:
        game.answer(game.seat, generator.random(made.keys))
    assert_verified(game.record(), game.scores)


def test_keys_order_the_hand():
    game = opened("english", default_board())
    keys = np.linspace(0, 1, 13)
    game.answer(0, keys)
    assert answer_of(game.row, 0) == Lay(((12, 11), (10, 8), (7, 6), (5, 4), (3, 2), (1, 0)))
    game.answer(1, np.full(13, np.nan))
    assert answer_of(game.row, 1) == Lay(((1, 0), (3, 2), (5, 4), (7, 6), (10, 8), (12, 11)))


def test_actions_have_names():
    assert action_name(17, 16) == "card 16"
    assert [action_name(17, 17 + word) for word in range(len(NON_CARD_ACTIONS))] == list(NON_CARD_ACTIONS)


def test_a_wrong_setting_is_refused_by_name():
    with pytest.raises(ValueError, match="players=2: expected 3 to 5"):
        setting(2)
    with pytest.raises(ValueError, match="unknown edition 'inglish'"):
        setting(3, "inglish")
    with pytest.raises(ValueError, match="board='altr': expected a board file"):
        setting(3, "english", "altr")
    assert setting(3, "english", "balanced").board == named_board("balanced")


@pytest.mark.parametrize("made", SETTINGS[:12:5], ids=name)
def test_positions_have_the_history_of_their_events(made):
    """Bots in the environments see of earlier rounds what they would see anywhere."""
    seen = set()
    for number, game in enumerate(moments(made, 11)):
        if number % 17 == 0 or game.over:
            assert game.state.history == fold(game.record().events).history
            seen.add(len(game.state.history))
    assert len(seen) > 3
