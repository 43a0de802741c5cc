"""Learn from games that others have played: behavioural cloning of a dataset, in NumPy.

chocolatl data make games --players "equilibrium:2:8*3" --games 600 --seed 16
python examples/clone_policy.py games --save policy.npz

`--winners` weighs each choice by its player's share of the victory, so that only what winners did is learned:
the simplest offline learner.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray
from train_policy import Adam, Array, Policy

from chocolatl.data.game_steps import setting_of
from chocolatl.envs.env_config import EnvConfig
from chocolatl.records.record import decode

BATCH = 2048
HELD_OUT = 20
"""Every so many games one is only for the figure at the end."""


def read(folder: Path) -> tuple[EnvConfig, dict[str, NDArray[Any]]]:
    """The spaces of a dataset, and its columns."""
    with (folder / "games.jsonl").open("rb") as file:
        made = setting_of(decode(next(file)))
    table = pq.read_table(folder / "steps.parquet")
    rows = table.num_rows
    seen = table.column("observation").combine_chunks().flatten().to_numpy().reshape(rows, made.size)
    mask = table.column("action_mask").combine_chunks().flatten().to_numpy().reshape(rows, made.actions)
    others = {name: table.column(name).to_numpy() for name in ("game", "action", "share")}
    return made, {"seen": seen, "mask": mask, **others}


def slopes(policy: Policy, part: dict[str, NDArray[Any]]) -> list[Array]:
    """Of the weighted cross-entropy of the choices, and of the error of the value."""
    x, h, logp, values = policy.forward(part["seen"], part["mask"])
    lines = np.arange(len(x))
    out = np.empty((len(x), logp.shape[1] + 1), np.float32)
    out[:, :-1] = np.exp(logp)
    out[lines, part["action"]] -= 1
    out[:, :-1] *= part["weight"][:, None]
    out[:, -1] = 0.5 * (values - part["share"])
    back = (out @ policy.weights[1].T)[:, :-1] * (1 - h[:, :-1] ** 2)
    each = np.float32(1 / len(x))
    return [x.T @ back * each, h.T @ out * each]


def clone(
    made: EnvConfig, columns: dict[str, NDArray[Any]], passes: int, winners: bool, hidden: int, seed: int
) -> tuple[Policy, float]:
    """The policy, and how often it chooses as the player did in games that it was not shown."""
    policy = Policy.for_setting(made, hidden, seed)
    generator = np.random.default_rng(seed)
    columns["weight"] = (columns["share"] if winners else np.ones(len(columns["share"]))).astype(np.float32)
    shown = np.flatnonzero((columns["game"] % HELD_OUT > 0) & (columns["weight"] > 0))
    adam = Adam(policy.weights, 0)
    for number in range(passes):
        adam.rate = 2e-3 * (1 - number / passes)
        for chosen in np.array_split(generator.permutation(shown), max(1, len(shown) // BATCH)):
            adam.step(slopes(policy, {name: column[chosen] for name, column in columns.items()}))
    return policy, agreement(policy, columns)


def agreement(policy: Policy, columns: dict[str, NDArray[Any]]) -> float:
    """The share of choices that are the likeliest one."""
    unseen = columns["game"] % HELD_OUT == 0
    logp = policy.forward(columns["seen"][unseen], columns["mask"][unseen])[2]
    return float((logp.argmax(axis=1) == columns["action"][unseen]).mean())


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--winners", action="store_true")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("policy.npz"))
    args = parser.parse_args()
    made, columns = read(args.folder)
    policy, same = clone(made, columns, args.passes, args.winners, args.hidden, args.seed)
    policy.save(args.save)
    print(f"{len(columns['action'])} choices; in games not shown it chooses alike in {same:.1%}")


if __name__ == "__main__":
    main()
