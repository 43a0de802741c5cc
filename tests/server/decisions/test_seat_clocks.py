"""Everybody's clock at one process: what pages may report, what it moves, and what a bank pays."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.rules import default_board, edition_named, fold, start
from chocolatl.server.protocol import Bank, Live, Pace, Relaxed, SeatClock, Slow
from chocolatl.server.store.documents import BackUntil
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.clocks.deadlines import DAY, GRACE_SECONDS
from chocolatl.server.tables.clocks.game_times import GameTimes, Spent
from chocolatl.server.tables.clocks.seat_clocks import SeatClocks
from tests.server.decisions.rooms import CHANCE, NOW, table

EVENTS = start(default_board(), edition_named("english"), 3, CHANCE)
STATE = fold(EVENTS)
LAST = len(EVENTS) - 1
REVEAL = 20.0
REPORTS = st.lists(st.tuples(st.integers(0, 3), st.floats(0, 30), st.integers(0, LAST + 5)), max_size=12)


class Clocked:
    """A running table of three people whose question came with a reveal of 20 seconds."""

    def __init__(self, pace: Pace) -> None:
        row = table(pace)
        self.row = row._replace(summary=row.summary._replace(phase="running"))
        self.state: Any = STATE
        self.times = GameTimes(LAST, NOW, NOW + REVEAL, NOW + REVEAL)
        self.at = NOW
        self.clocks = SeatClocks(self)
        self.clocks.first_deadline()

    def now(self) -> float:
        return self.at

    def deadlines(self) -> list[float | None]:
        return [self.clocks.deadline(seat) for seat in range(3)]

    def shown(self, seat: int | None, after: float, last: int = LAST) -> None:
        self.at = NOW + after
        self.clocks.shown(seat, last)


def test_without_reports_everybody_has_the_reveal_and_the_full_time():
    table = Clocked(Live(15))
    assert table.deadlines() == [NOW + REVEAL + 15] * 3
    table.at = NOW + REVEAL + 14
    assert table.clocks.within(0) == ()
    table.at = NOW + REVEAL + 15
    assert table.clocks.within(0) == (0, 1, 2)


def test_a_report_starts_the_clock_of_its_own_seat_and_of_no_other():
    table = Clocked(Live(15))
    table.shown(1, 4)
    assert table.deadlines() == [NOW + REVEAL + 15, NOW + 19, NOW + REVEAL + 15]
    table.shown(1, 9)
    assert table.deadlines()[1] == NOW + 19, "the first page of a seat that has shown it counts"


def test_what_was_shown_must_be_the_question_and_come_from_a_seat_that_owes_an_answer():
    table = Clocked(Live(15))
    table.shown(1, 4, LAST - 1)
    table.shown(None, 4)
    table.shown(2, REVEAL)
    assert table.deadlines() == [NOW + REVEAL + 15] * 3
    assert table.clocks.reports == (STATE.turn, ())


@given(REPORTS, st.sampled_from([Live(5), Live(15), Live(60), Bank(60, 10)]))
def test_whatever_pages_report_nobody_has_less_than_the_full_time_or_more_than_the_bound(
    reports: list[tuple[int, float, int]], pace: Pace
):
    table = Clocked(pace)
    seconds = 70 if isinstance(pace, Bank) else pace.seconds  # type: ignore[union-attr]
    first: dict[int, float] = {}
    for seat, after, last in sorted(reports, key=lambda report: report[1]):
        before = table.deadlines()
        table.shown(None if seat == 3 else seat, after, last)
        for other, (old, new) in enumerate(zip(before, table.deadlines(), strict=True)):
            assert old is not None
            assert new is not None
            assert new <= old
            assert other == seat or new == old, "somebody else's time"
        if last >= LAST and seat < 3:
            first.setdefault(seat, after)
    for seat, deadline in enumerate(table.deadlines()):
        start = min(first.get(seat, REVEAL), REVEAL)
        assert deadline is not None
        assert abs(deadline - (NOW + start + seconds)) < 1e-3


def test_the_next_question_knows_no_reports():
    table = Clocked(Live(15))
    table.shown(1, 4)
    table.state = replace(STATE, turn=STATE.turn + 1)
    table.times = table.times._replace(asked_at=NOW + 50, shown_by=NOW + 60)
    table.at = NOW + 50
    assert table.deadlines() == [NOW + 75] * 3


def test_reports_of_another_process_count_and_its_clock_is_not_believed_blindly():
    table = Clocked(Live(15))
    table.at = NOW + 6
    table.clocks.heard(STATE.turn, ((0, NOW + 5), (1, NOW + 500), (2, 0.0)))
    assert table.deadlines() == [NOW + 20, NOW + 21, NOW + 15]
    table.clocks.heard(STATE.turn + 1, ((0, NOW),))
    table.clocks.heard(STATE.turn, ((0, NOW), (7, NOW)))
    assert table.deadlines()[0] == NOW + 20


def test_a_process_that_has_slept_or_just_begun_leaves_time_to_come_back():
    table = Clocked(Live(60))
    table.shown(0, 1)
    table.at = NOW + 4000
    assert table.clocks.within(0) == (0, 1, 2)
    table.clocks.see_anew()
    assert table.deadlines() == [NOW + 4000 + GRACE_SECONDS] * 3


def test_who_is_back_has_time_again_and_nobody_else():
    table = Clocked(Live(60))
    table.at = NOW + REVEAL + 59
    back = table.clocks.time_again(1)
    assert back == BackUntil(STATE.turn, table.at + 60)
    table.row = table.row._replace(lobby=lobbies.take_back(table.row.lobby, 1, back))
    assert table.deadlines() == [NOW + REVEAL + 60, table.at + 60, NOW + REVEAL + 60]
    table.at = NOW + 1000
    assert table.clocks.time_again(1) == BackUntil(STATE.turn, NOW + REVEAL + 120), "once more, not for ever"
    assert Clocked(Relaxed()).clocks.time_again(1) is None


def test_no_clock_no_deadline_and_days_count_at_once():
    assert Clocked(Relaxed()).deadlines() == [None] * 3
    assert Clocked(Relaxed()).clocks.message() is None
    assert Clocked(Slow(2)).deadlines() == [NOW + 2 * DAY] * 3


def test_a_bank_is_charged_from_the_start_of_the_clock_to_the_answer():
    table = Clocked(Bank(60, 10))
    table.at = NOW + REVEAL - 1
    assert table.clocks.charge(0, by_bot=False) == 0, "during the reveal"
    table.shown(1, 4)
    table.at = NOW + REVEAL + 5
    assert [table.clocks.charge(seat, by_bot=False) for seat in (0, 1)] == [5, REVEAL + 1]
    assert table.clocks.charge(0, by_bot=True) is None, "a bot costs nothing"
    table.at = NOW + 500
    assert table.clocks.charge(0, by_bot=False) == 70
    assert table.clocks.charge(0, by_bot=True) == 70, "the time was up"
    assert Clocked(Live(15)).clocks.charge(0, by_bot=False) is None


def test_pages_are_told_what_is_left_and_since_when_it_runs():
    table = Clocked(Bank(60, 10))
    table.times = table.times._replace(spent={2: Spent(1, 30.0)})
    table.shown(1, 4)
    table.row = table.row._replace(lobby=lobbies.hand_over(table.row.lobby, (2,), "medium"))
    message = table.clocks.message()
    assert message is not None
    assert message.turn == STATE.turn
    assert message.seats == (
        SeatClock(70, NOW + REVEAL),
        SeatClock(70, NOW + 4),
        SeatClock(40, None),
    )
