"""docs/RESEARCH.md and the bench agree with the environments."""

from __future__ import annotations

from pathlib import Path

import pytest

from chocolatl.bench import envs
from chocolatl.cli.bench import BENCHES
from chocolatl.envs.encoding import WORDS
from chocolatl.envs.setting import setting

TEXT = (Path(__file__).parents[2] / "docs" / "RESEARCH.md").read_text()


def test_every_field_is_documented_as_it_is():
    shown = [field for field in setting(4).fields if field.part in ("table", "player 0", "own")]
    for field in shown:
        part = "each player" if field.part == "player 0" else field.part
        assert f"| {part} | `{field.name}` | {field.size} | {field.meaning} |" in TEXT


def test_every_action_word_is_documented():
    assert f"then seven words: {', '.join(WORDS)}." in " ".join(TEXT.split())
    assert f"V = {setting(4).values} on the default board" in " ".join(TEXT.split())


@pytest.mark.parametrize("make", [envs.parallel, envs.aec, envs.openspiel, envs.solo, envs.kuhn_poker])
def test_every_bench_counts_the_decisions_of_a_game(make):
    assert make()() >= 2


def test_the_bench_measures_what_has_a_target():
    measured = {"parallel_per_s", "aec_per_s", "openspiel_per_s", *envs.vector(0.01)}
    assert set(BENCHES["envs"].least) <= measured
