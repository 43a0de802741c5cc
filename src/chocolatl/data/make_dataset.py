"""A dataset folder from a seed: the same bytes on every machine, on one core or several."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from chocolatl import __version__
from chocolatl.data.dataset_cards import croissant, data_card
from chocolatl.data.game_steps import GameSteps, setting_of, steps_of
from chocolatl.data.parquet_file import write_parquet
from chocolatl.lab.simulation.simulate import simulate
from chocolatl.lab.simulation.simulated_game import Setup, play_game
from chocolatl.records.record import decode
from chocolatl.records.verify import verify
from chocolatl.rules import RULES_VERSION, edition_named

GAMES, STEPS, MANIFEST = "games.jsonl", "steps.parquet", "dataset.json"


class DatasetError(ValueError):
    """A folder that is no dataset, or a game that does not verify; the message says which."""


def setup_of(manifest: dict[str, Any]) -> Setup:
    """What was simulated."""
    return Setup(
        tuple(manifest["players"]),
        manifest["seed"],
        rules=edition_named(manifest["edition"], manifest["rules_version"]),
        edition=manifest["edition"],
        rotate=manifest["rotate"],
        version=manifest["rules_version"],
    )


def make_dataset(
    folder: Path,
    players: tuple[str, ...],
    games: int,
    seed: int,
    edition: str = "english",
    jobs: int = 1,
    advance: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Write all files into a new folder; returns the manifest."""
    folder.mkdir(parents=True)
    command = f"chocolatl data make FOLDER --players {','.join(players)} --games {games} --seed {seed}"
    manifest: dict[str, Any] = {
        "format": "chocolatl-dataset/1",
        "package": __version__,
        "rules_version": RULES_VERSION,
        "edition": edition,
        "players": list(players),
        "games": games,
        "seed": seed,
        "rotate": True,
        "command": f"{command} --edition {edition}",
    }
    with (folder / GAMES).open("xb") as file:
        for chunk in simulate(setup_of(manifest), games, jobs, record=True, accumulators=()):
            file.writelines(line + b"\n" for line in chunk.records)
            advance(chunk.games)
    first = decode(next(iter((folder / GAMES).open("rb"))))
    manifest["steps"] = write_parquet(folder / STEPS, setting_of(first), steps_in(folder))
    manifest["sha256"] = {name: sha256_of(folder / name) for name in (GAMES, STEPS)}
    _write_cards(folder, manifest)
    return manifest


def _write_cards(folder: Path, manifest: dict[str, Any]) -> None:
    for name, content in ((MANIFEST, manifest), ("croissant.json", croissant(manifest))):
        (folder / name).write_text(json.dumps(content, indent=2) + "\n")
    (folder / "README.md").write_text(data_card(manifest))


def steps_in(folder: Path) -> Iterator[GameSteps]:
    """The steps of every game; a record that does not verify is refused."""
    with (folder / GAMES).open("rb") as file:
        for number, line in enumerate(file):
            record = decode(line)
            report = verify(record)
            if not report.ok:
                raise DatasetError(f"game {number}: {report.problem}")
            yield steps_of(record)


def sha256_of(path: Path) -> str:
    """The hash of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def problems(folder: Path, every: int) -> Iterator[str]:
    """What is not as the manifest says: hashes first, then every n-th game played again."""
    manifest = read_manifest(folder)
    for name, wanted in manifest["sha256"].items():
        if sha256_of(folder / name) != wanted:
            yield f"{name}: another content than dataset.json says"
    setup = setup_of(manifest)
    with (folder / GAMES).open("rb") as file:
        lines = list(file)
    if len(lines) != manifest["games"]:
        yield f"{GAMES}: {len(lines)} games, expected {manifest['games']}"
    for number in range(0, len(lines), every):
        if play_game(setup, number).record() + b"\n" != lines[number]:
            yield f"game {number}: another game was played"


def read_manifest(folder: Path) -> dict[str, Any]:
    """dataset.json."""
    try:
        found: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
    except (OSError, ValueError):
        raise DatasetError(f"{folder}: expected a folder that chocolatl data make wrote") from None
    return found
