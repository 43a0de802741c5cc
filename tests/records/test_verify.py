"""verify: finds whatever was changed, names the first wrong event, and says what it could not check."""

from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.records.record import Record, RecordError, decode
from chocolatl.records.verify import verify
from chocolatl.rules import events as ev
from chocolatl.rules.actions import Roll, Sacrifice
from tests.records.corpus_games import NAMES, game
from tests.records.tampering import tampered

RECORD = game("english-3")
Kind = TypeVar("Kind", bound=ev.Event)


def first(record: Record, kind: type[Kind]) -> tuple[int, Kind]:
    """The first event of a kind, with its number."""
    return next((n, event) for n, event in enumerate(record.events) if isinstance(event, kind))


def with_event(record: Record, number: int, *events: ev.Event) -> Record:
    return replace(record, events=(*record.events[:number], *events, *record.events[number + 1 :]))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10_000), st.integers(0, 2**32))
def test_any_change_is_found_and_its_event_named(name, place, seed):
    record = game(name)
    number = place % len(record.events)
    try:
        changed = decode(tampered(record, number, Random(seed)))
    except RecordError as error:
        named = f"events[{number}]" in str(error)
        assert named, error  # noqa: PT017
        return
    problem = verify(changed).problem
    assert problem is not None
    if isinstance(record.events[number], ev.Answered | ev.Started):
        # An answer and the set-up are what players decided: only a later event can contradict them.
        assert problem.event is None or problem.event >= number
    else:
        assert problem.event == number


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10_000), st.integers(0, 2**32))
def test_without_the_key_nothing_crashes_and_the_checksum_still_finds_every_change(name, place, seed):
    record = replace(game(name), key=None)
    try:
        changed = decode(tampered(record, place % len(record.events), Random(seed)))
    except RecordError:
        return
    assert not verify(changed).ok


def test_a_wrong_event_is_told_field_by_field():
    number, event = first(RECORD, ev.Scored)
    report = verify(with_event(RECORD, number, replace(event, points=event.points + 1)))
    assert f"points is {event.points + 1}, expected {event.points}" in str(report.problem)
    assert str(report.problem).startswith(f"event {number}: scored: ")


def test_a_wrong_event_names_the_answer_it_follows_from():
    number, _ = first(RECORD, ev.Ranked)
    problem = verify(with_event(RECORD, number)).problem
    assert problem is not None
    assert problem.event == number
    assert problem.answer is not None
    assert isinstance(RECORD.events[problem.answer], ev.Answered)


def test_a_wrong_answer_follows_from_nothing():
    number, answer = first(RECORD, ev.Answered)
    problem = verify(with_event(RECORD, number, replace(answer, rule="9.9"))).problem
    assert problem is not None
    assert (problem.event, problem.answer) == (number, None)


@pytest.mark.parametrize("name", ["english-3", "changed-minds", "small-board"])
def test_a_record_that_breaks_off_is_a_game_that_runs_or_is_told_where(name):
    """Cut before an answer, a game is simply not over; cut amid what follows from one, events are missing."""
    record = replace(game(name), key=None, checksum=None)
    for end in range(1, len(record.events)):
        report = verify(replace(record, events=record.events[:end]))
        state_asks = isinstance(record.events[end], ev.Answered) and report.ok
        assert state_asks or (report.problem is not None and report.problem.event == end)
        assert not report.finished


def test_a_cut_file_with_its_checksum_is_found():
    number, _ = first(RECORD, ev.Answered)
    problem = verify(replace(RECORD, events=RECORD.events[:number])).problem
    assert problem is not None
    assert "checksum" in problem.reason


def test_events_after_the_end_are_found():
    longer = replace(RECORD, events=(*RECORD.events, RECORD.events[-1]))
    problem = verify(longer).problem
    assert problem is not None
    assert problem.event == len(RECORD.events)
    assert "after the end" in problem.reason


def test_an_illegal_answer_is_told_with_what_was_legal():
    number, answer = first(RECORD, ev.Answered)
    for action, code in ((Sacrifice(99), "not_your_card"), (Roll(), "wrong_kind")):
        problem = verify(with_event(RECORD, number, replace(answer, action=action))).problem
        assert problem is not None
        assert problem.event == number
        assert code in problem.reason


def test_what_a_seat_saw_is_not_a_record():
    number, answer = first(RECORD, ev.Answered)
    problem = verify(with_event(RECORD, number, replace(answer, action=None))).problem
    assert problem is not None
    assert (problem.event, "blank" in problem.reason) == (number, True)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"commitment": "0" * 64}, "commitment"),
        ({"key": "0" * 64}, "commitment"),
        ({"rules_version": "0"}, "rules_version is '0', this program knows 1 and 2"),
        ({"rules_version": "2"}, "rules_version is '2', but event 0 is of version '1'"),
        ({"names": ("Anna", "Ben")}, "names"),
        ({"nonces": ("00",)}, "nonces"),
        ({"bots": ("random",)}, "bots"),
        ({"edition": "german"}, "edition"),
        ({"edition": "klingon"}, "edition"),
        ({"names": ("Anna", "Ben", "Someone else")}, "checksum"),
        ({"nonces": ("00", "00", "00")}, "line"),
        ({"events": RECORD.events[1:]}, "started"),
    ],
)
def test_the_header_is_checked(change, word):
    problem = verify(replace(RECORD, **change)).problem
    assert problem is not None
    assert word in problem.reason


def test_event_0_says_by_which_version_the_rest_is_judged():
    """A game of one version that claims to be of the other is wrong where they differ."""
    for name, other in (("english-5", "2"), ("v2-english-5", "1")):
        made = game(name)
        claimed = with_event(replace(made, rules_version=other), 0, replace(made.started, version=other))
        problem = verify(claimed).problem
        assert problem is not None
        assert problem.event is not None
        assert made.events[problem.event].rule == "6.1"


def test_an_unknown_version_is_named():
    made = with_event(replace(RECORD, rules_version="7"), 0, replace(RECORD.started, version="7"))
    problem = verify(made).problem
    assert problem is not None
    assert problem.reason == "rules_version is '7', this program knows 1 and 2"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_an_edition_is_the_preset_of_the_version(players):
    old, new = game(f"french-{players}"), game(f"v2-french-{players}")
    assert old.started.rules != new.started.rules
    assert verify(old).ok
    assert verify(new).ok
    problem = verify(with_event(new, 0, replace(new.started, rules=old.started.rules))).problem
    assert problem is not None
    assert "edition is 'french'" in problem.reason


def test_impossible_chance_is_found_without_the_key():
    number, event = first(RECORD, ev.RoundStarted)
    bare = replace(RECORD, key=None, checksum=None)
    for wrong in (replace(event, harvest=(9, 2, 1)), replace(event, improvements=(99, 5))):
        problem = verify(with_event(bare, number, wrong)).problem
        assert problem is not None
        assert problem.event == number


def test_an_impossible_board_is_named():
    started = RECORD.started
    problem = verify(with_event(RECORD, 0, replace(started, board=replace(started.board, drink=())))).problem
    assert problem is not None
    assert problem.reason.startswith("board.drink")
