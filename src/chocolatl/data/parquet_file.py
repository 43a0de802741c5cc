"""All steps of a dataset as one Parquet file, a row group for each block of games."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from chocolatl.data.game_steps import GameSteps
from chocolatl.envs.env_config import EnvConfig
from chocolatl.extras import needs

with needs("data"):
    import pyarrow as pa
    import pyarrow.parquet as pq

COLUMNS = {
    "game": "number of the game, from 0: the line in games.jsonl",
    "turn": "number of the question in its game",
    "seat": "who chose",
    "action": "the action of Chocolatl-v1, card by card",
    "share": "this seat's share of the victory at the end",
    "score": "this seat's final score",
    "observation": "what the seat saw, as in docs/RESEARCH.md",
    "action_mask": "1 for every action that was legal",
}
BLOCK = 64


def schema_of(made: EnvConfig) -> Any:
    """The columns and their types."""
    return pa.schema(
        [
            ("game", pa.int32()),
            ("turn", pa.int16()),
            ("seat", pa.int8()),
            ("action", pa.int8()),
            ("share", pa.float64()),
            ("score", pa.int16()),
            ("observation", pa.list_(pa.int8(), made.size)),
            ("action_mask", pa.list_(pa.int8(), made.actions)),
        ]
    )


def write_parquet(path: Path, made: EnvConfig, games: Iterable[GameSteps]) -> int:
    """Returns how many rows were written."""
    schema, rows = schema_of(made), 0
    with pq.ParquetWriter(path, schema, compression="zstd") as file:
        block: list[Any] = []
        for number, steps in enumerate(games):
            block.append(_table(number, steps, schema))
            rows += len(steps.actions)
            if len(block) == BLOCK:
                file.write_table(pa.concat_tables(block).combine_chunks())
                block = []
        if block:
            file.write_table(pa.concat_tables(block).combine_chunks())
    return rows


def _table(number: int, steps: GameSteps, schema: Any) -> Any:
    shares, scores = np.array(steps.shares), np.array(steps.scores, np.int16)
    columns = [
        np.full(len(steps.actions), number, np.int32),
        steps.turns,
        steps.seats,
        steps.actions,
        shares[steps.seats],
        scores[steps.seats],
        pa.FixedSizeListArray.from_arrays(steps.observations.ravel(), steps.observations.shape[1]),
        pa.FixedSizeListArray.from_arrays(steps.masks.ravel(), steps.masks.shape[1]),
    ]
    return pa.table(columns, schema=schema)
