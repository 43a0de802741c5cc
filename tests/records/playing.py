"""Plays a game for the tests and gives its record."""

from collections.abc import Sequence
from random import Random

import msgspec

from chocolatl.records.record import Record, make_record
from chocolatl.rules import (
    RULES_VERSION,
    Board,
    Event,
    Refusal,
    Rules,
    SealedChance,
    default_board,
    edition_named,
    fold,
    key_from_seed,
    start,
    step,
    waiting_for,
)
from chocolatl.rules.board import Drink, Row
from chocolatl.rules.commit_reveal import Draw
from tests.records.players import Player, at_random

NAMES = ("Anna", "Ben", "Cleo", "Dirk", "Eva")


def small_board(rounds: int = 2, track: tuple[str, ...] = ("gold", "red", "green")) -> Board:
    """Four locations, nine cards, a low goal: a whole game on a few pages."""
    return msgspec.convert(
        {
            "name": "small",
            "cards": tuple(range(9)),
            "cubes": 3,
            "goal": 12,
            "rounds": rounds,
            "locations": ("temple", "city", "pyramid", "drink"),
            "track": track,
            "improvements_low": (4, 5),
            "improvements_high": (9, 10),
            "drink": (Drink(4, 2), Drink(3, 0), Drink(2, 0)),
            "drink_last": 2,
            "pyramid": (Row(3, 3), Row(2, 2), Row(1, 1)),
            "pyramid_lead": 3,
            "ball_first": 6,
            "ball_second": 3,
        },
        Board,
        from_attributes=True,
    )


def played(
    seed: int,
    players: int,
    rules: Rules | str = "english",
    board: Board | None = None,
    by: Sequence[Player] = (),
    hesitant: bool = False,
    nonces: Sequence[bytes] = (),
    version: str = RULES_VERSION,
    draw: Draw | None = None,
) -> Record:
    """One game to its end. A `hesitant` table changes some answers while others still think.

    `draw`: of the key of this seed. Its bots are those of the record.
    """
    switches = edition_named(rules, version) if isinstance(rules, str) else rules
    chance, rng = SealedChance(key_from_seed(seed), nonces, draw), Random(seed)
    events: list[Event] = list(start(board or default_board(), switches, players, chance, version, draw))
    state = fold(events)
    while questions := waiting_for(state):
        seat = rng.choice(list(questions))
        player = by[seat] if seat < len(by) else at_random
        for _ in range(2 if hesitant and len(questions) > 1 and rng.random() < 0.3 else 1):
            play = step(state, seat, player(questions[seat], rng), chance)
            assert not isinstance(play, Refusal)
            events += play.events
            state = play.state
    edition = rules if isinstance(rules, str) else None
    bots: tuple[str | None, ...] = tuple("builder" if s < len(by) else "random" for s in range(players))
    if draw is not None:
        bots = tuple("random" if kind == "bot" else None for kind in draw.kinds)
    return make_record(events, NAMES[:players], chance, edition=edition, bots=bots)
