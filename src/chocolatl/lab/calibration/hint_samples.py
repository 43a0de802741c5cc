"""Hints that were followed, and how the game ended: the data of a calibration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from chocolatl.bots import answer, make_bot
from chocolatl.bots.analysis import Analyst, Candidate
from chocolatl.rules import Rules, SealedChance, State, default_board, fold, key_from_seed, play_to_end, start
from chocolatl.rules.actions import Action
from chocolatl.rules.types import Seat
from chocolatl.rules.view import view

HintKind = Literal["bid", "small"]
BIDS = ("sacrifice", "lay")
HINTS_PER_GAME = 2.0
"""Expected hints of each kind in a game: few, because all of a game end alike."""
DECISIONS_PER_SEAT = {"bid": 12.0, "small": 9.0}
"""Roughly how many decisions of each kind a seat has in a game, for the chance to ask at one of them."""


@dataclass(frozen=True)
class Hint:
    """A hint that was followed: `expected` as it was shown, `won` the seat's share of the victory."""

    game: int
    kind: HintKind
    expected: float
    won: float


def followed_hints(bot: str, adviser: str, players: int, games: range) -> Iterator[list[Hint]]:
    """Game by game: `bot` plays all seats; now and then a seat asks `adviser` and does what it says."""
    for game in games:
        yield _game(bot, adviser, players, game)


def _game(bot: str, adviser: str, players: int, game: int) -> list[Hint]:
    random, asked = Random(f"calibrate/{game}"), list[tuple[Seat, HintKind, float]]()
    bots = [make_bot(bot, f"calibrate/{game}/{seat}") for seat in range(players)]

    def decide(state: State, seat: Seat) -> Action:
        assert state.asked is not None
        kind: HintKind = "bid" if state.asked.kind in BIDS else "small"
        if random.random() * DECISIONS_PER_SEAT[kind] * players > HINTS_PER_GAME:
            return answer(bots[seat], state, seat)
        hint = _hint(adviser, f"calibrate/{game}", state, seat, random)
        asked.append((seat, kind, hint.share))
        return hint.answer

    chance = SealedChance(key_from_seed(f"calibrate/{game}"))
    *_, (end, _) = play_to_end(fold(start(default_board(), Rules(), players, chance)), decide, chance)
    assert end.result is not None
    winners = end.result.winners
    return [Hint(game, kind, share, (seat in winners) / len(winners)) for seat, kind, share in asked]


def _hint(adviser: str, seed: str, state: State, seat: Seat, random: Random) -> Candidate:
    """One of the candidates, as often as the adviser would give it."""
    analyst, seen = make_bot(adviser, seed), view(state, seat)
    if not isinstance(analyst, Analyst):
        raise TypeError(f"{adviser} gives no hints: expected a bot with candidates, such as equilibrium")
    assert seen.question is not None
    candidates = analyst.analyse(seen, seen.question).candidates
    return random.choices(candidates, [candidate.probability for candidate in candidates])[0]
