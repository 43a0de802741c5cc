"""How much one round's best response takes from the equilibrium bot: a lower bound on what can be taken.

The responder knows the mixture that the bot plays, at every seat. It climbs from many sketches, chooses
among what it found by one half of the rollouts, and is judged by the other half. Rollouts play the rest of
the game at random: the learned value, which the bot trusted, has no say in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from chocolatl.bots.strong.bot import budget_of
from chocolatl.bots.strong.data import quick_to_bids
from chocolatl.bots.strong.oracle import Arrays, Floats, climb, desk_of, draw_plan
from chocolatl.bots.strong.plans import ALL_KNOWN, FRESH_AT, PLANS, PROFILE_AT, SAMPLE_AT, SUM_AT
from chocolatl.bots.strong.quick import answer_quickly
from chocolatl.bots.strong.search import Search
from chocolatl.bots.strong.selfplay import SelfPlay
from chocolatl.bots.strong.stage import SLOTS, Desk, finish_round, lay_plans
from chocolatl.bots.strong.value import SHARES_AT, shares
from chocolatl.bots.strong.values import shipped_net
from chocolatl.bots.thinking import Thinking
from chocolatl.fast import layout as at
from chocolatl.fast.board import encode_board
from chocolatl.fast.compiled import compiled, inner
from chocolatl.fast.engine import advance
from chocolatl.fast.layout import ASK, ASK_LAY, GOLD, MODE, OVER, PLAYERS, ROUND, SEATS, STATE_SIZE, Vector
from chocolatl.fast.playout import answer_randomly, draw
from chocolatl.rules.board import default_board
from chocolatl.rules.editions import Rules


@dataclass(frozen=True)
class Gains:
    """One number per position: the responder's share above that of the bot's own mixture."""

    rollouts: Floats
    learned: Floats

    def told(self, gains: Floats) -> str:
        """Mean and 95% interval over positions."""
        half = 1.96 * gains.std() / max(1, len(gains)) ** 0.5
        return f"{gains.mean():+.4f} ± {half:.4f} ({len(gains)} positions)"


def measure(
    players: int,
    positions: int,
    seed: int,
    steps: int = 10,
    width: int = 24,
    samples: int = 1500,
    climbs: int = 8,
) -> Gains:
    """Over positions of the bot's own games where a whole plan is laid at once (red, second green cards)."""
    found = np.array(
        [
            _gain(base, players, seed * 1000 + number, steps, width, samples, climbs)
            for number, base in enumerate(_positions(players, positions, seed))
        ]
    )
    return Gains(found[:, 0], found[:, 1])


def _positions(players: int, count: int, seed: int) -> list[Vector]:
    b, net = encode_board(default_board(), Rules()), shipped_net(players)
    play, found = SelfPlay(b, players, seed), list[Vector]()
    while len(found) < count:
        key = play.start()
        while not play.s[at.OVER] and len(found) < count:
            laid = play.s[at.LAID_N_AT] > 0
            if play.s[ASK] == ASK_LAY and play.s[MODE] != GOLD and (laid or play.s[MODE] == at.RED):
                found.append(play.s.copy())
            play._solve_bids(net, budget_of(Thinking(steps=1), 6), 0.0)
            quick_to_bids(play.s, b, play.tape, key)
    return found


def _gain(
    base: Vector, players: int, seed: int, steps: int, width: int, samples: int, climbs: int
) -> tuple[float, float]:
    search, seat = Search(), seed % players
    b = encode_board(default_board(), Rules())
    arrays = search.arrays(base, b, shipped_net(players), seed + 1, players)
    search.solve(arrays, ALL_KNOWN, budget_of(Thinking(steps=steps), width))
    for other in range(players):
        _, weights = search.strategy(other)
        search.weights[SUM_AT + other * PLANS :][: len(weights)] = weights
    responses = np.zeros((climbs, SLOTS), dtype=np.int64)
    respond_often(arrays, seat, 64, 200, responses)
    by_rollouts = _best(arrays, seat, responses, samples, rollouts=True)
    return by_rollouts, _best(arrays, seat, responses, samples, rollouts=False)


def _best(arrays: Arrays, seat: int, responses: Vector, samples: int, rollouts: bool) -> float:
    """Chosen by one half, judged by the other; the last row is the bot's own mixture."""
    chosen, judged = np.zeros(len(responses) + 1), np.zeros(len(responses) + 1)
    judge_responses(arrays, seat, responses, samples, rollouts, chosen)
    judge_responses(arrays, seat, responses, samples, rollouts, judged)
    best = int(np.argmax(chosen[:-1]))
    return float(judged[best] - judged[-1]) / samples


@compiled
def respond_often(arrays: Arrays, seat: int, samples: int, tries: int, responses: Vector) -> None:
    """Climb again and again; keep what each climb ends with."""
    desk = desk_of(arrays)
    for row in range(responses.shape[0]):
        for sample in range(samples):
            _draw_mixtures(desk, SAMPLE_AT + sample * SEATS * SLOTS)
        climb(desk, ALL_KNOWN, seat, samples, tries)
        for slot in range(SLOTS):
            responses[row, slot] = desk.plans[FRESH_AT + slot]


@compiled
def judge_responses(
    arrays: Arrays, seat: int, responses: Vector, samples: int, rollouts: bool, sums: Floats
) -> None:
    """Every response, and a draw of the seat's own mixture, against the same opponents and dice."""
    desk = desk_of(arrays)
    for _ in range(samples):
        _draw_mixtures(desk, PROFILE_AT)
        key = draw(desk.random) | np.uint64(1)
        for row in range(responses.shape[0] + 1):
            if row < responses.shape[0]:
                for slot in range(SLOTS):
                    desk.plans[PROFILE_AT + seat * SLOTS + slot] = responses[row, slot]
            else:
                draw_plan(desk, SUM_AT, seat, PROFILE_AT)
            _play(desk, key, rollouts)
            sums[row] += desk.work[SHARES_AT + seat]


@inner
def _draw_mixtures(desk: Desk, profile_at: int) -> None:
    """What the bot really plays at every seat."""
    for seat in range(desk.base[PLAYERS]):
        draw_plan(desk, SUM_AT, seat, profile_at)


@inner
def _play(desk: Desk, key: np.uint64, rollouts: bool) -> None:
    s, b, tape = desk.s, desk.b, desk.tape
    for cell in range(STATE_SIZE):
        s[cell] = desk.base[cell]
    lay_plans(s, b, tape, key, desk.plans, PROFILE_AT, False)
    finish_round(s, b, tape, key, desk.base[ROUND])
    while rollouts and not s[OVER]:
        if s[ASK] == ASK_LAY:
            answer_randomly(s, desk.random)
        else:
            answer_quickly(s, b)
        advance(s, b, tape, key, False)
    shares(s, b, desk.net, desk.work)
