"""Who may do what, for every table there can be: pure functions against the sentences that describe them."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import Live, Phase, Relaxed, Slow
from chocolatl.server.protocol.limits import AWAY_SECONDS
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.permissions import (
    hints_allowed,
    may_watch,
    refuse_stand_in,
    require_hints_allowed,
    require_host,
    require_may_watch,
    require_phase,
    require_seat,
    shown_out,
)
from tests.server.stores import new_row

PHASES: tuple[Phase, ...] = ("open", "running", "finished", "closed")
SEATS = st.integers(0, 4)
MAYBE_SEAT = st.none() | SEATS


def refusal(check: Callable[..., Any], *args: Any) -> str | None:
    try:
        check(*args)
    except RequestError as denied:
        return denied.problem.code
    return None


@st.composite
def tables(draw: st.DrawFn) -> TableRow:
    """Any table: each seat empty, a person, a bot, or a person for whom a bot plays."""
    players = draw(st.integers(3, 5))
    lobby = replace(new_row().lobby, seats=lobbies.empty_seats(players))
    lobby = lobbies.sit(lobby, "v0" * 32, "Ana", 0, None)
    for seat, name in zip(range(1, players), ("Bo", "Cleo", "Dirk", "Eva"), strict=False):
        kind = draw(st.sampled_from(["empty", "person", "held", "bot"]))
        if kind == "bot":
            lobby = lobbies.put_bot(lobby, seat, "easy")
        elif kind != "empty":
            lobby = lobbies.sit(lobby, f"v{seat}" * 32, name, seat, None)
            lobby = lobbies.hand_over(lobby, (seat,), "medium") if kind == "held" else lobby
    pace = draw(st.sampled_from([Relaxed(), Live(60), Slow(2)]))
    spectators, hints = draw(st.booleans()), draw(st.booleans())
    lobby = replace(lobby, pace=pace, spectators=spectators, hints=hints, host=0)
    row = new_row()
    return row._replace(lobby=lobby, summary=row.summary._replace(phase=draw(st.sampled_from(PHASES))))


@given(tables(), MAYBE_SEAT)
def test_who_may_look(row: TableRow, seat: int | None):
    closed_to_them = seat is None and not row.lobby.spectators and row.summary.phase != "open"
    assert may_watch(row, seat) == (not closed_to_them)
    assert refusal(require_may_watch, row, seat) == ("spectators_closed" if closed_to_them else None)


@given(tables(), MAYBE_SEAT, MAYBE_SEAT, st.booleans())
def test_who_is_shown_out(row: TableRow, before: int | None, after: int | None, welcome: bool):
    out = shown_out(before, after, welcome, row)
    if after is not None or row.lobby.spectators:
        assert not out, "players stay, and spectators where they are welcome"
    elif row.summary.phase != "open":
        assert out, "nobody without a seat sees a game that is closed to spectators"
    else:
        assert out == (before is not None or welcome), "a kicked guest, and who watched until now"


@given(tables(), SEATS, SEATS, st.floats(0, 2 * AWAY_SECONDS))
def test_a_bot_is_called_for_an_absent_person_only(row: TableRow, asker: int, seat: int, away: float):
    code = refusal(refuse_stand_in, row, asker, seat, away)
    there = seat < len(row.lobby.seats)
    person = there and row.lobby.seats[seat].kind == "person" and not row.lobby.seats[seat].held
    allowed = (
        row.summary.phase == "running"
        and row.lobby.pace == Relaxed()
        and person
        and seat != asker
        and away >= AWAY_SECONDS
    )
    assert (code is None) == allowed
    if code == "not_away":
        assert away < AWAY_SECONDS
        assert person
    assert (code == "no_such_seat") == (row.summary.phase == "running" and not there)


def test_the_moment_from_which_on_a_bot_may_come():
    lobby = lobbies.sit(new_row().lobby, "w" * 64, "Bo", 1, None)
    row = new_row()._replace(lobby=lobby)
    row = row._replace(summary=row.summary._replace(phase="running"))
    assert refusal(refuse_stand_in, row, 0, 1, AWAY_SECONDS - 0.001) == "not_away"
    assert refusal(refuse_stand_in, row, 0, 1, AWAY_SECONDS) is None
    assert refusal(refuse_stand_in, row, 1, 1, AWAY_SECONDS) == "wrong_phase", "for oneself there is `leave`"
    held = row._replace(lobby=lobbies.hand_over(lobby, (1,), "medium"))
    assert refusal(refuse_stand_in, held, 0, 1, AWAY_SECONDS) == "wrong_phase", "a bot is there already"
    empty, bot = row._replace(lobby=new_row().lobby), row._replace(lobby=lobbies.put_bot(lobby, 1, "easy"))
    assert refusal(refuse_stand_in, empty, 0, 1, AWAY_SECONDS) == "wrong_phase"
    assert refusal(refuse_stand_in, bot, 0, 1, AWAY_SECONDS) == "wrong_phase"
    assert refusal(refuse_stand_in, row, 0, 3, AWAY_SECONDS) == "no_such_seat"
    for pace in (Live(60), Slow(2)):
        timed = row._replace(lobby=replace(lobby, pace=pace))
        assert refusal(refuse_stand_in, timed, 0, 1, AWAY_SECONDS) == "wrong_phase"
    assert AWAY_SECONDS >= 120


@given(tables(), st.integers(0, 4))
def test_hints_only_where_all_others_are_bots_or_the_host_allows_them(row: TableRow, seat: int):
    assume(seat < len(row.lobby.seats))
    others = [doc for other, doc in enumerate(row.lobby.seats) if other != seat]
    allowed = row.lobby.hints or all(doc.kind == "bot" for doc in others)
    assert hints_allowed(row.lobby, seat) == allowed
    assert refusal(require_hints_allowed, row.lobby, seat) == (None if allowed else "hints_off")


def test_one_bot_among_people_allows_no_hints_nor_does_a_held_seat():
    lobby: Lobby = new_row().lobby
    lobby = lobbies.put_bot(lobbies.sit(lobby, "w" * 64, "Bo", 1, None), 2, "easy")
    assert not hints_allowed(lobby, 0)
    assert not hints_allowed(lobbies.hand_over(lobby, (1,), "medium"), 0), "its person may be back"
    assert hints_allowed(lobbies.put_bot(lobby, 1, "easy"), 0)


@given(tables(), st.integers(0, 5), st.sampled_from(PHASES))
def test_seats_hosts_and_phases(row: TableRow, who: int, phase: Phase):
    visitor = f"v{who}" * 32
    sits = who < len(row.lobby.seats) and row.lobby.seats[who].kind == "person"
    assert refusal(require_seat, row, visitor) == (None if sits else "not_seated")
    if sits:
        assert require_seat(row, visitor) == who
    expected = "not_seated" if not sits else "not_host" if who != row.lobby.host else None
    assert refusal(require_host, row, visitor) == expected
    assert refusal(require_phase, row, phase) == (None if row.summary.phase == phase else "wrong_phase")


@pytest.mark.parametrize("visitor", ["", "v0", "v0" * 31, "v0" * 33])
def test_nobody_sits_by_a_part_of_a_hash(visitor: str):
    assert refusal(require_seat, new_row("v0" * 32), visitor) == "not_seated"
