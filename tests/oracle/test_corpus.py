"""The referee looks at every recorded game of the corpus."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oracle.dice import chance_differences, draw_differences
from tests.oracle.referee import differences
from tests.oracle.table import Json

CORPUS = Path(__file__).parents[1] / "records" / "corpus"
FILES = sorted(CORPUS.rglob("*.jsonl.gz"))


def records(file: Path) -> Iterator[Json]:
    """One record a line."""
    yield from map(json.loads, gzip.decompress(file.read_bytes()).splitlines())


def test_the_corpus_is_found() -> None:
    assert bool(FILES) == CORPUS.exists()


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
            if record["events"][0].get("draw"):
                assert draw_differences(record["events"][0], bytes.fromhex(key)) == []
