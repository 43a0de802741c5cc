"""Whole games as each seat is told them, with the view after every event: for the page's own tests."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from chocolatl.i18n import describe_event
from chocolatl.rules import (
    EDITIONS,
    Action,
    Lay,
    Question,
    Rules,
    SealedChance,
    decide,
    default_board,
    edition_named,
    evolve,
    fold,
    key_from_seed,
    redact,
    start,
    view,
    waiting_for,
)
from chocolatl.rules.any_answer import any_answer
from chocolatl.rules.events import Event
from chocolatl.rules.questions import LayCards
from chocolatl.rules.refusal import Refusal
from chocolatl.server.protocol.reveal_times import reveal_seconds

TOLD_IN = ("en", "nl", "de", "fr")
TARGET = Path(__file__).resolve().parents[2] / "web" / "src" / "fixtures" / "games.json"
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")
OPEN_RED = Rules(red_reveal="all_at_once")


def answer_of(question: Question, dice: random.Random) -> Action:
    """Any legal answer; a bid is the whole hand shuffled, as in the games that were written before."""
    if isinstance(question, LayCards):
        mixed = dice.sample(question.cards, len(question.cards))
        return Lay(tuple(tuple(mixed.pop() for _ in range(group.count)) for group in question.groups))
    return any_answer(question, dice)


def whole_game(rules: Rules, players: int, seed: int, version: str) -> tuple[Event, ...]:
    """A game of random answers, some of them changed before the last seat has answered."""
    dice, chance = random.Random(seed), SealedChance(key_from_seed(seed))
    events = list(start(default_board(), rules, players, chance, version))
    state = fold(events)
    while waiting := waiting_for(state):
        seat = dice.choice(sorted(waiting))
        for _ in range(2 if len(waiting) > 1 and dice.random() < 0.1 else 1):
            more = decide(state, seat, answer_of(waiting[seat], dice), chance)
            assert not isinstance(more, Refusal)
            events.extend(more)
            state = fold(more, state)
    return tuple(events)


def differences(before: Any, after: Any, path: str = "") -> dict[str, Any]:
    """The places that an event changed, as paths: a view per event would be megabytes."""
    if before == after:
        return {}
    match before, after:
        case [dict(), dict()] if before.keys() == after.keys():
            pairs = [(key, before[key], after[key]) for key in after]
        case [list() | tuple(), list() | tuple()] if len(before) == len(after) > 0:
            pairs = [(str(i), *pair) for i, pair in enumerate(zip(before, after, strict=True))]
        case _:
            return {path: after}
    return {k: v for key, old, new in pairs for k, v in differences(old, new, f"{path}/{key}").items()}


def told(events: tuple[Event, ...], rules: Rules, seat: int | None, lang: str) -> Iterator[dict[str, Any]]:
    """Every event as this seat gets it, in words, and with what it changes in the seat's view."""
    state, before = None, None
    for event in events:
        seen = redact(event, seat, rules)
        words = describe_event(seen, NAMES, lang, seat, state)
        state = evolve(state, event)
        after = msgspec.to_builtins(view(state, seat))
        del after["question"], after["history"]  # the page has the events
        yield {"event": seen, "words": words, "changes": differences(before, after)}
        before = after


def settings() -> Iterator[tuple[str, str, Rules]]:
    """All editions of version 1, red cards all at once, and what version 2 plays otherwise."""
    yield from ((name, "1", edition_named(name, "1")) for name in EDITIONS)
    yield "open red", "1", OPEN_RED
    yield from ((name, "2", edition_named(name)) for name in ("english", "french", "german"))


def games() -> Iterator[dict[str, Any]]:
    for number, (name, version, rules) in enumerate(settings()):
        players, lang = 3 + number % 3, TOLD_IN[number % len(TOLD_IN)]
        events = whole_game(rules, players, number, version)
        for seat in (number % players, None) if number == 0 else (number % players,):
            steps = list(told(events, rules, seat, lang))
            yield {
                "name": f"{name}, {players} players, version {version}",
                "lang": lang,
                "seat": seat,
                "reveal": round(reveal_seconds(events) * 1000),
                "steps": steps,
            }


def text() -> bytes:
    """The whole file, one game a line."""
    return b"[\n" + b",\n".join(map(msgspec.json.encode, games())) + b"\n]\n"
