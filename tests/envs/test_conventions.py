"""What learning libraries expect: masks, infos, options and refusals, the same in every form."""

from __future__ import annotations

import multiprocessing
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env

import chocolatl.envs.openspiel  # noqa: F401  (registers the games)
from chocolatl.envs import Pool, env, parallel_env
from chocolatl.envs.illegal_actions import IllegalActionError
from chocolatl.envs.spaces import NUMBER_FORMS

INFOS = {"seat", "scores", "returns", "illegal"}


def solo(**options: Any) -> Any:
    return gymnasium.make("Chocolatl-v1", **options).unwrapped


def vector(**options: Any) -> Any:
    return gymnasium.make_vec("Chocolatl-v1", num_envs=3, **options)


def in_turn(**options: Any) -> Any:
    """PettingZoo's wrapper forwards what it does not know."""
    return env(**options)


FORMS = {
    "solo": solo,
    "vector": vector,
    "vector with bots": lambda **options: vector(opponents="greedy", **options),
    "parallel": parallel_env,
    "in turn": in_turn,
}


def infos_of(made: Any, shown: Any) -> dict[str, Any]:
    """The infos of the first seat or game, however the form hands them out."""
    if hasattr(made, "infos"):
        return dict(made.infos["player_0"])
    infos = shown[-1]
    return dict(infos.get("player_0", infos))


@pytest.mark.parametrize("form", FORMS)
def test_one_id_is_one_game(form):
    """Four players everywhere, the same names in the infos, and zeros at the start."""
    made = FORMS[form]()
    infos = infos_of(made, made.reset(seed=1))
    assert set(infos) == INFOS
    assert np.shape(infos["scores"])[-1] == np.shape(infos["returns"])[-1] == 4
    assert not np.any(infos["illegal"])
    assert pyspiel.load_game("chocolatl").num_players() == 4


def test_the_first_number_keeps_its_defaults():
    with pytest.warns(DeprecationWarning, match="out of date"):
        assert gymnasium.make("Chocolatl-v0").unwrapped.opponents == ("greedy",) * 3  # type: ignore[attr-defined]
    assert solo().opponents == ("random",) * 3


@pytest.mark.parametrize("form", FORMS)
def test_masks_without_a_wrapper(form):
    """`action_masks()`, which sb3-contrib asks for, is the mask of the observation."""
    made = FORMS[form]()
    shown = made.reset(seed=2)
    masks = made.action_masks()
    if form == "parallel":
        masks, seen = masks["player_2"], shown[0]["player_2"]
    else:
        seen = made.observe("player_0") if form == "in turn" else shown[0]
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, seen["action_mask"])


def test_masks_are_found_through_the_wrappers_of_make():
    made = gymnasium.make("Chocolatl-v1")
    made.reset(seed=1)
    assert made.get_wrapper_attr("action_masks")().sum() == 13


def do(made: Any, form: str, action: Any) -> Any:
    if form.startswith("vector"):
        return made.step(np.array([action] * 3))
    return made.step(dict.fromkeys(made.agents, action) if form == "parallel" else action)


@pytest.mark.parametrize(
    ("encoding", "wrong"), [("cards", 16), ("cards", 99), ("cards", -1), ("keys", np.nan)]
)
@pytest.mark.parametrize("form", FORMS)
def test_an_illegal_action_is_told_or_refused(form, encoding, wrong):
    """Nothing is played when it is refused: the next legal action is the first one of the game."""
    action = np.full(13, wrong) if encoding == "keys" else wrong
    fine = np.full(13, 0.5) if encoding == "keys" else 3
    repaired, strict = (FORMS[form](encoding=encoding, illegal=way) for way in ("repair", "raise"))
    repaired.reset(seed=3)
    assert np.all(infos_of(repaired, do(repaired, form, action))["illegal"])
    started = strict.reset(seed=3)
    with pytest.raises(IllegalActionError, match="expected"):
        do(strict, form, action)
    assert not np.any(infos_of(strict, do(strict, form, fine))["illegal"])
    again = strict.reset(seed=3)
    assert str(started) == str(again)


@pytest.mark.parametrize("encoding", ["cards", "keys"])
@pytest.mark.parametrize("observations", NUMBER_FORMS)
@pytest.mark.parametrize("flat", [True, False])
def test_observations_come_in_the_form_that_was_asked_for(encoding, observations, flat):
    options = {"encoding": encoding, "observations": observations, "flat": flat}
    made, plain, batch = solo(**options), solo(encoding=encoding), vector(**options)
    check_env(made, skip_render_check=True)
    (seen, info), (known, _) = made.reset(seed=4), plain.reset(seed=4)
    numbers = seen if flat or encoding == "keys" else seen["observation"]
    ints = known if encoding == "keys" else known["observation"]
    assert numbers.dtype == (np.int8 if observations == "int8" else np.float32)
    assert np.allclose(numbers, ints / made.setting.high if observations == "normalised" else ints)
    if observations == "normalised":
        assert abs(numbers).max() <= 1
    assert ("action_mask" in info) == (flat and encoding == "cards")
    assert batch.observation_space.contains(batch.reset(seed=1)[0])
    table = parallel_env(**options)
    assert table.observation_space("player_0").contains(table.reset(seed=1)[0]["player_0"])


def test_every_field_has_an_index_and_a_range():
    made = solo()
    box = made.observation_space["observation"]
    ends = 0
    for field in made.setting.fields:
        assert field.span == slice(ends, ends + field.size)
        assert (box.low[field.span] == field.low).all()
        assert (box.high[field.span] == field.high).all()
        ends = field.span.stop
    assert box.shape == (ends,)


def in_a_worker(name: str) -> list[int]:
    """A new process that has imported nothing of ours."""
    made = gymnasium.make(name, players=3, opponents="random")
    return made.reset(seed=5)[0]["observation"].tolist()  # type: ignore[no-any-return]


def test_a_spawned_worker_knows_the_id_by_its_module():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        seen = pool.apply(in_a_worker, ("chocolatl.envs:Chocolatl-v1",))
    assert seen == solo(players=3).reset(seed=5)[0]["observation"].tolist()


@pytest.mark.parametrize("form", FORMS)
def test_an_unknown_reset_option_is_refused_by_name(form):
    with pytest.raises(
        ValueError, match=r"reset option 'bord': expected chance, position, edition, board; did"
    ):
        FORMS[form]().reset(options={"bord": "short"})


@pytest.mark.parametrize("make", [solo, parallel_env])
def test_chance_edition_and_board_are_set_by_options(make):
    made = make(players=3)
    stacks = set()
    for seed in range(4):
        made.reset(seed=seed, options={"chance": 7})
        stacks.add(made.rules_state().line)
    assert len(stacks) == 1
    made.reset(options={"edition": "french"})
    assert made.rules_state().rules.red_reveal == "all_at_once"
    made.reset()
    assert made.rules_state().rules.red_reveal != "all_at_once"
    with pytest.raises(ValueError, match="as in the spaces of this environment"):
        made.reset(options={"board": "altar"})


@pytest.mark.parametrize("make", [solo, parallel_env])
def test_a_game_goes_on_from_a_position(make):
    played = solo(players=3, opponents="greedy", encoding="keys")
    played.reset(seed=6)
    for _ in range(4):
        played.step(played.action_space.sample())
    position = played.rules_state()
    made = make(players=3, encoding="keys")
    made.reset(seed=1, options={"position": position})
    if make is parallel_env:
        assert made.rules_state() == position
    assert made.rules_state().round >= position.round >= 1
    with pytest.raises(ValueError, match="began in the middle"):
        made.record()
    with pytest.raises(ValueError, match="expected neither"):
        made.reset(options={"position": position, "edition": "dutch"})
    with pytest.raises(ValueError, match="is str: expected a State or a Record"):
        made.reset(options={"position": "start"})


def test_a_pool_is_drawn_from_anew_in_every_game():
    pool = Pool(["random", "greedy"], weights=[1, 1])
    made = solo(players=3, opponents=pool)
    drawn = []
    for seed in range(12):
        made.reset(seed=seed)
        drawn.append(tuple(type(bot).__name__ for bot in made._bots.values()))
    assert len(set(drawn)) == 4
    made.reset(seed=0)
    assert tuple(type(bot).__name__ for bot in made._bots.values()) == drawn[0]
    for wrong, message in (([], "expected at least one bot"), (["greddy"], "greddy")):
        with pytest.raises(ValueError, match=message):
            Pool(wrong)
