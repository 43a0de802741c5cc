"""OpenSpiel's own suites for both games, and what they leave out."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import chocolatl.envs.openspiel  # noqa: F401  (registers the games)
from chocolatl.engine import layout as at
from chocolatl.rules import waiting_for
from tests.envs.games import assert_verified

GAMES = [f"{name}(players={n})" for name in ("chocolatl", "chocolatl_simultaneous") for n in (3, 4, 5)]
BOARDS = [
    "chocolatl(board=altar,players=3)",
    "chocolatl(board=pair,players=3)",
    "chocolatl(board=short,players=4)",
    "chocolatl_duel(board=short)",
]
PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("name", GAMES + BOARDS)
def test_official_simulations(name, capfd):
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest("sim_game").sim_game(game)


def official_cases(name):
    kind: Any = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {})
    kind.game = pyspiel.load_game(name)
    kind.game_name = name
    kind.setUpClass()
    return [(kind, test) for test in dir(kind) if test.startswith("test_")]


@pytest.mark.parametrize("name", [GAMES[0], GAMES[2], BOARDS[2], GAMES[3]])
def test_official_api_tests(name):
    cases = official_cases(name)
    assert len(cases) >= 5
    for kind, test in cases:
        getattr(kind(test), test)()


def test_a_duel_is_a_zero_sum_game_of_two():
    """The third seat is chance: all its picks alike, told to nobody before they are turned up."""
    state, generator = pyspiel.load_game("chocolatl_duel(board=five)").new_initial_state(), random.Random(3)
    thirds = 0
    while not state.is_terminal():
        if state.position.turn == 2:
            thirds += 1
            assert state.is_chance_node()
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
            told = [state.information_state_string(player) for player in (0, 1)]
            after = state.child(state.chance_outcomes()[0][0])
            if after.position.turn == 2:
                assert [after.information_state_string(player) for player in (0, 1)] == told
        state.apply_action(generator.choice(state.legal_actions()))
    assert thirds == 3
    assert sum(state.returns()) == 0
    assert state.returns()[0] == state.position.shares[0] - state.position.shares[1]


def test_whole_tree_of_the_smallest_board_has_perfect_recall():
    found = api_test._assert_is_perfect_recall(pyspiel.load_game("chocolatl(board=altar,players=3)"))
    assert len(found) == 3 * 6  # each seat knows the stack, and has nothing else to go by


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_golden_playthroughs(path):
    flags.FLAGS.mark_as_parsed()
    original, replayed = generate_playthrough.replay(str(path))
    assert replayed == original


def test_there_is_a_playthrough_of_every_mode():
    text = "\n".join(path.read_text() for path in PLAYTHROUGHS)
    assert all(f", {mode}." in text for mode in ("gold", "red", "green"))


def chance(state, rng):
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    assert sum(weights) == pytest.approx(1)
    state.apply_action(rng.choices(outcomes, weights)[0])


def step(state, rng):
    if state.is_chance_node():
        chance(state, rng)
    elif state.is_simultaneous_node():
        legal = [state.legal_actions(seat) for seat in range(state.num_players())]
        state.apply_actions([rng.choice(some) if some else 0 for some in legal])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES + BOARDS)
@pytest.mark.parametrize("edition", ["english", "dutch", "german", "french"])
def test_games_are_records_that_the_rules_accept(name, edition):
    rng = random.Random(name)
    state = pyspiel.load_game(name.replace(")", f",edition={edition})")).new_initial_state()
    while not state.is_terminal():
        step(state, rng)
    position = state.position
    scores = position.row[at.BOX_AT : at.BOX_AT + position.setting.players].tolist()
    assert_verified(state.record(), scores)
    assert sum(state.returns()) == pytest.approx(state.get_game().utility_sum())


@pytest.mark.parametrize("name", [*GAMES[:3], BOARDS[2]])
def test_states_that_a_seat_cannot_tell_apart_look_the_same(name):
    """Resampling keeps what the seat knows, and does change what it does not know."""
    game, rng = pyspiel.load_game(name), random.Random(name)
    sampler = rng.random
    changed = checked = 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node() and rng.random() < 0.12:
            for seat in range(game.num_players()):
                twin = state.resample_from_infostate(seat, sampler)
                assert_equal_for(seat, state, twin)
                changed += str(twin) != str(state)
                checked += 1
        step(state, rng)
    assert changed > checked / 4 > 0


def assert_equal_for(seat, state, twin):
    assert twin.current_player() == state.current_player()
    assert twin.information_state_string(seat) == state.information_state_string(seat)
    assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)
    assert twin.observation_string(seat) == state.observation_string(seat)
    assert twin.observation_tensor(seat) == state.observation_tensor(seat)
    assert twin.legal_actions(seat) == state.legal_actions(seat)
    assert public_string(twin) == public_string(state)
    for one, two in zip(twin.full_history(), state.full_history(), strict=True):
        assert one.player == two.player
        assert one.player != seat or one.action == two.action


def public_string(state):
    kind = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE)
    return make_observation(state.get_game(), kind).string_from(state, 0)


def test_a_hidden_sacrifice_is_resampled_evenly():
    """Seat 1 knows nothing of seat 0's altar: every card comes up."""
    state = pyspiel.load_game("chocolatl(players=3)").new_initial_state()
    state.apply_action(0)
    state.apply_action(4)
    rng = random.Random(1)
    drawn = [state.resample_from_infostate(1, rng.random).full_history()[1].action for _ in range(650)]
    counts = [drawn.count(card) for card in range(13)]
    assert min(counts) > 20
    assert max(counts) < 90


def test_a_clone_goes_its_own_way():
    game, rng = pyspiel.load_game("chocolatl(players=4)"), random.Random(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        clone, before = state.clone(), str(state)
        for _ in range(6):
            if not clone.is_terminal():
                step(clone, rng)
        assert str(state) == before
        assert clone.history()[: len(state.history())] == state.history()
        for _ in range(11):
            if not state.is_terminal():
                step(state, rng)


def test_both_forms_are_the_same_game():
    """The same picks lead to the same end, one after the other or all at once."""
    for seed in range(3):
        rng = random.Random(seed)
        together = pyspiel.load_game("chocolatl_simultaneous(players=3)").new_initial_state()
        apart = pyspiel.load_game("chocolatl(players=3)").new_initial_state()
        picks: dict[int, list[int]] = {seat: [] for seat in range(3)}
        while not together.is_terminal():
            if together.is_chance_node():
                outcome = rng.choice(together.chance_outcomes())[0]
                drain(apart, picks)
                apart.apply_action(outcome)
                together.apply_action(outcome)
            else:
                legal = [together.legal_actions(seat) for seat in range(3)]
                chosen = [rng.choice(some) if some else 0 for some in legal]
                for seat in range(3):
                    if legal[seat]:
                        picks[seat].append(chosen[seat])
                together.apply_actions(chosen)
        drain(apart, picks)
        assert apart.is_terminal()
        assert apart.returns() == together.returns()
        assert apart.record() == together.record()


def drain(state, picks):
    """Apply the picks that wait, in the order of the sequential form."""
    while not state.is_terminal() and not state.is_chance_node() and picks[state.current_player()]:
        state.apply_action(picks[state.current_player()].pop(0))


@pytest.mark.parametrize("name", [GAMES[0], BOARDS[2]])
def test_the_short_cuts_say_what_the_library_says(name):
    state, rng = pyspiel.load_game(name).new_initial_state(), random.Random(5)
    while True:
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)
        assert state.legal_actions() == pyspiel.State.legal_actions(state)
        for seat in range(3):
            assert state.legal_actions(seat) == pyspiel.State.legal_actions(state, seat)
        state.legal_actions().clear()
        if state.is_terminal():
            break
        step(state, rng)


def test_the_state_of_the_rules_asks_the_seat_to_move():
    state, rng = pyspiel.load_game("chocolatl(players=4)").new_initial_state(), random.Random(7)
    while not state.is_terminal():
        if not state.is_chance_node():
            assert state.current_player() in waiting_for(state.rules_state())
        step(state, rng)


def test_legal_actions_of_nobody_are_refused():
    state = pyspiel.load_game("chocolatl").new_initial_state()
    state.apply_action(0)
    with pytest.raises(AssertionError):
        state._legal_actions(-1)
