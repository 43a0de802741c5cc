"""Train a small policy with PPO, in NumPy alone, on the vector environment. Two cores and a few minutes do.

python examples/train_policy.py --seconds 240 --save policy.npz
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chocolatl.envs.env_config import EnvConfig
from chocolatl.envs.vector import ChocolatlVectorEnv

Array = NDArray[np.float32]
NOTHING = np.float32(-1e9)
EVERY = 10
"""Rounds of games between two reports."""


class Policy:
    """One hidden layer; the last output is the value of the position, the others are for the actions."""

    def __init__(self, weights: list[Array], scale: Array) -> None:
        self.weights, self.scale = weights, scale

    @classmethod
    def fresh(cls, env: ChocolatlVectorEnv, hidden: int, seed: int) -> Policy:
        """Small random weights."""
        return cls.for_setting(env.setting, hidden, seed)

    @classmethod
    def for_setting(cls, made: EnvConfig, hidden: int, seed: int) -> Policy:
        """The same without an environment."""
        sizes = (made.size + 1, hidden), (hidden + 1, made.actions + 1)
        generator = np.random.default_rng(seed)
        weights = [generator.normal(0, size[0] ** -0.5, size).astype(np.float32) for size in sizes]
        weights[1] *= np.float32(0.1)
        return cls(weights, np.float32(1) / made.high.astype(np.float32))

    def copy(self) -> Policy:
        """As it is now."""
        return Policy([w.copy() for w in self.weights], self.scale)

    def forward(self, seen: NDArray[np.int8], mask: NDArray[np.int8]) -> tuple[Array, Array, Array, Array]:
        """Inputs, hidden layer, log-probabilities, values."""
        x = with_one(seen * self.scale)
        h = with_one(np.tanh(x @ self.weights[0]))
        out = h @ self.weights[1]
        logits = np.where(mask, out[:, :-1], NOTHING)
        logits -= logits.max(axis=1, keepdims=True)
        return x, h, logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), out[:, -1]

    def act(self, seen: NDArray[np.int8], mask: NDArray[np.int8]) -> int:
        """The likeliest action of one seat."""
        return int(self.forward(seen[None], mask[None])[2].argmax())

    def save(self, path: Path) -> None:
        """To a file that `load` reads, or to an ONNX file."""
        if path.suffix == ".onnx":
            from onnx_file import write_onnx

            write_onnx(self, path)
            return
        np.savez(path, first=self.weights[0], second=self.weights[1], scale=self.scale)

    @classmethod
    def load(cls, path: Path) -> Policy:
        """From a file."""
        kept = np.load(path)
        return cls([kept["first"], kept["second"]], kept["scale"])


def with_one(x: Array) -> Array:
    """A column of ones, for the bias."""
    return np.concatenate([x, np.ones((len(x), 1), np.float32)], axis=1)


def sample(logp: Array, generator: np.random.Generator) -> NDArray[np.int64]:
    """An action for each line, by its probability (Gumbel's trick)."""
    picks: NDArray[np.int64] = (logp + generator.gumbel(size=logp.shape)).argmax(axis=1)
    return picks


def play(env: ChocolatlVectorEnv, policy: Policy, generator: np.random.Generator) -> dict[str, NDArray[Any]]:
    """One whole game in every line of the vector; every step with the points that were still to come."""
    steps = []
    seen, _ = env.reset()
    running, wins = np.ones(env.num_envs, bool), np.zeros(env.num_envs)
    while running.any():
        _, _, logp, values = policy.forward(seen["observation"], seen["action_mask"])
        actions = sample(logp, generator)
        old = logp[np.arange(env.num_envs), actions]
        before = seen
        seen, points, over, _, infos = env.step(actions)
        steps.append(
            (before["observation"], before["action_mask"], actions, old, values, points, running.copy())
        )
        wins += np.where(running, infos["returns"][np.arange(env.num_envs), infos["seat"]], 0)
        running &= ~over
    columns = [np.stack(column) for column in zip(*steps, strict=True)]
    points, live = columns[5] * columns[6], columns[6]
    to_come = np.cumsum(points[::-1], axis=0)[::-1]
    names = ("seen", "mask", "action", "old", "value", "to_come")
    kept = [*columns[:5], to_come]
    return {name: column[live] for name, column in zip(names, kept, strict=True)} | {"wins": wins}


Told = Callable[[float, int, Policy], None]
"""CPU seconds spent, games played, and what the policy has become."""


class Adam:
    """The usual optimiser."""

    def __init__(self, weights: list[Array], rate: float) -> None:
        self.weights, self.rate, self.time = weights, rate, 0
        self.first = [np.zeros_like(w) for w in weights]
        self.second = [np.zeros_like(w) for w in weights]

    def step(self, gradients: list[Array]) -> None:
        """Down the slope."""
        self.time += 1
        for w, g, m, v in zip(self.weights, gradients, self.first, self.second, strict=True):
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            w -= self.rate * (m / (1 - 0.9**self.time)) / (np.sqrt(v / (1 - 0.999**self.time)) + 1e-8)


def gradients(policy: Policy, part: dict[str, NDArray[Any]], entropy: float) -> list[Array]:
    """Of PPO's clipped objective, the value's error and the entropy."""
    x, h, logp, values = policy.forward(part["seen"], part["mask"])
    count = len(x)
    lines, p = np.arange(count), np.exp(logp)
    ratio = np.exp(logp[lines, part["action"]] - part["old"])
    gain = part["advantage"]
    open_ = np.where(gain > 0, ratio < 1.2, ratio > 0.8)
    pull = (gain * ratio * open_).astype(np.float32)
    out = np.zeros((count, p.shape[1] + 1), np.float32)
    out[:, :-1] = p * pull[:, None]
    out[lines, part["action"]] -= pull
    surprise = np.where(p > 0, logp, 0)
    out[:, :-1] += entropy * p * (surprise - (p * surprise).sum(axis=1, keepdims=True))
    out[:, -1] = 0.5 * (values - part["target"])
    back = (out @ policy.weights[1].T)[:, :-1] * (1 - h[:, :-1] ** 2)
    each = np.float32(1 / count)
    return [x.T @ back * each, h.T @ out * each]


def learn(policy: Policy, adam: Adam, games: dict[str, NDArray[Any]], generator: np.random.Generator) -> None:
    """Two passes over the games, in parts. Points are divided by 10, so that values are about 1."""
    target = games["to_come"] / 10
    advantage = target - games["value"]
    games = games | {"target": target, "advantage": (advantage - advantage.mean()) / (advantage.std() + 1e-6)}
    del games["wins"]
    order = np.arange(len(target))
    for _ in range(2):
        generator.shuffle(order)
        for chosen in np.array_split(order, max(1, len(order) // 4096)):
            adam.step(gradients(policy, {k: column[chosen] for k, column in games.items()}, 0.003))


def train(
    seconds: float,
    players: int = 4,
    games: int = 512,
    hidden: int = 64,
    seed: int = 1,
    rounds: float = np.inf,
    told: Told = lambda *_: None,
) -> Policy:
    """Learn from points against random opponents, every game from another seat; the first budget ends it.

    `told` is called every ten rounds.
    """
    env = ChocolatlVectorEnv(games, players=players, seat=None, rewards="points")
    env.reset(seed=seed)
    generator = np.random.default_rng(seed)
    policy = Policy.fresh(env, hidden, seed)
    adam = Adam(policy.weights, 1e-3)
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds and done < rounds:
        learn(policy, adam, play(env, policy, generator), generator)
        done += 1
        if done % EVERY == 0:
            told(spent, done * games, policy)
    return policy


def win_share(policy: Policy, players: int = 4, games: int = 2000, seed: int = 2) -> tuple[float, float]:
    """Mean share of the victory against random opponents and its standard error; 1/players is even."""
    env = ChocolatlVectorEnv(games, players=players, seat=None, rewards="points")
    env.reset(seed=seed)
    wins = play(env, policy, np.random.default_rng(seed))["wins"]
    return float(wins.mean()), float(wins.std() / games**0.5)


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=240, help="CPU seconds to train")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("policy.npz"))
    args = parser.parse_args()

    def told(spent: float, games: int, policy: Policy) -> None:
        print(f"{spent:6.0f} s  {games:8} games  wins {win_share(policy, args.players, 256)[0]:.3f}")

    policy = train(args.seconds, args.players, seed=args.seed, told=told)
    policy.save(args.save)
    mean, error = win_share(policy, args.players)
    print(f"against random: {mean:.3f} ± {1.96 * error:.3f} of the victories; even is {1 / args.players:.3f}")


if __name__ == "__main__":
    main()
