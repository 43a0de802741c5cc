"""Many games of scripted agents, with everything checked: python -m tests.agents.trial --games 200.

With --regret: of the random and the greedy agent, alone among greedy bots, the regret against the master.
"""

from __future__ import annotations

import argparse
from collections import Counter
from copy import deepcopy
from random import Random
from statistics import mean, stdev
from typing import Any

import msgspec

from chocolatl.agents.agent_table import RETRIES, AgentTable
from chocolatl.agents.hindsight_regret import regrets
from chocolatl.bots import make_bot
from chocolatl.bots.levels import LEVELS
from chocolatl.records.verify import verify
from chocolatl.rules import SealedChance, any_answer, key_from_seed, view
from tests.agents.clients import CLIENTS

SECRET = ("sacrifice", "lay", "give_back")


class Clock:
    """Time that passes when the trial says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def play(seed: int, names: list[str]) -> Counter[str]:
    """A whole game; raises AssertionError for anything that must not be."""
    random, clock, count = Random(seed), Clock(), Counter[str]()
    table = AgentTable([None] * len(names), SealedChance(key_from_seed(seed)), seconds=60, clock=clock)
    while not table.over:
        if count["questions"] % 3 == 0:
            assert_secret(table, random)
        count["questions"] += 1
        for seat in random.sample(table.state.pending, len(table.state.pending)):
            ask(table, seat, names[seat], random, count)
        clock.now += 61
        table.tick()
    report = verify(table.record())
    assert report.ok, report.problem
    assert report.finished
    count["defaults"] += sum(seat.defaults for seat in table.seats.values())
    count["games"] += 1
    return count


def ask(table: AgentTable, seat: int, name: str, random: Random, count: Counter[str]) -> None:
    """One agent's turn: it looks, and tries until its answer is taken or given for it."""
    if seat not in table.state.pending:
        return
    shown = table.look(seat)
    assert shown["seat"] == seat
    assert "legal" not in shown
    for tries, text in enumerate(CLIENTS[name](shown, random)):
        turn = table.state.turn
        told = table.answer(seat, text)
        count["taken" if told["taken"] else "refused"] += 1
        if told["taken"] or told["tries_left"] == 0:
            assert tries <= RETRIES
            return
        assert table.state.turn == turn
        assert seat in table.state.pending


def assert_secret(table: AgentTable, random: Random) -> None:
    """What a seat is shown does not depend on what another has answered in secret."""
    asked = table.state.asked
    if asked is None or asked.kind not in SECRET or len(table.state.pending) < 2:
        return
    spy, other = table.state.pending[:2]
    question = view(table.state, other).question
    assert question is not None
    looks: list[Any] = []
    for _ in range(2):
        fork = deepcopy(table)
        assert fork.answer(other, msgspec.json.encode(any_answer(question, random)).decode())["taken"]
        looks.append(fork.look(spy))
    assert looks[0] == looks[1]


def mean_regrets(client: str, games: int, master: str) -> list[float]:
    """Of each game its mean over the agent's answers."""
    found = []
    for seed in range(games):
        bots = [None, make_bot("greedy", f"{seed}/1"), make_bot("greedy", f"{seed}/2")]
        table, random = AgentTable(bots, SealedChance(key_from_seed(f"regret {seed}"))), Random(seed)
        while not table.over:
            table.answer(0, next(CLIENTS[client](table.look(0), random)))
        one = regrets(table.record(), 0, table.chance, master)
        found.append(sum(one) / len(one))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--regret", action="store_true")
    args = parser.parse_args()
    if args.regret:
        for client in ("random", "greedy"):
            found = mean_regrets(client, args.games, LEVELS["master"])
            error = 1.96 * stdev(found) / len(found) ** 0.5 if len(found) > 1 else float("inf")
            print(f"{client}: {mean(found):+.3f} ± {error:.3f} an answer, {len(found)} games", flush=True)
        return
    total, names = Counter[str](), list(CLIENTS)
    for seed in range(args.games):
        total += play(seed, Random(seed).sample(names, 3 + seed % 2))
    print(
        ", ".join(f"{number} {what}" for what, number in total.items()), "- nothing illegal, nothing leaked"
    )


if __name__ == "__main__":
    main()
