"""A dataset for Minari: one episode for each seat of each game, rewarded with its share of the victory."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from chocolatl.data.game_steps import GameSteps
from chocolatl.envs.env_config import EnvConfig
from chocolatl.envs.spaces import ObservationForm, card_space
from chocolatl.extras import needs

NAME = "chocolatl/games-v1"


def write_minari(folder: Path, made: EnvConfig, games: Iterable[GameSteps], who: str) -> int:
    """Write it below this folder (`MINARI_DATASETS_PATH` to load it); returns the number of episodes."""
    with needs("data"):
        import minari

    before = os.environ.get("MINARI_DATASETS_PATH")
    os.environ["MINARI_DATASETS_PATH"] = str(folder)
    try:
        episodes = [one for steps in games for one in _episodes(steps)]
        minari.create_dataset_from_buffers(
            NAME,
            [_numbered(number, one) for number, one in enumerate(episodes)],
            observation_space=ObservationForm(made, "cards", flat=True).space,
            action_space=card_space(made),
            algorithm_name=who,
            author="Chocolatl contributors",
            description="Games of Chocolatl, one episode for each seat; reward: share of the victory",
            data_format="arrow",
        )
    finally:
        if before is None:
            del os.environ["MINARI_DATASETS_PATH"]
        else:
            os.environ["MINARI_DATASETS_PATH"] = before
    return len(episodes)


def _episodes(steps: GameSteps) -> Iterable[dict[str, Any]]:
    """The last observation is repeated: Minari wants one more than there are actions."""
    for seat, share in enumerate(steps.shares):
        mine = steps.seats == seat
        seen, actions = steps.observations[mine], steps.actions[mine].astype(np.int64)
        ends = np.arange(len(actions)) == len(actions) - 1
        yield {
            "observations": np.concatenate([seen, seen[-1:]]),
            "actions": actions,
            "rewards": np.where(ends, share, 0.0),
            "terminations": ends,
            "truncations": np.zeros(len(actions), np.bool_),
        }


def _numbered(number: int, episode: dict[str, Any]) -> Any:
    from minari.data_collector import EpisodeBuffer

    return EpisodeBuffer(id=number, **episode)
