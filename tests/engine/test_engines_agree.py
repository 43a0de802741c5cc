"""The compiled game is the game: same decisions, same chance, same everything."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from chocolatl.engine import layout as at
from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.chance_tape import tape_of
from chocolatl.engine.compiled_game import CompiledGame
from chocolatl.engine.equivalence import (
    EngineMismatchError,
    all_settings,
    check_game,
    check_games,
)
from chocolatl.engine.random_playout import random_games
from chocolatl.engine.state_vector import to_state, to_vector
from chocolatl.rules import (
    EDITIONS,
    RULES_VERSION,
    Rules,
    SealedChance,
    State,
    any_answer,
    default_board,
    fold,
    key_from_seed,
    play_to_end,
    random_player,
    start,
    waiting_for,
)

SETTINGS = tuple(all_settings())


@pytest.mark.parametrize("block", range(6))
def test_every_field_agrees_after_every_location_in_all_settings(block):
    assert check_games(range(block * 250, (block + 1) * 250)) > 250 * 10


def test_a_difference_is_found_and_told(monkeypatch):
    board = default_board()
    other = replace(board, ball_first=board.ball_first + 1)
    true_start = CompiledGame.start
    monkeypatch.setattr(CompiledGame, "start", lambda _, *rest: true_start(other, *rest))
    with pytest.raises(EngineMismatchError, match="seed 3"):
        check_game(board, Rules(), 3, "2", 3)


def positions(board, rules, players, seed, version=RULES_VERSION):
    """A whole game of the rules, at every question before anyone has answered."""
    chance = SealedChance(key_from_seed(seed))
    random = Random(seed)
    state = fold(start(board, rules, players, chance, version))
    yield state
    for after, _ in play_to_end(state, random_player(random), chance):
        yield after


@pytest.mark.parametrize("number", range(0, len(SETTINGS), 7))
def test_a_state_survives_the_way_to_the_vector_and_back(number):
    board, rules, players, version = SETTINGS[number]
    for state in positions(board, rules, players, number, version):
        answers = state.answers if state.asked else ()
        expected = replace(state, answers=answers, history=())
        assert to_state(to_vector(state), board, rules, version) == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_fast_game_goes_on_from_any_question(edition):
    board, rules = default_board(), EDITIONS[edition]
    chance = SealedChance(key_from_seed(edition))
    states = list(positions(board, rules, 4, edition))
    for state in states[:-1:5]:
        assert _rest_by_rules(state, chance) == _rest_by_vector(state, chance)


def _rest_by_rules(state, chance):
    *_, (state, _) = play_to_end(state, random_player(Random(state.turn)), chance)
    return replace(state, answers=(), history=())


def _rest_by_vector(state: State, chance):
    random = Random(state.turn)
    fast = CompiledGame(state.board, state.rules, to_vector(state), tape_of(chance, state.board, 4))
    while not fast.over:
        questions = waiting_for(fast.state)
        fast.answer({seat: any_answer(q, random) for seat, q in questions.items()})
    return fast.state


def test_random_games_depend_on_the_seed_alone_and_favour_no_seat():
    b = encode_board(default_board(), Rules(), RULES_VERSION)
    for players in (3, 4, 5):
        wins, again, other = np.zeros(5), np.zeros(5), np.zeros(5)
        decisions = random_games(b, players, 20_000, 11, wins)
        assert random_games(b, players, 20_000, 11, again) == decisions
        random_games(b, players, 20_000, 12, other)
        assert wins.tolist() == again.tolist() != other.tolist()
        assert wins.sum() == pytest.approx(20_000)
        assert wins[:players] == pytest.approx(20_000 / players, rel=0.05)
        assert not wins[players:].any()


def test_no_group_of_the_vector_overlaps_another():
    """Offsets are handed out in the order of the names: each begins where the one before has ended."""
    names = [name for name in vars(at) if name.isupper() and name != "LAID_WIDTH"]
    for first, size in (("PLAYERS", "STATE_SIZE"), ("B_PLACES", "B_LISTS_AT"), ("T_HARVEST_AT", "TAPE_SIZE")):
        offsets = [getattr(at, name) for name in names[names.index(first) : names.index(size) + 1]]
        assert offsets[0] == 0
        assert offsets == sorted(set(offsets))
