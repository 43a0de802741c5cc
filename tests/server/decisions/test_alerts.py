"""Who is called about a question, when and with which words."""

import msgspec
import pytest
from msgspec.structs import replace

from chocolatl.server.notify.notifications import new_due_time, notifications_for, webhook_body
from chocolatl.server.protocol import Live, Relaxed
from chocolatl.server.store.rows import Notification, TableRow
from chocolatl.server.tables import lobby as lobbies
from tests.server.decisions.rooms import NOW, MemoryTable, first_state, table
from tests.server.test_deadlines import answered

STATE = first_state()


def room_with(
    *hooks: int, pace: object = None, whole: str | None = None, held: tuple[int, ...] = ()
) -> MemoryTable:
    """Seats that have given an address of their own; everybody is away."""
    row: TableRow = table(pace or Live(60), phase="running")  # type: ignore[arg-type]
    lobby = lobbies.hand_over(replace(row.lobby, webhook=whole), held, "medium")
    for seat in hooks:
        lobby = lobbies.with_seat(lobby, seat, replace(lobby.seats[seat], webhook=f"u{seat}"))
    return MemoryTable(row._replace(lobby=lobby), STATE)


def about(live: MemoryTable, deadline: float | None) -> tuple[Notification, ...]:
    return notifications_for(live, STATE, deadline)  # type: ignore[arg-type]


def test_nobody_is_called_who_gave_no_address():
    assert about(room_with(), NOW + 60) == ()


def test_who_is_asked_and_away_is_called_at_once_and_before_the_deadline():
    live = room_with(0, 1)
    assert about(live, NOW + 60) == (
        Notification("u0", "turn", 1, STATE.turn, NOW),
        Notification("u1", "turn", 2, STATE.turn, NOW),
        Notification("u0", "hurry", 1, STATE.turn, NOW + 45),
        Notification("u1", "hurry", 2, STATE.turn, NOW + 45),
    )  # fmt: skip
    assert about(live, None) == about(live, NOW + 60)[:2]


def test_who_is_here_is_called_only_before_the_deadline_and_bots_never():
    live = room_with(0, 1, 2, whole="all", held=(2,))
    live.here = (0b001, 0)
    assert about(live, NOW + 60) == (
        Notification("u1", "turn", 2, STATE.turn, NOW),
        Notification("all", "turn", 2, STATE.turn, NOW),
        Notification("u0", "hurry", 1, STATE.turn, NOW + 45),
        Notification("u1", "hurry", 2, STATE.turn, NOW + 45),
        Notification("all", "hurry", 3, STATE.turn, NOW + 45),
    )  # fmt: skip
    live.here = (0b011, 0)
    assert [alert.kind for alert in about(live, None)] == []


def test_the_address_of_the_table_is_called_for_all_of_them_together():
    assert about(room_with(whole="all"), None) == (Notification("all", "turn", 7, STATE.turn, NOW),)


@pytest.mark.parametrize(("kind", "deadline", "expected"), [
    ("hurry", NOW + 60, NOW + 45), ("hurry", NOW + 15, None), ("hurry", NOW + 15.5, NOW + 0.5),
    ("hurry", None, None), ("turn", NOW + 60, None),
])  # fmt: skip
def test_a_deadline_that_has_moved_puts_the_call_off(
    kind: str, deadline: float | None, expected: float | None
):
    live = room_with(0)
    live.row = live.row._replace(summary=live.row.summary._replace(deadline=deadline))
    alert = Notification("u0", kind, 1, STATE.turn, NOW)  # type: ignore[arg-type]
    assert new_due_time(live, alert, NOW) == expected  # type: ignore[arg-type]


def words(live: MemoryTable, alert: Notification) -> str | None:
    made = webhook_body(live, alert, NOW)  # type: ignore[arg-type]
    if made is None:
        return None
    told = msgspec.json.decode(made)
    assert told == {"content": told["text"], "text": told["text"], "allowed_mentions": {"parse": []}}
    text: str = told["text"]
    return text


def test_the_words_of_a_call():
    live = room_with(0, 1, pace=Relaxed())
    alert = Notification("u0", "turn", 0b011, STATE.turn, NOW)
    link = f" https://play.example/table/{live.row.id}"
    assert words(live, alert) == f"Chocolatl, round 0: Ana, Bo, it is your turn.{link}"
    assert words(live, alert._replace(kind="hurry")) == f"Chocolatl, round 0: Ana, Bo, it is your turn.{link}"
    live.services.config.public_url = ""
    assert words(live, alert._replace(seats=0b010)) == "Chocolatl, round 0: Bo, it is your turn."
    doc = replace(live.lobby.seats[1], name="<B>o@*_|[]()&`")
    live.row = live.row._replace(lobby=lobbies.with_seat(live.lobby, 1, doc))
    assert words(live, alert._replace(seats=0b010)) == "Chocolatl, round 0: Bo, it is your turn."


@pytest.mark.parametrize(("left", "said"), [
    (5401, "2 hours"), (5400, "90 minutes"), (60, "1 minutes"), (-5, "0 minutes"), (86_400, "24 hours"),
])  # fmt: skip
def test_the_time_that_is_left(left: float, said: str):
    live = room_with(0)
    live.services.config.public_url = ""
    live.row = live.row._replace(summary=live.row.summary._replace(deadline=NOW + left))
    alert = Notification("u0", "hurry", 1, STATE.turn, NOW)
    assert words(live, alert) == f"Chocolatl, round 0: Ana, in {said} a bot takes over your seat."
    assert words(live, alert._replace(kind="turn")) == "Chocolatl, round 0: Ana, it is your turn."


def test_a_call_that_is_not_needed_any_more_has_no_words():
    live = room_with(0)
    alert = Notification("u0", "turn", 1, STATE.turn, NOW)
    assert words(live, alert._replace(turn=STATE.turn + 1)) is None
    live.here = (0b001, 0)
    assert words(live, alert) is None, "here"
    live.here = (0, 0)
    live.state = answered(STATE, 0)
    assert words(live, alert) is None, "has answered"
    live.state = None
    assert words(live, alert) is None
