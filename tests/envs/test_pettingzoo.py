"""PettingZoo's own suites over players, encodings and seeds, and what they leave out."""

from __future__ import annotations

import warnings
from itertools import product

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

from chocolatl.envs import env, parallel_env, raw_env
from chocolatl.envs.action_encoding import WAIT
from chocolatl.rules import EDITIONS
from tests.envs.games import assert_verified

FORMS = list(product((3, 4, 5), ("cards", "keys")))
NORMAL = "Observation is not a NumPy array|Observation space for each agent probably should be"
"""A dictionary with a mask is how PettingZoo's own card games do it; its tests know those by name."""


@pytest.fixture(autouse=True)
def _warnings_are_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=NORMAL)
        yield


@pytest.mark.parametrize(("players", "encoding"), FORMS)
def test_official_suites(players, encoding, capsys):
    options = {"players": players, "encoding": encoding}
    for edition in EDITIONS:
        api_test(env(edition=edition, **options), num_cycles=400)
        parallel_api_test(parallel_env(edition=edition, **options), num_cycles=400)
    seed_test(lambda: env(**options))
    parallel_seed_test(lambda: parallel_env(**options))
    state_test(env(**options), parallel_env(**options))
    render_test(lambda **mode: env(**options, **mode))


def play_parallel(made, seed, sampler):
    """A whole game; everything that was seen and paid."""
    generator = np.random.default_rng(sampler)
    observations, _ = made.reset(seed=seed)
    trace = [observations]
    while made.agents:
        actions = {agent: choose(made, agent, observations[agent], generator) for agent in made.agents}
        observations, *rest = made.step(actions)
        trace += [observations, *rest]
    return trace


def choose(made, agent, seen, generator):
    if isinstance(seen, dict):
        return generator.choice(np.flatnonzero(seen["action_mask"]))
    return generator.random(made.action_space(agent).shape[0], dtype=np.float32)


def play_in_turn(made, seed, sampler):
    generator = np.random.default_rng(sampler)
    made.reset(seed=seed)
    trace = []
    for agent in made.agent_iter():
        seen, *rest = made.last()
        trace += [agent, seen, *rest]
        made.step(None if rest[1] else choose(made, agent, seen, generator))
    return trace


def same(one, two):
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(two) and all(map(same, one, two))
    return np.array_equal(one, two)


@pytest.mark.parametrize(("players", "encoding"), FORMS)
@pytest.mark.parametrize("play", [play_parallel, play_in_turn])
def test_a_seed_is_a_whole_game(players, encoding, play):
    make = parallel_env if play is play_parallel else env
    for seed in range(3):
        first = play(make(players=players, encoding=encoding), seed, 1)
        assert same(first, play(make(players=players, encoding=encoding), seed, 1))
        assert not same(first, play(make(players=players, encoding=encoding), seed + 1, 1))


@pytest.mark.parametrize(("players", "encoding"), FORMS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_games_are_records_that_the_rules_accept(players, encoding, edition):
    for play, make in ((play_parallel, parallel_env), (play_in_turn, raw_env)):
        made = make(players=players, encoding=encoding, edition=edition)
        play(made, 5, 5)
        assert_verified(made.record(), made.table.scores)


def test_games_without_a_seed_differ_and_a_seed_fixes_those_that_follow():
    def series():
        made = env()
        made.reset(seed=9)
        firsts = []
        for _ in range(3):
            made.reset()
            firsts.append(made.state().tolist())
        return firsts

    assert series() == series()
    made = env()
    keys = set()
    for _ in range(5):
        made.reset()
        keys.add(made.unwrapped.table.chance.key)
    assert len(keys) == 5


def test_in_the_parallel_form_whoever_owes_nothing_waits():
    made = parallel_env(players=5)
    generator = np.random.default_rng(2)
    observations, _ = made.reset(seed=2)
    waits = 0
    while made.agents:
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        assert any(not mask[-1] for mask in masks.values()) or made.table.over
        for agent, mask in masks.items():
            if mask[made.setting.values + WAIT]:
                waits += 1
                assert mask.sum() == 1
                assert not observations[agent]["observation"][-1]
        actions = {agent: generator.choice(np.flatnonzero(mask)) for agent, mask in masks.items()}
        observations, *_ = made.step(actions)
    assert waits


@pytest.mark.parametrize("make", [parallel_env, raw_env])
def test_rewards(make):
    play = play_parallel if make is parallel_env else play_in_turn
    for rewards in ("win", "score", "points"):
        made = make(rewards=rewards)
        trace = play(made, 7, 7)
        if make is parallel_env:
            paid = trace[2::5]
            total = [sum(step[agent] for step in paid) for agent in made.possible_agents]
        else:
            sums = dict.fromkeys(made.possible_agents, 0.0)
            for agent, reward in zip(trace[0::6], trace[2::6], strict=True):
                sums[agent] += reward
            total = list(sums.values())
        assert total == pytest.approx(made.table.shares if rewards == "win" else made.table.scores)
        assert sum(made.table.shares) == pytest.approx(1)


@pytest.mark.parametrize("wrong", [{"encoding": "card"}, {"rewards": "money"}, {"players": 6}])
def test_a_wrong_option_is_refused_by_name(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}=.*expected"):
        parallel_env(**wrong)
