"""Plays a study: the same games of the same bots on every variant of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as replace_fields

from chocolatl.arena.executor import Executor
from chocolatl.arena.study.counts import COUNTS
from chocolatl.arena.study.figures import board_study
from chocolatl.arena.study.report import BoardStudy
from chocolatl.arena.study.variants import Variant
from chocolatl.arena.study.worth import BATCHES
from chocolatl.simulation import Setup, Tally
from chocolatl.simulation.run import CHUNK, Task, play_chunk


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
