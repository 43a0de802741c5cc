"""Is this record true? Plays the game again from its answers and compares every event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import asdict

from chocolatl.rules.boardfile import play_problems
from chocolatl.rules.chance import Chance, commitment_of
from chocolatl.rules.draw import draw_problems, lots_of
from chocolatl.rules.events import Answered, Event, Started
from chocolatl.rules.evolve import evolve
from chocolatl.rules.game import start, step
from chocolatl.rules.record import Record, checksum_of, encode_event
from chocolatl.rules.refusal import Refusal
from chocolatl.rules.state import State
from chocolatl.rules.told import ToldChance
from chocolatl.rules.versions import RULES_VERSIONS, VERSIONS
from chocolatl.rules.words import MAX_PLAYERS, MIN_PLAYERS, Seat, Value

Check = Literal["events", "chance", "commitment", "checksum", "draw"]
CHECKS: tuple[Check, ...] = ("events", "chance", "commitment", "checksum")
"""Of every record. The draw is checked where there was one."""


class Problem(Value, frozen=True):
    """What is wrong. `event` is the number (from 0) of the first wrong event, or empty: it is in the header.

    `answer` is the number of the answer from which that event should have followed.
    """

    event: int | None
    reason: str
    answer: int | None = None

    def __str__(self) -> str:
        place = "record" if self.event is None else f"event {self.event}"
        cause = "" if self.answer is None else f" (it follows from the answer in event {self.answer})"
        return f"{place}: {self.reason}{cause}"


class Report(Value, frozen=True):
    """What was checked, and the first problem if there is one. `finished`: the game was played to its end.

    `drawn_by`: the seats whose pages took part in the draw (none: there was no draw).
    """

    events: int
    finished: bool
    checked: tuple[Check, ...]
    unchecked: tuple[Check, ...]
    problem: Problem | None
    drawn_by: tuple[Seat, ...] | None = None

    @property
    def ok(self) -> bool:
        """Nothing that could be checked is wrong."""
        return self.problem is None


def verify(made: Record) -> Report:
    """Derive all chance and every event again; without the key, chance is taken from the events."""
    checked: tuple[Check, ...] = ("events",)
    if made.key is not None:
        checked += ("chance", "commitment")
    if made.checksum is not None:
        checked += ("checksum",)
    first = made.events[0]
    draw = first.draw if isinstance(first, Started) else None
    if draw is not None:
        checked += ("draw",)
    unchecked = tuple(check for check in CHECKS if check not in checked)
    drawn_by = None if draw is None else draw.opened
    return Report(len(made.events), made.finished, checked, unchecked, _first_problem(made), drawn_by)


def _first_problem(made: Record) -> Problem | None:
    """Events before the checksum: it is more useful to hear which event is wrong than that something is."""
    for reason in _header_problems(made):
        return Problem(None, reason)
    if problem := _event_problem(made):
        return problem
    if made.checksum not in (None, checksum_of(made)):
        return Problem(
            None, f"checksum is {made.checksum}, expected {checksum_of(made)}: something was changed"
        )
    return None


def _header_problems(made: Record) -> Iterator[str]:
    if made.rules_version not in VERSIONS:
        yield f"rules_version is {made.rules_version!r}, this program knows {' and '.join(RULES_VERSIONS)}"
    first = made.events[0]
    yield from _commitment_problems(made, first)
    if isinstance(first, Started):
        yield from _seat_problems(made, first)
        yield from _rules_problems(made, first)


def _rules_problems(made: Record, first: Started) -> Iterator[str]:
    if made.rules_version != first.version:
        yield f"rules_version is {made.rules_version!r}, but event 0 is of version {first.version!r}"
    elif made.edition is not None and VERSIONS[first.version].editions.get(made.edition) != first.rules:
        yield f"edition is {made.edition!r}, but the rules of event 0 are not its preset"


def _commitment_problems(made: Record, first: Event) -> Iterator[str]:
    draw = first.draw if isinstance(first, Started) else None
    if draw is not None:
        if made.commitment != draw.key_commitment:
            yield f"commitment is {made.commitment}, but the draw in event 0 says {draw.key_commitment}"
        if made.nonces:
            yield "nonces stand in the draw of event 0, expected none beside it"
    elif made.key is not None and commitment_of(bytes.fromhex(made.key)) != made.commitment:
        expected = commitment_of(bytes.fromhex(made.key))
        yield f"commitment is {made.commitment}, but the key gives {expected}"


def _draw_problems(made: Record, first: Started) -> Iterator[str]:
    if first.draw is None:
        return
    key = None if made.key is None else bytes.fromhex(made.key)
    yield from draw_problems(first.draw, lots_of(first.players, first.board), key)
    for seat, (kind, bot) in enumerate(zip(first.draw.kinds, made.bots, strict=False)):
        if kind != "barred" and (kind == "bot") != (bot is not None):
            yield f"seat {seat} is {kind}, but bots says {bot!r}"


def _seat_problems(made: Record, first: Started) -> Iterator[str]:
    lists = {"names": made.names, "nonces": made.nonces, "bots": made.bots}
    for key, values in lists.items():
        optional = key != "names"
        if len(values) != first.players and (values or not optional):
            yield f"{key} has {len(values)} entries, expected one for each of {first.players} players"


def _event_problem(made: Record) -> Problem | None:
    first = made.events[0]
    if not isinstance(first, Started):
        return Problem(0, f"expected a started event, found {encode_event(first)}")
    if not MIN_PLAYERS <= first.players <= MAX_PLAYERS:
        return Problem(0, f"players is {first.players}, expected {MIN_PLAYERS} to {MAX_PLAYERS}")
    for key, reason in play_problems(first.board):
        return Problem(0, f"board.{key}: {reason}")
    for reason in _draw_problems(made, first):
        return Problem(0, f"draw: {reason}")
    chance: Chance = made.chance or ToldChance(made.events)
    opening = start(first.board, first.rules, first.players, chance, first.version, first.draw)
    if problem := _compare(made.events, 0, opening, None):
        return problem
    return _replay_answers(made.events, len(opening), opening, chance)


def _replay_answers(
    events: Sequence[Event], number: int, opening: Sequence[Event], chance: Chance
) -> Problem | None:
    """Hand in each recorded answer; everything up to the next one must follow from it."""
    state = _folded(opening)
    while number < len(events):
        answer = events[number]
        refused = _not_an_answer(state, answer)
        if refused is not None:
            return Problem(number, refused)
        assert isinstance(answer, Answered)
        assert answer.action is not None
        play = step(state, answer.seat, answer.action, chance, answer.turn)
        if isinstance(play, Refusal):
            return Problem(number, f"{play.code}: expected {play.expected}, found {encode_event(answer)}")
        if problem := _compare(events, number, play.events, number):
            return problem
        state = play.state
        number += len(play.events)
    return None


def _folded(events: Sequence[Event]) -> State:
    state = evolve(None, events[0])
    for event in events[1:]:
        state = evolve(state, event)
    return state


def _not_an_answer(state: State, event: Event) -> str | None:
    if state.asked is None:
        return f"expected nothing after the end of the game, found {encode_event(event)}"
    if not isinstance(event, Answered):
        seats = " or ".join(map(str, state.asked.seats))
        return f"expected an answer to question {state.turn} from seat {seats}, found {encode_event(event)}"
    if event.action is None:
        return "the answer is blank: this is what a seat saw, not the whole record"
    return None


def _compare(
    events: Sequence[Event], number: int, expected: Sequence[Event], answer: int | None
) -> Problem | None:
    """The first of the expected events that does not stand where it should."""
    for place, wanted in enumerate(expected, number):
        cause = None if place == answer else answer
        if place == len(events):
            return Problem(place, f"missing: the record breaks off before a {_kind(wanted)} event", cause)
        if events[place] != wanted:
            return Problem(place, _difference(events[place], wanted), cause)
    return None


def _difference(found: Event, expected: Event) -> str:
    if type(found) is not type(expected):
        return f"expected {encode_event(expected)}, found {encode_event(found)}"
    wanted = asdict(expected)
    changed = [
        f"{key} is {value}, expected {wanted[key]}"
        for key, value in asdict(found).items()
        if value != wanted[key]
    ]
    return f"{_kind(found)}: " + "; ".join(changed)


def _kind(event: Event) -> str:
    return str(event.__struct_config__.tag)
