"""PPO against itself and its past, in NumPy, on the vector environment with every seat played from outside.

python examples/self_play.py --players 3 --seconds 240 --save policy.npz

In half of the games all seats are today's policy; in the others one seat is, among copies of an earlier one
that is drawn from the pool for each batch. A choice is judged by what came after it: the points gained on the
mean of the others, and the victory.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from train_policy import EVERY, Adam, Policy, Told, learn, sample, win_share

from chocolatl.envs.vector import ChocolatlVectorEnv

VICTORY = 20
"""Points that a victory is worth beside the points themselves."""


class SelfPlay:
    """A vector of games, who plays which seat of each, and what today's policy chose."""

    def __init__(self, games: int, players: int, seed: int) -> None:
        self.env = ChocolatlVectorEnv(games, players=players, opponents="none")
        self.env.reset(seed=seed)
        self.generator = np.random.default_rng(seed)

    def play(self, policy: Policy, past: Policy) -> dict[str, NDArray[Any]]:
        """One whole game in every line; the choices of today's policy with what came after."""
        games, players = self.env.num_envs, self.env.setting.players
        lines, steps = np.arange(games), []
        ours = np.ones((games, players), bool)
        alone = self.generator.integers(players, size=(games - games // 2, 1))
        ours[games // 2 :] = np.arange(players) == alone
        seen, infos = self.env.reset()
        running, final = np.ones(games, bool), np.zeros((games, players))
        while running.any():
            seats = infos["seat"]
            logp, values = both(policy, past, ours[lines, seats], seen)
            actions = sample(logp, self.generator)
            kept = running & ours[lines, seats]
            worth = standing(infos["scores"])[lines, seats]
            old = logp[lines, actions]
            steps.append(
                (seen["observation"], seen["action_mask"], actions, old, values, lines, seats, worth, kept)
            )
            seen, _, over, _, infos = self.env.step(actions)
            ended = running & over
            final[ended] = standing(infos["scores"][ended]) + VICTORY * infos["returns"][ended]
            running &= ~over
        return flattened(steps, final)


def both(
    policy: Policy, past: Policy, ours: NDArray[np.bool_], seen: dict[str, NDArray[np.int8]]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Log-probabilities and values of every line, by whoever plays there."""
    logp = np.empty(seen["action_mask"].shape, np.float32)
    values = np.zeros(len(logp), np.float32)
    for player, chosen in ((policy, ours), (past, ~ours)):
        if chosen.any():
            _, _, logp[chosen], values[chosen] = player.forward(
                seen["observation"][chosen], seen["action_mask"][chosen]
            )
    return logp, values


def standing(scores: NDArray[np.int64]) -> NDArray[np.float64]:
    """How far each seat is ahead of the mean of the others."""
    others = (scores.sum(axis=1, keepdims=True) - scores) / (scores.shape[1] - 1)
    ahead: NDArray[np.float64] = scores - others
    return ahead


def flattened(steps: list[tuple[Any, ...]], final: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """The columns that `learn` reads, of kept steps alone."""
    seen, mask, action, old, value, line, seat, worth, kept = (
        np.stack(column) for column in zip(*steps, strict=True)
    )
    names = ("seen", "mask", "action", "old", "value")
    columns = {
        name: column[kept] for name, column in zip(names, (seen, mask, action, old, value), strict=True)
    }
    to_come = final[line[kept], seat[kept]] - worth[kept]
    return columns | {"to_come": to_come, "wins": np.zeros(1)}


def train(
    seconds: float,
    players: int = 3,
    games: int = 256,
    hidden: int = 64,
    seed: int = 1,
    rounds: float = np.inf,
    told: Told = lambda *_: None,
) -> Policy:
    """The first budget ends it: CPU seconds or rounds of games. `told` is called every ten rounds."""
    table = SelfPlay(games, players, seed)
    policy = Policy.fresh(table.env, hidden, seed)
    adam, pool = Adam(policy.weights, 1e-3), [policy.copy()]
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds and done < rounds:
        learn(policy, adam, table.play(policy, pool[table.generator.integers(len(pool))]), table.generator)
        done += 1
        if done % EVERY == 0:
            pool.append(policy.copy())
            told(spent, done * games, policy)
    return policy


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=240, help="CPU seconds to train")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("policy.npz"))
    args = parser.parse_args()

    def told(spent: float, games: int, policy: Policy) -> None:
        mean, _ = win_share(policy, args.players, games=256)
        print(f"{spent:6.0f} s  {games:8} games  against random {mean:.3f}", flush=True)

    train(args.seconds, args.players, seed=args.seed, told=told).save(args.save)


if __name__ == "__main__":
    main()
