"""Plays a study: the same games of the same bots on every variant of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as replace_fields

from chocolatl.lab.executors.executor import Executor
from chocolatl.lab.simulation import Setup, Tally
from chocolatl.lab.simulation.simulate import CHUNK, Task, play_chunk
from chocolatl.lab.study.accumulators import COUNTS
from chocolatl.lab.study.board_variants import Variant
from chocolatl.lab.study.rank_regression import BATCHES
from chocolatl.lab.study.study_estimates import board_study
from chocolatl.lab.study.study_report import BoardStudy


def play_study(
    setup: Setup, games: int, variants: Sequence[Variant], executor: Executor
) -> Iterator[BoardStudy]:
    """One study after the other; batches follow from the games' numbers, not from who played them."""
    boards = [replace_fields(variant.of(setup.board), name=variant.name) for variant in variants]
    for variant, changed in zip(variants, boards, strict=True):
        here = replace(setup, board=changed)
        tasks = [Task(here, range(n, min(n + CHUNK, games)), False, COUNTS) for n in range(0, games, CHUNK)]
        batches = [Tally() for _ in range(min(BATCHES, len(tasks)))]
        for number, chunk in enumerate(executor.run(play_chunk, tasks)):
            batches[number % len(batches)].update(chunk.tally)
        yield board_study(variant, changed, len(setup.players), batches)
