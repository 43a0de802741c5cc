"""How long a question stays open, decided by pure functions: laws for every pace, moment and clock."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.bots.fallback import default_answer
from chocolatl.rules import (
    Action,
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
from chocolatl.server.protocol import Live, Pace, Relaxed, Slow
from chocolatl.server.store.documents import Lobby
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.deadlines import (
    DAY,
    GRACE_SECONDS,
    LONGEST,
    believed,
    new_deadline,
    next_deadline,
    people_asked,
    renewed,
    seconds_to_answer,
    warning_time,
)
from tests.server.stores import new_row

SECONDS = st.one_of(st.integers(5, 3600), st.integers(1, 30).map(lambda days: days * DAY)).map(float)
MOMENTS = st.floats(1e9, 2e9)
PACES: st.SearchStrategy[Pace] = st.one_of(
    st.integers(5, 3600).map(Live), st.integers(1, 30).map(Slow), st.just(Relaxed())
)
CHANCE = SealedChance(key_from_seed(1))


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


@given(PACES, MOMENTS)
def test_a_question_to_people_has_the_time_of_its_pace(pace: Pace, now: float):
    seconds = seconds_to_answer(pace)
    deadline = new_deadline(first_question(), table(pace), now)
    assert deadline == (None if seconds is None else now + seconds)
    assert new_deadline(first_question(), table(pace, (0, 1, 2)), now) is None, "bots need no deadline"
    assert warning_time(pace) <= (seconds or 0) / 4
    assert warning_time(pace) <= DAY / 4


def test_the_time_of_each_pace():
    assert [seconds_to_answer(p) for p in (Live(60), Slow(2), Relaxed())] == [60, 2 * DAY, None]
    assert [warning_time(p) for p in (Live(60), Slow(2), Relaxed())] == [15, 6 * 3600, 0]


def test_only_people_who_owe_an_answer_are_asked():
    state, lobby = first_question(), table(Live(60), (1, 2))
    assert people_asked(state, lobby)
    assert not people_asked(answered(state, 0), lobby)
    assert people_asked(answered(state, 0), table(Live(60), (2,)))


@given(st.permutations([0, 1, 2]), st.lists(st.floats(0, 50), min_size=3, max_size=3))
def test_an_answer_of_anybody_starts_no_deadline_anew(order: list[int], waits: list[float]):
    """Only the next question has a deadline of its own."""
    lobby, now = table(Live(60)), 1e9
    state = first_question()
    deadline = next_deadline(None, None, state, lobby, now)
    assert deadline == now + 60
    for count, (seat, wait) in enumerate(zip(order, waits, strict=True), 1):
        now += wait
        after = answered(state, seat)
        following = next_deadline(state, deadline, after, lobby, now)
        assert following == (deadline if count < 3 else now + 60)
        state, deadline = after, following


@given(SECONDS, MOMENTS, st.lists(st.floats(0, 10 * DAY), max_size=30))
def test_leaving_and_coming_back_never_extends_a_question_beyond_twice_its_time(
    seconds: float, asked_at: float, waits: list[float]
):
    now, deadline = asked_at, asked_at + seconds
    for wait in waits:
        now += wait
        after = renewed(deadline, asked_at, seconds, now)
        assert deadline <= after <= max(deadline, now + seconds)
        assert after <= asked_at + LONGEST * seconds
        deadline = after


@given(SECONDS, MOMENTS, st.floats(0, 1))
def test_who_is_back_in_time_has_the_full_time_again(seconds: float, asked_at: float, part: float):
    now = asked_at + part * seconds * (LONGEST - 1)
    assert renewed(asked_at + seconds, asked_at, seconds, now) == max(
        asked_at + seconds, min(now + seconds, asked_at + LONGEST * seconds)
    )
    assert renewed(None, asked_at, seconds, now) >= now
    assert renewed(None, asked_at + 10 * DAY, seconds, now) == now + seconds, (
        "asked by a clock set back since"
    )


@given(SECONDS, MOMENTS, st.floats(-60 * DAY, 60 * DAY))
def test_whatever_the_clocks_did_a_deadline_is_plausible(seconds: float, now: float, shift: float):
    found = believed(now + shift, seconds, now)
    assert now + min(GRACE_SECONDS, seconds) - 1e-3 <= found <= now + seconds + 1e-3
    if GRACE_SECONDS <= shift <= seconds:
        assert abs(found - (now + shift)) < 1e-3


@given(SECONDS, MOMENTS)
def test_one_hour_back_or_forward_hands_no_seat_away(seconds: float, now: float):
    """Between two starts the wall clock was set; people have at least the time to connect and answer."""
    for shift in (-3600.0, 3600.0):
        deadline = now + seconds / 2
        assert believed(deadline, seconds, now + shift) >= now + shift + min(GRACE_SECONDS, seconds) - 1e-3
    assert believed(None, seconds, now) == now + seconds
