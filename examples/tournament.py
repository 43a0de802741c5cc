"""A tournament of a policy that was trained in the environment and the bots that come with the game.

python examples/train_policy.py --save policy.npz
python examples/tournament.py --policy policy.npz --bots greedy,random --games 60
"""

from __future__ import annotations

import argparse
from itertools import cycle, islice
from pathlib import Path

import numpy as np
from train_policy import Policy

from chocolatl.bots import Bot, answers_by, make_bot
from chocolatl.envs.policy_bot import PolicyBot
from chocolatl.rules import Rules, SealedChance, default_board, fold, key_from_seed, play_to_end, start

Shares = dict[str, list[float]]


def play(bots: list[Bot], seed: int) -> list[float]:
    """One game by the rules; each seat's share of the victory."""
    chance = SealedChance(key_from_seed(seed))
    state = fold(start(default_board(), Rules(), len(bots), chance))
    for after, _ in play_to_end(state, answers_by(bots), chance):
        state = after
    assert state.result is not None
    winners = state.result.winners
    return [(seat in winners) / len(winners) for seat in state.seats]


def tournament(policy: Policy, names: list[str], players: int, games: int) -> Shares:
    """Everyone plays equally often from every seat: the line of players moves on by one after each game."""
    shares: Shares = {name: [] for name in ("policy", *names)}
    for number in range(games):
        seated = list(islice(cycle(shares), number, number + players))
        bots = [PolicyBot(policy.act) if name == "policy" else make_bot(name, number) for name in seated]
        for name, share in zip(seated, play(bots, number), strict=True):
            shares[name].append(share)
    return shares


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--policy", type=Path, default=Path("policy.npz"))
    parser.add_argument("--bots", default="greedy,random")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=60)
    args = parser.parse_args()
    result = tournament(Policy.load(args.policy), args.bots.split(","), args.players, args.games)
    for name, shares in sorted(result.items(), key=lambda pair: -np.mean(pair[1])):
        error = 1.96 * np.std(shares) / len(shares) ** 0.5
        print(f"{name:14} {np.mean(shares):.3f} ± {error:.3f}  ({len(shares)} seats)")


if __name__ == "__main__":
    main()
