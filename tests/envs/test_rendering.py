"""What environments show: pictures of one size, text, and both by the conventions of both libraries."""

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo

import chocolatl.envs  # noqa: F401  registers Chocolatl-v1
from chocolatl.envs import env, parallel_env
from chocolatl.envs.rendering import RENDER_MODES
from chocolatl.picture import Picture, Style, people_named, svg
from chocolatl.rules.view import view

SHAPE = (540, 960, 3)


def made(**options: Any) -> Any:
    return gymnasium.make("Chocolatl-v1", opponents="random", encoding="keys", players=3, **options)


def whole_game(game: Any) -> list[Any]:
    """Everything that `render` gives, from the start to the end of a game."""
    game.reset(seed=4)
    game.action_space.seed(4)
    frames, over = [game.render()], False
    while not over:
        _, _, over, _, _ = game.step(game.action_space.sample())
        frames.append(game.render())
    return frames


def test_frames_of_a_game_have_one_size_and_change():
    frames = whole_game(made(render_mode="rgb_array"))
    assert {(frame.shape, frame.dtype) for frame in frames} == {(SHAPE, np.dtype(np.uint8))}
    assert len({frame.tobytes() for frame in frames}) > len(frames) // 2


def test_a_video_is_recorded(tmp_path: Path):
    pytest.importorskip("moviepy", reason="RecordVideo needs it")
    game = RecordVideo(made(render_mode="rgb_array"), str(tmp_path), disable_logger=True)
    over = game.reset(seed=1) is None
    while not over:
        _, _, over, _, _ = game.step(game.action_space.sample())
    game.close()
    assert [file.suffix for file in tmp_path.iterdir()] == [".mp4"]


@pytest.mark.parametrize("mode", [*RENDER_MODES, None])
def test_human_shows_every_step_by_itself_and_nothing_else_does(mode):
    output = io.StringIO()
    with redirect_stdout(output):
        game = made(render_mode=mode)
        game.reset(seed=2)
        for _ in range(3):
            game.step(game.action_space.sample())
    assert output.getvalue().count("CHOCOLATL  round") == (4 if mode == "human" else 0)


@pytest.mark.parametrize("form", [env, parallel_env])
def test_human_shows_by_itself_in_pettingzoo_too(form):
    output = io.StringIO()
    with redirect_stdout(output):
        game = form(players=3, render_mode="human")
        game.reset(seed=2)
        assert output.getvalue().count("CHOCOLATL  round 0/7  -  sacrifice") == 1
        if form is env:
            game.step(game.action_space(game.agent_selection).sample(game.observe("player_0")["action_mask"]))
        else:
            game.step(dict.fromkeys(game.agents, 0))
    assert output.getvalue().count("CHOCOLATL  round") == 2


def test_a_notebook_shows_the_board_as_the_page_draws_it():
    game = made(render_mode="svg", seat=1)
    game.reset(seed=3)
    shown = game.render()
    assert shown._repr_svg_() == game.unwrapped._repr_svg_() == shown
    state = game.unwrapped.rules_state()
    people = people_named([f"player {seat}" for seat in range(3)])
    sentence = "Everyone chooses a card for the altar, in secret."
    assert shown == svg(Picture(view(state, 1), people, (sentence,)), Style(960, 540))


def test_the_end_is_shown():
    frames = whole_game(made(render_mode="svg"))
    assert len(set(frames)) > len(frames) // 2
    assert frames[-1] != frames[-2]


def test_text_has_every_player():
    game = env(players=4, render_mode="ansi")
    game.reset(seed=1)
    lines = game.render().split("\n")
    assert "CHOCOLATL  round 0/7  -  sacrifice" in lines[0]
    assert sum(line.startswith("   ") for line in lines) >= 4


@pytest.mark.parametrize("form", [env, parallel_env])
def test_a_mode_that_does_not_exist_is_refused(form):
    with pytest.raises(ValueError, match=r"render_mode='screen': expected None or one of ansi, rgb_array"):
        form(render_mode="screen")
