"""The number of an environment says by which rules it plays: old numbers play as they did."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import chocolatl.envs.openspiel
from chocolatl.envs.numbers import NUMBER_OF, gymnasium_id
from chocolatl.records.verify import verify
from chocolatl.rules import RULES_VERSION, RULES_VERSIONS


@pytest.mark.filterwarnings("ignore:.*out of date")
@pytest.mark.parametrize("version", RULES_VERSIONS)
def test_each_number_plays_its_rules(version):
    made: Any = gymnasium.make(
        gymnasium_id(version), players=3, edition="french", opponents="random"
    ).unwrapped
    seen, _ = made.reset(seed=3)
    over, random = False, np.random.default_rng(3)
    while not over:
        seen, _, over, _, _ = made.step(random.choice(np.flatnonzero(seen["action_mask"])))
    record = made.record()
    assert verify(record).ok
    assert record.rules_version == record.started.version == made.rules_state().version == version
    assert record.started.rules.green_reveal == ("per_location" if version == "1" else "all_at_once")
    batch: Any = gymnasium.make_vec(gymnasium_id(version), num_envs=2)
    assert batch.setting.version == version


def test_every_version_has_a_number_and_the_newest_is_the_default():
    assert tuple(NUMBER_OF) == RULES_VERSIONS
    assert chocolatl.envs.GYMNASIUM_ID == gymnasium_id(RULES_VERSION) == "Chocolatl-v1"


@pytest.mark.parametrize(("version", "name"), [("1", "chocolatl_v0"), ("2", "chocolatl_v1")])
def test_pettingzoo_tells_its_number(version, name):
    made = chocolatl.envs.parallel_env(players=3, rules_version=version)
    assert (made.metadata["name"], made.setting.version) == (name, version)


def test_openspiel_takes_the_version_as_a_parameter():
    for game, version in (("chocolatl", "2"), ("chocolatl(rules_version=1)", "1")):
        state = pyspiel.load_game(game).new_initial_state()
        assert state.position.setting.version == version
    assert "rules_version" in str(pyspiel.load_game("chocolatl(rules_version=1)"))


def test_an_unknown_version_is_refused():
    with pytest.raises(ValueError, match="unknown rules version '9': expected 1 or 2"):
        chocolatl.envs.parallel_env(rules_version="9")
