"""Train with several seeds and show the curve: shares of the victory against random players, with intervals.

python examples/learning_curve.py ppo --players 4 --seeds 5 --rounds 60 --save "ppo-4-{seed}.onnx"
python examples/learning_curve.py self_play --players 3 --seeds 5 --rounds 100
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
import self_play
import train_policy
from train_policy import Policy, win_share

METHODS = {"ppo": train_policy.train, "self_play": self_play.train}
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)
"""Of Student's distribution, for 95% intervals of a mean over 2 to 10 seeds."""

Curve = dict[int, list[float]]
"""By number of games: the share of each seed."""


def curve(method: str, players: int, seeds: int, rounds: int, save: str = "", games: int = 1000) -> Curve:
    """Every ten rounds of training, how the policy fares in so many games against random players."""
    found: Curve = defaultdict(list)
    for seed in range(1, seeds + 1):

        def told(spent: float, played: int, policy: Policy) -> None:
            del spent
            found[played].append(win_share(policy, players, games)[0])

        policy = METHODS[method](np.inf, players, seed=seed, rounds=rounds, told=told)
        if save:
            policy.save(Path(save.format(seed=seed)))
    return found


def interval(shares: list[float]) -> tuple[float, float]:
    """The mean over seeds and half of its 95% interval."""
    if len(shares) < 2:
        return float(np.mean(shares)), float("inf")
    return float(np.mean(shares)), float(
        STUDENT[min(len(shares), 10) - 2] * np.std(shares, ddof=1) / len(shares) ** 0.5
    )


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("method", choices=METHODS)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=60, help="of games, a few hundred each")
    parser.add_argument("--save", default="", help="a file for each seed, such as policy-{seed}.npz")
    args = parser.parse_args()
    for games, shares in curve(args.method, args.players, args.seeds, args.rounds, args.save).items():
        mean, half = interval(shares)
        print(f"{games:8} games  {mean:.3f} ± {half:.3f}  ({len(shares)} seeds)", flush=True)


if __name__ == "__main__":
    main()
