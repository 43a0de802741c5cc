"""Datasets: the same bytes from the same seed, true to their records, and described by valid cards."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from chocolatl.cli import main
from chocolatl.data.game_steps import setting_of, steps_of
from chocolatl.data.make_dataset import make_dataset
from chocolatl.envs.env_game import EnvGame
from chocolatl.records.record import decode

pytest.importorskip("pyarrow")
PLAYERS = ("greedy:15", "random", "random")


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "games"
    make_dataset(folder, PLAYERS, 22, 7)
    return folder


def test_the_same_bytes_on_one_core_and_on_two(dataset, tmp_path):
    make_dataset(tmp_path / "again", PLAYERS, 22, 7, jobs=2)
    for file in sorted(dataset.iterdir()):
        assert file.read_bytes() == (tmp_path / "again" / file.name).read_bytes(), file.name


def test_steps_are_the_game(dataset):
    """Playing the actions leads to the scores of the record; every one was legal."""
    for line in dataset.joinpath("games.jsonl").read_bytes().splitlines()[:4]:
        record = decode(line)
        steps = steps_of(record)
        chance = record.chance
        assert chance is not None
        table = EnvGame(setting_of(record), chance)
        assert steps.masks[np.arange(len(steps.actions)), steps.actions].all()
        for seat, action, seen in zip(steps.seats, steps.actions, steps.observations, strict=True):
            assert np.array_equal(table.see(int(seat))[0], seen)
            table.pick(int(seat), int(action))
        assert table.over
        assert tuple(table.scores) == steps.scores == record.events[-1].scores  # type: ignore[union-attr]


def test_parquet_has_a_row_for_each_choice(dataset):
    import pyarrow.parquet as pq

    table = pq.read_table(dataset / "steps.parquet")
    manifest = json.loads((dataset / "dataset.json").read_text())
    assert table.num_rows == manifest["steps"]
    games = table.column("game").to_numpy()
    assert set(games) == set(range(22))
    shares = {
        (g, s): v
        for g, s, v in zip(
            games, table.column("seat").to_pylist(), table.column("share").to_pylist(), strict=True
        )
    }
    assert sum(shares.values()) == pytest.approx(22)


def test_a_changed_game_is_found(dataset, tmp_path, capsys):
    assert main(["data", "check", str(dataset), "--every", "7"]) == 0
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in dataset.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    lines = (copy / "games.jsonl").read_bytes().splitlines(keepends=True)
    (copy / "games.jsonl").write_bytes(b"".join([lines[1], lines[0], *lines[2:]]))
    assert main(["data", "check", str(copy), "--every", "7"]) == 1
    told = capsys.readouterr().out
    assert "games.jsonl: another content" in told
    assert "game 0: another game was played" in told


def test_the_croissant_card_is_valid(dataset):
    croissant = pytest.importorskip("mlcroissant")
    found = croissant.Dataset(jsonld=dataset / "croissant.json")
    assert not found.metadata.ctx.issues.errors
    assert {field.name for field in found.metadata.record_sets[0].fields} >= {
        "observation",
        "action",
        "share",
    }


def test_minari_reads_it(dataset, tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    from chocolatl.data.make_dataset import steps_in
    from chocolatl.data.minari_export import NAME, write_minari
    from chocolatl.envs.env_config import setting

    assert write_minari(tmp_path, setting(3), list(steps_in(dataset))[:3], "greedy") == 9
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    loaded = minari.load_dataset(NAME)
    assert loaded.total_episodes == 9
    assert sum(episode.rewards.sum() for episode in loaded) == pytest.approx(3)
