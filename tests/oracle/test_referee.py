"""Two readings of the rules must agree on every event; and the referee must see a planted error."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.oracle.dice import Dice, chance_differences
from tests.oracle.games import BOARDS, NONCES, RULES, Game, games
from tests.oracle.referee import differences
from tests.oracle.table import Json

INPUTS = {"started", "action", "harvest", "improvements", "value"}
"""What the referee has to believe; everything else in a record it knows by itself."""

SAMPLES = [
    Game("default", "english", 4, "random", 1),
    Game("default", "all switches", 3, "gamblers", 2),
    Game("default", "french", 3, "random", 4, "1"),
    Game("default", "german", 5, "one builder", 3),
]


@pytest.mark.parametrize("rules", RULES)
def test_both_readings_agree_in_every_edition_and_switch(rules: str) -> None:
    found = {game: differences(game.events()) for game in games("default", rules, seeds=3)}
    assert {game: lines for game, lines in found.items() if lines} == {}


@pytest.mark.parametrize("board", [name for name in BOARDS if name != "default"])
@pytest.mark.parametrize("rules", ["english", "all switches"])
def test_both_readings_agree_on_corrected_boards(board: str, rules: str) -> None:
    found = {game: differences(game.events()) for game in games(board, rules, seeds=1)}
    assert {game: lines for game, lines in found.items() if lines} == {}


def test_every_die_and_card_comes_from_the_key() -> None:
    for game in games("default", "english", seeds=3):
        assert chance_differences(game.events(), game.key, NONCES) == []


def test_long_streams_agree_with_the_key_too() -> None:
    """A game draws few bytes for one purpose; here they go on over several blocks."""
    game, dice = SAMPLES[0], Dice(SAMPLES[0].key, NONCES)
    for size in (1, 2, 40, 200):
        assert list(game.chance.shuffle(f"{size}", range(size))) == dice.shuffled(f"{size}", range(size))
    assert [game.chance.die(f"{n}") for n in range(600)] == [dice.die(f"{n}") for n in range(600)]


def test_the_games_reach_the_rare_corners() -> None:
    """Agreement says little about a rule that no game has used."""
    used = Counter(
        corner for rules in RULES for game in games("default", rules, seeds=3) for corner in corners(game)
    )
    expected = {
        *(f"tie by {part}" for part in ("figure", "behind", "stack")),
        *(f"row by {part}" for part in ("None", "figure", "behind", "stack")),
        *(f"last round by {reason}" for reason in ("round", "goal", "cubes")),
        *(f"won by {what}" for what in ("points", "sacrifice", "shared")),
        *(f"{mode} round" for mode in ("gold", "red", "green")),
        *(f"{count} dice on one offering" for count in range(4)),
        *(f"drink_last moves {points}" for points in (0, -1, -2)),
        *(f"old_man moves {points}" for points in (0, -1, -2, -3)),
        "asked whose stone comes first",
        "a tenth cube",
        "a leftover die",
        "second cards all at once",
        "a changed answer",
        "points at the ball court",
    }
    assert expected - used.keys() == set()


def corners(game: Game) -> Iterator[str]:
    events, everywhere = game.events(), 0
    cubes: Counter[int] = Counter()
    answers: Counter[tuple[int, int]] = Counter()
    for event in events:
        match event["event"]:
            case "ranked":
                for line in event["ranking"]:
                    yield f"tie by {line['beats_next']}"
                    yield f"{len(line['dice'])} dice on one offering"
            case "row_completed":
                yield f"row by {event['tie']}"
            case "last_round":
                yield f"last round by {event['reason']}"
            case "game_ended":
                yield f"won by {event['by']}"
            case "round_started":
                everywhere = 0
                yield f"{event['mode']} round"
            case "revealed" if len(event["locations"]) > 1:
                everywhere += 1
                if everywhere == 2:
                    yield "second cards all at once"
            case "leftover_rolled":
                yield "a leftover die"
            case "scored":
                yield f"{event['source']} moves {event['points']}"
                if event["source"] == "ball_first":
                    yield "points at the ball court"
            case "asked" if event["kind"] == "place_first":
                yield "asked whose stone comes first"
            case "hut_built" | "stone_placed":
                cubes[event["seat"]] += 1
                if cubes[event["seat"]] == 10:
                    yield "a tenth cube"
            case "answered":
                answers[event["turn"], event["seat"]] += 1
                if answers[event["turn"], event["seat"]] == 2:
                    yield "a changed answer"


# ---- planted errors


def plant(kind: str, change: Callable[[Json], object], do: str | None = None) -> list[str]:
    """What the referee says after one event of this kind, in the middle of a game, was changed."""
    events = copy.deepcopy(SAMPLES[0].events())
    places = [n for n, event in enumerate(events) if event["event"] == kind]
    if do:
        places = [n for n in places if events[n]["action"]["do"] == do]
    place = places[len(places) // 2]
    change(events[place])
    found = differences(events)
    assert found, f"the referee did not notice: {events[place]}"
    assert found[0].startswith(f"{place}: "), found[0]
    return found


def test_the_referee_notices_a_wrong_total() -> None:
    def change(event: Json) -> None:
        event["ranking"][0]["total"] += 1

    assert "ranked.ranking" in plant("ranked", change)[0]


def test_the_referee_notices_a_wrong_order() -> None:
    assert "ranked.ranking" in plant("ranked", lambda event: event["ranking"].reverse())[0]
    assert "scored.line" in plant("scored", lambda event: event["line"].reverse())[0]


def test_the_referee_notices_a_wrong_box_and_goes_on() -> None:
    found = plant("scored", lambda event: event.update(box=event["box"] + 1))
    assert len(found) == 1
    assert "scored.box" in found[0]


def test_the_referee_notices_a_wrong_winner() -> None:
    assert "winners" in plant("game_ended", lambda event: event.update(winners=[0, 1, 2, 3]))[0]


def test_the_referee_notices_a_card_that_is_not_in_hand() -> None:
    def change(event: Json) -> None:
        event["action"]["cards"][0][0] = 77

    assert "may not answer" in plant("answered", change, do="lay")[0]


@pytest.mark.parametrize("game", SAMPLES, ids=str)
def test_the_referee_notices_any_changed_fact(game: Game) -> None:
    events = game.events()
    facts = [
        (number, *path) for number, event in enumerate(events) for path in leaves(event) if known(path, event)
    ]
    for fact in random.Random(1).sample(facts, 250):
        changed = copy.deepcopy(events)
        spoil(changed, fact)
        assert differences(changed), fact


@pytest.mark.parametrize("game", SAMPLES, ids=str)
def test_the_referee_notices_a_lost_doubled_or_swapped_event(game: Game) -> None:
    events = game.events()
    for number in random.Random(2).sample(range(1, len(events) - 1), 60):
        before, event, after = events[:number], events[number], events[number + 1 :]
        if event["event"] != "answered":
            assert differences([*before, *after]), f"lost {number}"
            assert differences([*before, event, event, *after]), f"doubled {number}"
        if not event["event"] == after[0]["event"] == "answered":
            assert differences([*before, after[0], event, *after[1:]]), f"swapped {number}"


@pytest.mark.parametrize("game", SAMPLES, ids=str)
def test_a_changed_die_or_another_key_is_noticed(game: Game) -> None:
    events = game.events()
    assert chance_differences(events, game.key, NONCES) == []
    assert chance_differences(events, game.key, NONCES[:2])
    assert chance_differences(events, bytes(32), NONCES)
    for number, event in enumerate(events):
        if event["event"] in ("rolled", "leftover_rolled"):
            changed = [*events[:number], event | {"value": event["value"] % 6 + 1}, *events[number + 1 :]]
            assert len(chance_differences(changed, game.key, NONCES)) == 1


Path = tuple[str | int, ...]


def leaves(value: object, path: Path = ()) -> Iterator[Path]:
    """The way to every number, word or nothing in a value."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path


def known(path: Path, event: Json) -> bool:
    return path[0] not in INPUTS and event["event"] not in INPUTS


def spoil(events: list[Json], fact: Path) -> None:
    *way, last = fact
    holder: Any = events
    for key in way:
        holder = holder[key]
    old = holder[last]
    holder[last] = old + 1 if isinstance(old, int) else f"not {old}"
