"""Gymnasium's own checks, bots as opponents, and a vector of games that are true games."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import chocolatl.envs  # noqa: F401  (registers Chocolatl-v1)
from chocolatl.bots import BotSpecError, answer, make_bot
from chocolatl.engine import layout as at
from chocolatl.engine.chance_tape import deal_tape, die
from chocolatl.engine.jit import jit, pointer
from chocolatl.envs.env_game import EnvGame
from chocolatl.envs.tape_dealer import TapeChance
from chocolatl.envs.vector import ChocolatlVectorEnv
from chocolatl.rules import EDITIONS, fold
from chocolatl.rules.events import Answered
from tests.envs.games import assert_verified


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("encoding", ["cards", "keys"])
def test_official_check(players, encoding, capsys):
    made = gymnasium.make(
        "Chocolatl-v1", players=players, encoding=encoding, opponents="random", render_mode="rgb_array"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)


def solo(**options: Any) -> Any:
    return gymnasium.make("Chocolatl-v1", **options).unwrapped


def play(made, seed):
    generator = np.random.default_rng(seed)
    seen, _ = made.reset(seed=seed)
    trace, over = [seen], False
    while not over:
        if isinstance(seen, dict):
            action = generator.choice(np.flatnonzero(seen["action_mask"]))
        else:
            action = generator.random(made.action_space.shape[0], dtype=np.float32)
        seen, reward, over, _, info = made.step(action)
        trace += [seen, reward, over, info]
    return trace


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("encoding", ["cards", "keys"])
def test_games_against_bots_are_records_that_the_rules_accept(edition, encoding):
    made = solo(edition=edition, encoding=encoding, opponents="greedy", seat=None)
    for seed in range(3):
        trace = play(made, seed)
        table = made.table
        assert_verified(made.record(), table.scores)
        assert trace[-3] == table.shares[made.seat]
        assert str(trace) == str(play(made, seed))


def test_bots_play_as_they_would_anywhere():
    """Their answers in the record are those that the same bots give to the view of the rules."""
    bots: list[Any] = ["greedy", make_bot("greedy", 3), make_bot("random", 4)]
    made = solo(opponents=bots)
    play(made, 1)
    events = made.record().events
    checked = 0
    for number, event in enumerate(events):
        if isinstance(event, Answered) and event.seat in (2, 3):
            state = fold(events[: _question(events, number)])
            if len(state.pending) and event.seat in state.pending:
                given = answer(bots[event.seat - 1], state, event.seat)
                assert _plain(given) == _plain(event.action)
                checked += 1
    assert checked > 20


def _question(events, number):
    """Where the question that this event answers was asked."""
    while type(events[number]).__name__ != "Asked":
        number -= 1
    return number + 1


def _plain(action):
    cards = getattr(action, "cards", None)
    return action if cards is None else [sorted(group) for group in cards]


def test_wrong_opponents_are_refused_by_name():
    with pytest.raises(ValueError, match=r"2 opponents .*expected one for each of 3"):
        gymnasium.make("Chocolatl-v1", players=4, opponents=["greedy", "random"])
    with pytest.raises(BotSpecError, match="greddy"):
        gymnasium.make("Chocolatl-v1", opponents="greddy")
    with pytest.raises(ValueError, match="seat=4"):
        gymnasium.make("Chocolatl-v1", players=4, seat=4)


@jit
def whole_tape(tape, b, key, players):
    """Everything that a game with this key would draw."""
    for slot in range(at.T_STACK_AT):
        tape[slot] = die(pointer(tape), key, slot)
    deal_tape(pointer(b), players, key, pointer(tape))


BATCHES = [
    (3, "english", None, True),
    (5, "english", None, True),
    (4, "dutch", None, False),
    (3, "french", "short", True),
    (3, "german", "pair", False),
]


@pytest.mark.parametrize("opponents", ["none", "random"])
@pytest.mark.parametrize(("players", "edition", "board", "history"), BATCHES)
def test_a_vector_of_games_is_the_same_games(players, edition, board, history, opponents):
    """Every game of the batch, played again alone, looks the same at every step, whatever the actions."""
    made = ChocolatlVectorEnv(4, players, edition, board, opponents, seat=None, history=history)
    random = np.random.default_rng(players)
    seen, infos = made.reset(seed=3)
    tables = [alone(made, game) for game in range(4)]
    finished = 0
    for _ in range(600):
        actions = made.sample_legal()
        wrong = random.integers(-2, made.setting.actions + 2, 4)
        actions = np.where(random.random(4) < 0.2, wrong, actions)
        before = made.batch.over.copy()
        if opponents == "none":
            for game, table in enumerate(tables):
                if not before[game]:
                    assert table.seat == infos["seat"][game]
                    table.pick(table.seat, int(actions[game]))
        seen, rewards, over, _, infos = made.step(actions)
        for game in range(4):
            if before[game]:
                tables[game] = alone(made, game)
            elif opponents == "none":
                compare(made, tables[game], game, seen)
            if over[game]:
                finished += 1
                assert infos["returns"][game].sum() == pytest.approx(1)
                assert rewards[game] == infos["returns"][game, infos["seat"][game]]
                if opponents == "none":
                    assert infos["returns"][game].tolist() == tables[game].shares
                    assert_verified(tables[game].record(), tables[game].scores)
            else:
                assert not infos["returns"][game].any()
    assert finished >= 4


def alone(made, game):
    tape = np.zeros(at.TAPE_SIZE, np.int8)
    whole_tape(tape, made.setting.b, made.batch.keys[game, 0], made.setting.players)
    return EnvGame(made.setting, TapeChance(tape))


def compare(made, table, game, seen):
    if table.over:
        past = table.see(made.batch.seats[game])[0][made.setting.past_at :]
        assert made.batch.over[game]
        assert np.array_equal(seen["observation"][game][made.setting.past_at :], past)
        return
    expected, mask = table.see(table.seat)
    assert np.array_equal(seen["observation"][game], expected)
    assert np.array_equal(seen["action_mask"][game], mask)


def test_a_vector_depends_on_its_seed_and_hands_out_copies():
    def trace(seed):
        made: Any = gymnasium.make_vec("Chocolatl-v1", num_envs=8, opponents="random", rewards="points")
        kept = [made.reset(seed=seed)[0]]
        for _ in range(150):
            seen, rewards, *_ = made.step(made.sample_legal())
            kept += [seen, {"rewards": rewards}]
        return [{key: value.tolist() for key, value in part.items()} for part in kept], kept

    told, kept = trace(1)
    again, _ = trace(1)
    other, _ = trace(2)
    assert told == again != other
    assert told[0] == {key: value.tolist() for key, value in kept[0].items()}
    assert made_space().contains(kept[-2])


def made_space():
    return gymnasium.make_vec("Chocolatl-v1", num_envs=8).observation_space


def test_points_add_up_to_the_score():
    made = ChocolatlVectorEnv(16, rewards="points")
    made.reset(seed=1)
    total = np.zeros(16)
    finished = 0
    for _ in range(200):
        _, rewards, over, _, _ = made.step(made.sample_legal())
        total += rewards
        for game in np.flatnonzero(over):
            finished += 1
            assert total[game] == made.batch.rows[game, at.BOX_AT]
            total[game] = 0
    assert finished


def test_any_seed_list_and_wrong_actions():
    made = ChocolatlVectorEnv(2)
    one, _ = made.reset(seed=[5, 6])
    two, _ = made.reset(seed=[5, 6])
    assert np.array_equal(one["observation"], two["observation"])
    with pytest.raises(ValueError, match="expected one for each of 2 games"):
        made.step(np.zeros(3))


def test_without_copies_the_next_step_overwrites_what_was_handed_out() -> None:
    kept, shared = (ChocolatlVectorEnv(4, opponents="none", copy=copy) for copy in (True, False))
    for made in (kept, shared):
        made.reset(seed=3)
    for _ in range(30):
        actions = kept.sample_legal()
        one, two = kept.step(actions), shared.step(actions)
        before = one[0]["observation"].copy()
        assert (one[0]["observation"] == two[0]["observation"]).all()
        assert (one[1] == two[1]).all()
        assert (one[4]["returns"] == two[4]["returns"]).all()
    kept.step(kept.sample_legal())
    assert (one[0]["observation"] == before).all()
    assert two[0]["observation"] is shared.batch.seen
