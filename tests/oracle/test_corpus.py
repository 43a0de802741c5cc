"""The referee looks at every recorded game of the corpus."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oracle.dice import chance_differences
from tests.oracle.referee import differences
from tests.oracle.table import Json

CORPUS = Path(__file__).parents[1] / "records" / "corpus"
FILES = sorted(file for file in CORPUS.rglob("*") if file.suffix in (".json", ".jsonl"))


def records(file: Path) -> Iterator[Json]:
    """One record in a .json file, one a line in a .jsonl file."""
    text = file.read_text()
    yield from map(json.loads, text.splitlines() if file.suffix == ".jsonl" else [text])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_referee_finds_nothing_in_a_recorded_game(file: Path) -> None:
    for record in records(file):
        events = record["events"]
        found = differences(events)
        if events[-1]["event"] != "game_ended":
            assert found[-1].startswith(f"{len(events)}: the record ends"), found
            found.pop()
        assert found == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_draw_of_a_recorded_game_comes_from_its_key(file: Path) -> None:
    for record in records(file):
        if key := record.get("key"):
            nonces = [bytes.fromhex(nonce) for nonce in record.get("nonces", ())]
            assert chance_differences(record["events"], bytes.fromhex(key), nonces) == []
