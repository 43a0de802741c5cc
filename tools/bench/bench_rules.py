"""How fast the rules are: random four-player games in one process, in CPU time."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random

from chocolatl.records.record import decode, encode, make_record, replay
from chocolatl.rules import (
    EDITIONS,
    Action,
    Event,
    GiveBack,
    Lay,
    Pass,
    PlaceFirst,
    Roll,
    Sacrifice,
    SealedChance,
    State,
    Take,
    decide,
    default_board,
    fold,
    key_from_seed,
    play_to_end,
    question,
    start,
    waiting_for,
)
from chocolatl.rules.questions import (
    ChooseGiveBack,
    ChooseOrder,
    ChooseSacrifice,
    LayCards,
    Question,
    RollOrPass,
    TakePrize,
)

PLAYERS = 4
YARDSTICK_ROUNDS = 400_000


def run(seconds: float = 5.0) -> dict[str, float]:
    """All figures; `yardstick_mops` tells how fast this machine was meanwhile, so that runs compare."""
    before = yardstick()
    figures = throughput(seconds * 0.7) | decide_times(seconds * 0.3) | replay_times()
    return figures | {"import_ms": import_time(), "yardstick_mops": (before + yardstick()) / 2}


def yardstick() -> float:
    """Million turns of a fixed loop in plain Python per CPU-second."""
    began = time.process_time()
    total = 0
    for number in range(YARDSTICK_ROUNDS):
        total += number & 7
    return YARDSTICK_ROUNDS / (time.process_time() - began) / 1e6


def throughput(seconds: float) -> dict[str, float]:
    """Whole games: ask who is asked what, answer at random, play on."""
    games = decisions = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds or not games:
        decisions += play_game(games)
        games += 1
    return {"games_per_s": games / spent, "decisions_per_s": decisions / spent}


def play_game(seed: int) -> int:
    """One random game; the number of decisions in it."""
    state, chance, random = _table(seed)
    decisions, asked = 0, len(state.pending)
    for after, _ in play_to_end(state, lambda now, seat: random_answer(question(now, seat), random), chance):
        decisions, asked = decisions + asked, len(after.pending)
    return decisions


def decide_times(seconds: float) -> dict[str, float]:
    """Percentiles of a single `decide`, in microseconds."""
    times: list[int] = []
    began, seed = time.process_time(), 0
    while time.process_time() - began < seconds or not times:
        record_game(seed, times)
        seed += 1
    times.sort()
    return {f"decide_p{share}_us": times[len(times) * share // 100] / 1000 for share in (50, 90, 99)}


def record_game(seed: int, times: list[int]) -> list[Event]:
    """One random game with all its events; adds the nanoseconds of each decision to `times`."""
    state, chance, random = _table(seed)
    events: list[Event] = list(start(state.board, state.rules, PLAYERS, chance))
    while questions := waiting_for(state):
        for seat, asked in questions.items():
            answer = random_answer(asked, random)
            began = time.thread_time_ns()
            said = decide(state, seat, answer, chance)
            times.append(time.thread_time_ns() - began)
            assert isinstance(said, tuple)
            state = fold(said, state)
            events += said
    return events


def replay_times() -> dict[str, float]:
    """Reading a finished record and playing it through, in milliseconds."""
    data = encode(make_record(record_game(1, []), ["a", "b", "c", "d"], SealedChance(key_from_seed(1))))
    times = sorted(_timed(lambda: list(replay(decode(data)))) for _ in range(15))
    return {"replay_ms": times[len(times) // 2] * 1000}


def import_time() -> float:
    """CPU milliseconds that `import chocolatl.rules` takes in a fresh interpreter, median of five."""
    code = "import time as t; b = t.process_time(); import chocolatl.rules; print(t.process_time() - b)"
    times = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True) for _ in range(5)]
    return sorted(float(run.stdout) for run in times)[2] * 1000


def _timed(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _table(seed: int) -> tuple[State, SealedChance, Random]:
    """A new game; seeds go through the editions in turn."""
    rules = tuple(EDITIONS.values())[seed % len(EDITIONS)]
    chance = SealedChance(key_from_seed(seed))
    return fold(start(default_board(), rules, PLAYERS, chance)), chance, Random(seed)


def random_answer(asked: Question | None, random: Random) -> Action:
    """Any legal answer. The `random.sample` of `rules.any_answer` would be 14% of what is measured."""
    return _ANSWER[type(asked)](asked, random)


def _lay(question: LayCards, random: Random) -> Lay:
    """Two cards for the one location; or a shuffled hand dealt out, equally many cards for each location."""
    chance, cards, groups = random.random, question.cards, question.groups
    if len(groups) == 1:
        first, second = int(chance() * len(cards)), int(chance() * (len(cards) - 1))
        return Lay(((cards[first], cards[second + (second >= first)]),))
    dealt = iter(sorted(cards, key=lambda _: chance()))
    return Lay(tuple(islice(zip(*[dealt] * groups[0].count, strict=False), len(groups))))


def _any(random: Random, options: Sequence[int]) -> int:
    return options[int(random.random() * len(options))]


_ANSWER: dict[type, Callable[..., Action]] = {
    ChooseSacrifice: lambda question, random: Sacrifice(_any(random, question.cards)),
    LayCards: _lay,
    RollOrPass: lambda _, random: Roll() if random.random() < 0.5 else Pass(),
    TakePrize: lambda _, random: Take("hut" if random.random() < 0.5 else "die"),
    ChooseOrder: lambda question, random: PlaceFirst(_any(random, question.seats)),
    ChooseGiveBack: lambda question, random: GiveBack(_any(random, question.cards)),
}
