"""PPO of Stable-Baselines3 on the environments as they are: pip install sb3-contrib.

python examples/sb3_ppo.py --players 3 --steps 100000              MaskablePPO, card by card
python examples/sb3_ppo.py --players 3 --steps 100000 --keys       PPO, one number for each card, no mask
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO

ID = "chocolatl.envs:Chocolatl-v1"


def make(players: int, keys: bool, opponents: str) -> gymnasium.Env[Any, Any]:
    """Another seat each game, points as reward: they come at every step."""
    options: dict[str, Any] = {"encoding": "keys"} if keys else {"flat": True}
    return gymnasium.make(
        ID,
        players=players,
        opponents=opponents,
        seat=None,
        rewards="points",
        observations="normalised",
        **options,
    )


def train(players: int, steps: int, keys: bool, opponents: str, seed: int, batch: int = 4096) -> Any:
    """The libraries' own defaults, but for longer batches."""
    kind: Any = PPO if keys else MaskablePPO
    env = make(players, keys, opponents)
    model = kind("MlpPolicy", env, n_steps=batch, batch_size=batch // 8, gamma=1.0, seed=seed, device="cpu")
    return model.learn(steps)


def win_share(model: Any, players: int, keys: bool, opponents: str, games: int) -> tuple[float, float]:
    """Mean share of the victory and its standard error."""
    env, shares = make(players, keys, opponents), []
    for number in range(games):
        seen, info = env.reset(seed=number)
        over = False
        while not over:
            masks = {} if keys else {"action_masks": info["action_mask"]}
            action, _ = model.predict(seen, deterministic=True, **masks)
            seen, _, over, _, info = env.step(action)
        shares.append(info["returns"][info["seat"]])
    return float(np.mean(shares)), float(np.std(shares) / games**0.5)


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--keys", action="store_true")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--seeds", type=int, default=1, help="how many, from 1 on")
    parser.add_argument("--games", type=int, default=200, help="to judge by")
    args = parser.parse_args()
    for seed in range(1, args.seeds + 1):
        model = train(args.players, args.steps, args.keys, args.opponents, seed)
        mean, error = win_share(model, args.players, args.keys, args.opponents, args.games)
        print(
            f"seed {seed}: {mean:.3f} ± {1.96 * error:.3f} against {args.opponents}; "
            f"even is {1 / args.players:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
