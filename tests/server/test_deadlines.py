"""How long a question stays open, decided by pure functions: laws for every pace, moment and clock."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.bots.fallback import default_answer
from chocolatl.rules import (
    Action,
    Event,
    SealedChance,
    State,
    default_board,
    edition_named,
    fold,
    key_from_seed,
    step,
    waiting_for,
)
from chocolatl.rules import start as start_game
from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.events import Answered, Asked, LastRound, RoundEnded
from chocolatl.server.protocol import Bank, Live, Pace, Relaxed, Slow
from chocolatl.server.protocol.reveal_times import reveal_seconds
from chocolatl.server.store.documents import BackUntil, Lobby
from chocolatl.server.store.rows import EventRow
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.clocks.deadlines import (
    BACK_SECONDS,
    DAY,
    GRACE_SECONDS,
    bank_left,
    believed,
    deadline_of,
    has_clock,
    next_deadline,
    people_asked,
    renewed,
    reveal_time,
    seconds_again,
    seconds_to_answer,
    usual_deadline,
    warning_time,
)
from chocolatl.server.tables.clocks.game_times import LATE, LONGEST_REVEAL, SLOWER, GameTimes, Spent
from tests.server.stores import new_row

SECONDS = st.one_of(st.integers(5, 3600), st.integers(1, 30).map(lambda days: days * DAY)).map(float)
MOMENTS = st.floats(1e9, 2e9)
BANKS = st.builds(Bank, st.integers(30, 7200), st.integers(5, 600))
PACES: st.SearchStrategy[Pace] = st.one_of(
    st.integers(5, 3600).map(Live), st.integers(1, 30).map(Slow), BANKS, st.just(Relaxed())
)
CHANCE = SealedChance(key_from_seed(1))
ASKED = Asked(2, "lay", (0, 1, 2), (), "2.3")


def table(pace: Pace, held: tuple[int, ...] = ()) -> Lobby:
    lobby = replace(new_row().lobby, pace=pace)
    for seat, name in ((1, "Bo"), (2, "Cleo")):
        lobby = lobbies.sit(lobby, name * 20, name, seat, None)
    return lobbies.hand_over(lobby, held, "medium")


def first_question() -> State:
    return fold(start_game(default_board(), edition_named("english"), 3, CHANCE))


def answered(state: State, seat: int) -> State:
    action: Action = default_answer(waiting_for(state)[seat])
    play = step(state, seat, action, CHANCE, state.turn)
    assert isinstance(play, EventWriter)
    return play.state


def row(at: float, number: int = 0, seat: int | None = None, used: float | None = None) -> EventRow:
    return EventRow(number, seat, None, at, b"", used)


def asked(at: float) -> GameTimes:
    return GameTimes().after(row(at), [ASKED])


# ---- the time of a pace ----


@given(PACES, MOMENTS)
def test_a_question_to_people_has_the_time_of_its_pace(pace: Pace, now: float):
    seconds = seconds_to_answer(pace)
    deadline = next_deadline(first_question(), table(pace), asked(now))
    assert deadline == (None if seconds is None else now + seconds)
    assert has_clock(pace) == (seconds is not None)
    assert next_deadline(first_question(), table(pace, (0, 1, 2)), asked(now)) is None, "bots need none"
    assert warning_time(pace) <= max(15, (seconds or 0) / 4)
    assert warning_time(pace) <= DAY / 4


def test_the_time_of_each_pace():
    paces = (Live(60), Slow(2), Bank(300, 20), Relaxed())
    assert [seconds_to_answer(pace) for pace in paces] == [60, 2 * DAY, 320, None]
    assert [warning_time(pace) for pace in paces] == [15, 6 * 3600, 15, 0]
    assert [seconds_again(pace) for pace in paces] == [60, 2 * DAY, 20, 0]
    assert seconds_again(Bank(300, 5)) == BACK_SECONDS


def test_only_people_who_owe_an_answer_are_asked():
    state, lobby = first_question(), table(Live(60), (1, 2))
    assert people_asked(state, lobby) == (0,)
    assert people_asked(answered(state, 0), lobby) == ()
    assert people_asked(answered(state, 0), table(Live(60), (2,))) == (1,)


@given(st.permutations([0, 1, 2]), st.lists(st.floats(0, 50), min_size=3, max_size=3))
def test_an_answer_of_anybody_starts_no_deadline_anew(order: list[int], waits: list[float]):
    """Only the next question has a deadline of its own."""
    lobby, now, state, times = table(Live(60)), 1e9, first_question(), asked(1e9)
    for seat, wait in zip(order[:2], waits, strict=False):
        now += wait
        state, times = answered(state, seat), times.after(row(now, 5, seat), [Answered(1, seat, None, "")])
        assert next_deadline(state, lobby, times) == 1e9 + 60
    times = times.after(row(now + 1, 9, order[2]), [RoundEnded(1), ASKED])
    assert next_deadline(answered(state, order[2]), lobby, times) == times.shown_by + 60


# ---- the reveal before a question ----


@given(st.lists(st.tuples(st.floats(0, 30), st.integers(0, 40)), min_size=1, max_size=20))
def test_clocks_start_after_the_reveal_and_never_later_than_the_bound(steps: list[tuple[float, int]]):
    """What bots answer during a reveal is shown after it, so the times add up."""
    now, times, page_done = 1e9, GameTimes(), 0.0
    for wait, rounds in steps:
        now += wait
        events: Sequence[Event] = [*(RoundEnded(1) for _ in range(rounds)), ASKED]
        times = times.after(row(now), events)
        page_done = max(page_done, now) + reveal_seconds(events)
        assert times.asked_at == now <= times.shown_by <= now + LONGEST_REVEAL
        assert times.shown_by >= min(page_done, now + LONGEST_REVEAL)
        if page_done <= now:
            assert times.shown_by == now, "nothing to show, nothing to wait for"
            page_done = now
        page_done = min(page_done, now + LONGEST_REVEAL)


def test_a_reveal_has_some_slack_and_days_need_none():
    times = GameTimes().after(row(1e9), [LastRound("goal", 0), ASKED])
    assert times.shown_by == 1e9 + 1.5 * SLOWER + LATE
    assert reveal_time(Live(15), times) == reveal_time(Bank(), times) == 1.5 * SLOWER + LATE
    assert reveal_time(Slow(2), times) == 0
    assert times.asked == 1
    assert times.after(row(2e9, 2, 0), [Answered(2, 0, None, "")])[:4] == times[:4], "an answer is no reveal"


# ---- the time bank ----


@given(BANKS, st.lists(st.floats(0, 1), max_size=40))
def test_a_bank_pays_what_was_used_and_gains_with_each_decision(pace: Bank, parts: list[float]):
    times, bank = asked(1e9), float(pace.seconds)
    for part in parts:
        seconds = seconds_to_answer(pace, times.spent.get(1, Spent()))
        assert seconds is not None
        assert abs(seconds - bank - pace.increment) < 1e-3
        assert seconds >= pace.increment - 1e-3, "nobody is without any time"
        times = times.after(row(1e9, 5, 1, part * seconds), [Answered(1, 1, None, "")])
        bank = bank_left(pace, times.spent[1])
        assert abs(bank - seconds * (1 - part)) < 1e-3
    assert set(times.spent) <= {1}, "nobody else pays"
    assert usual_deadline(table(pace), times, 0) == 1e9 + pace.seconds + pace.increment


# ---- coming back ----


@given(SECONDS, MOMENTS, st.lists(st.floats(0, 10 * DAY), max_size=30))
def test_leaving_and_coming_back_gives_the_time_once_more_in_all(
    seconds: float, asked_at: float, waits: list[float]
):
    now, usual = asked_at, asked_at + seconds
    for wait in waits:
        now += wait
        after = renewed(usual, seconds, now)
        assert usual <= after <= max(usual, now + seconds)
        assert after <= asked_at + 2 * seconds


@given(SECONDS, MOMENTS, st.floats(0, 1))
def test_who_is_back_in_time_has_the_full_time_again(seconds: float, asked_at: float, part: float):
    now = asked_at + part * seconds
    assert renewed(asked_at + seconds, seconds, now) == max(asked_at + seconds, now + seconds)


def test_time_again_is_of_one_seat_and_one_question():
    state, times = first_question(), asked(1e9)
    lobby = lobbies.take_back(table(Live(60), (1,)), 1, BackUntil(state.turn, 1e9 + 99))
    assert [deadline_of(state, lobby, times, seat) for seat in range(3)] == [1e9 + 60, 1e9 + 99, 1e9 + 60]
    assert next_deadline(state, lobby, times) == 1e9 + 60
    older = lobbies.take_back(lobby, 1, BackUntil(state.turn - 1, 2e9))
    assert deadline_of(state, older, times, 1) == 1e9 + 60
    assert lobbies.take_back(lobby, 1).seats[1].back == BackUntil(state.turn, 1e9 + 99)


# ---- what a process believes ----


@given(SECONDS, MOMENTS, st.floats(-60 * DAY, 60 * DAY), st.floats(0, LONGEST_REVEAL))
def test_whatever_the_clocks_did_a_deadline_is_plausible(
    seconds: float, now: float, shift: float, reveal: float
):
    found = believed(now + shift, seconds, reveal + seconds, now)
    assert now + min(GRACE_SECONDS, seconds) - 1e-3 <= found <= now + reveal + seconds + 1e-3
    if GRACE_SECONDS <= shift <= seconds + reveal:
        assert abs(found - (now + shift)) < 1e-3


@given(SECONDS, MOMENTS)
def test_one_hour_back_or_forward_hands_no_seat_away(seconds: float, now: float):
    """Between two starts the wall clock was set; people have at least the time to connect and answer."""
    for shift in (-3600.0, 3600.0):
        found = believed(now + seconds / 2, seconds, seconds, now + shift)
        assert found >= now + shift + min(GRACE_SECONDS, seconds) - 1e-3
    assert believed(None, seconds, seconds, now) == now + seconds
