"""What the referee would ask, in the form in which the engine asks it."""

from __future__ import annotations

from collections import Counter
from itertools import product

from tests.oracle.record import GameLostError
from tests.oracle.referee import Referee
from tests.oracle.table import Json


def open_questions(events: list[Json]) -> dict[int, Json]:
    """The question of every asked seat, also of those that may still change their answer."""
    referee = _follow(events)
    assert referee.next == len(events), referee.events[referee.next]
    kind, seats, _ = referee.asked
    ask = globals()[f"_{kind}"]
    return {seat: {"ask": kind, "turn": referee.turn} | ask(referee, seat) for seat in seats}


def allows(events: list[Json], seat: int, action: Json) -> bool:
    """Would the referee take this answer now?"""
    asked = next(event for event in reversed(events) if event["event"] == "asked")
    answer = {
        "event": "answered",
        "turn": asked["turn"],
        "seat": seat,
        "action": action,
        "rule": asked["rule"],
    }
    return _follow([*events, answer]).next > len(events)


def _follow(events: list[Json]) -> Referee:
    """A referee that has come as far as the record goes."""
    referee = Referee(events)
    try:
        referee.play()
    except GameLostError:
        assert referee.found == []
    return referee


def _sacrifice(referee: Referee, seat: int) -> Json:
    return {"cards": sorted(referee.table.hands[seat])}


def _lay(referee: Referee, seat: int) -> Json:
    places, laid = referee.asked[2], referee.laid
    count = 1 if referee.mode == "green" else 2
    groups = [
        {"location": place, "count": count, "laid": laid[place][seat]}
        | {"modifiers": _modifiers(referee, seat, place, places)}
        for place in places
    ]
    return {"cards": sorted(referee.left[seat]), "groups": groups}


def _modifiers(referee: Referee, seat: int, place: str, places: list[str]) -> list[Json]:
    """The old man may move on if the temple still comes before that location (3.3)."""
    moves = place != "temple" and "temple" in places
    huts = referee.table.hut_modifier(seat, place)
    old_man = referee.table.old_man_modifier(seat, place)
    both = [
        {"source": "huts", "value": huts, "sure": True},
        {"source": "old_man", "value": old_man, "sure": not moves},
    ]
    return [modifier for modifier in both if modifier["value"]]


def _roll(referee: Referee, seat: int) -> Json:
    (place,) = referee.asked[2]
    dice = 1 if referee.rules["dice_per_offering"] == "one" else referee.table.dice[seat]
    ways = [_ways(referee, seat, place, count) for count in range(1, dice + 1)]
    return {"location": place, "dice": dice, "ranking": referee.standings(place), "ways": ways}


def _ways(referee: Referee, seat: int, place: str, count: int) -> list[int]:
    """Every outcome of so many dice, one by one."""
    ways = [0 for _ in referee.table.seats]
    for points, outcomes in Counter(map(sum, product(range(1, 7), repeat=count))).items():
        totals = referee.totals(place)
        totals[seat] += points
        ways[referee.table.ranking(totals).index(seat)] += outcomes
    return ways


def _take(referee: Referee, seat: int) -> Json:
    return {"second": referee.ranking[1]}


def _place_first(referee: Referee, seat: int) -> Json:
    built = len(referee.table.pyramid)
    rows = [referee.table.row_of(built), referee.table.row_of(built + 1)]
    return {"seats": referee.ranking[:2], "rows": rows}


def _give_back(referee: Referee, seat: int) -> Json:
    won = max if seat == referee.ranking[0] else min
    return {"won": won(referee.improvements), "cards": sorted(referee.table.hands[seat])}
