"""Is this record true? Plays the game again from its answers and compares every event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import asdict

from chocolatl.records.header_checks import HEADER_CHECKS, Discrepancy, RecordCheck
from chocolatl.records.record import Record, checksum_of, encode_event
from chocolatl.records.recorded_chance import RecordedChance
from chocolatl.rules import Chance, Refusal, State, evolve, start, step
from chocolatl.rules import events as ev
from chocolatl.rules.types import Seat, Value

Check = Literal["events", "chance", "commitment", "checksum", "draw"]
CHECKS: tuple[Check, ...] = ("events", "chance", "commitment", "checksum")
"""Of every record. The draw is checked where there was one."""


class VerificationReport(Value, frozen=True):
    """What was checked, and the first problem if there is one. `finished`: the game was played to its end.

    `drawn_by`: the seats whose pages took part in the draw (none: there was no draw).
    `unknown`: fields of a later program, which were passed over.
    """

    events: int
    finished: bool
    checked: tuple[Check, ...]
    unchecked: tuple[Check, ...]
    problem: Discrepancy | None
    drawn_by: tuple[Seat, ...] | None = None
    unknown: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Nothing that could be checked is wrong."""
        return self.problem is None


def verify(made: Record, unknown: Sequence[str] = ()) -> VerificationReport:
    """Derive all chance and every event again; without the key, chance is taken from the events.

    Args:
        made: a record.
        unknown: the fields that `read` found and this program does not know.

    Returns:
        What was checked, and the first problem if there is one.

    >>> chance = SealedChance(key_from_seed(1))
    >>> events = list(start(default_board(), Rules(), 3, chance))
    >>> for _, more in play_to_end(fold(events), random_player(Random(1)), chance):
    ...     events += more
    >>> report = verify(make_record(events, ["Ana", "Ben", "Cleo"], chance))
    >>> report.ok, report.checked
    (True, ('events', 'chance', 'commitment', 'checksum'))
    """
    checked: tuple[Check, ...] = ("events",)
    if made.key is not None:
        checked += ("chance", "commitment")
    if made.checksum is not None:
        checked += ("checksum",)
    first = made.events[0]
    draw = first.draw if isinstance(first, ev.Started) else None
    if draw is not None:
        checked += ("draw",)
    unchecked = tuple(check for check in CHECKS if check not in checked)
    drawn_by = None if draw is None else draw.opened
    problem = next((problem for check in RECORD_CHECKS for problem in check(made)), None)
    return VerificationReport(
        len(made.events), made.finished, checked, unchecked, problem, drawn_by, unknown=tuple(unknown)
    )


def _event_problems(made: Record) -> Iterator[Discrepancy]:
    if problem := _event_problem(made):
        yield problem


def _checksum_problems(made: Record) -> Iterator[Discrepancy]:
    if made.checksum not in (None, checksum_of(made)):
        reason = f"checksum is {made.checksum}, expected {checksum_of(made)}: something was changed"
        yield Discrepancy(None, reason)


RECORD_CHECKS: tuple[RecordCheck, ...] = (*HEADER_CHECKS, _event_problems, _checksum_problems)
"""Run in this order up to the first problem. It is more useful to hear which event is wrong than that
something is, so the checksum comes last."""


def _event_problem(made: Record) -> Discrepancy | None:
    first = made.started
    chance: Chance = made.chance or RecordedChance(made.events)
    opening = start(first.board, first.rules, first.players, chance, first.version, first.draw)
    if problem := _compare(made.events, 0, opening, None):
        return problem
    return _replay_answers(made.events, len(opening), opening, chance)


def _replay_answers(
    events: Sequence[ev.Event], number: int, opening: Sequence[ev.Event], chance: Chance
) -> Discrepancy | None:
    """Hand in each recorded answer; everything up to the next one must follow from it."""
    state = _folded(opening)
    while number < len(events):
        answer = events[number]
        refused = _not_an_answer(state, answer)
        if refused is not None:
            return Discrepancy(number, refused)
        assert isinstance(answer, ev.Answered)
        assert answer.action is not None
        play = step(state, answer.seat, answer.action, chance, answer.turn)
        if isinstance(play, Refusal):
            return Discrepancy(number, f"{play.code}: expected {play.expected}, found {encode_event(answer)}")
        if problem := _compare(events, number, play.events, number):
            return problem
        state = play.state
        number += len(play.events)
    return None


def _folded(events: Sequence[ev.Event]) -> State:
    state = evolve(None, events[0])
    for event in events[1:]:
        state = evolve(state, event)
    return state


def _not_an_answer(state: State, event: ev.Event) -> str | None:
    if state.asked is None:
        return f"expected nothing after the end of the game, found {encode_event(event)}"
    if not isinstance(event, ev.Answered):
        seats = " or ".join(map(str, state.asked.seats))
        return f"expected an answer to question {state.turn} from seat {seats}, found {encode_event(event)}"
    if event.action is None:
        return "the answer is blank: this is what a seat saw, not the whole record"
    return None


def _compare(
    events: Sequence[ev.Event], number: int, expected: Sequence[ev.Event], answer: int | None
) -> Discrepancy | None:
    """The first of the expected events that does not stand where it should."""
    for place, wanted in enumerate(expected, number):
        cause = None if place == answer else answer
        if place == len(events):
            return Discrepancy(place, f"missing: the record breaks off before a {_kind(wanted)} event", cause)
        if events[place] != wanted:
            return Discrepancy(place, _difference(events[place], wanted), cause)
    return None


def _difference(found: ev.Event, expected: ev.Event) -> str:
    if type(found) is not type(expected):
        return f"expected {encode_event(expected)}, found {encode_event(found)}"
    wanted = asdict(expected)
    changed = [
        f"{key} is {value}, expected {wanted[key]}"
        for key, value in asdict(found).items()
        if value != wanted[key]
    ]
    return f"{_kind(found)}: " + "; ".join(changed)


def _kind(event: ev.Event) -> str:
    return str(event.__struct_config__.tag)
