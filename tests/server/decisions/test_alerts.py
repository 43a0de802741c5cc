"""Who is called about a question, when and with which words."""

import msgspec
import pytest
from msgspec.structs import replace

from chocolatl.server import lobby as lobbies
from chocolatl.server.alerts import alerts_about, message, too_early
from chocolatl.server.store.rows import Alert, TableRow
from chocolatl.server.wire import Live, Relaxed
from tests.server.decisions.rooms import NOW, MemoryRoom, first_state, table
from tests.server.test_deadlines import answered

STATE = first_state()


def room_with(
    *hooks: int, pace: object = None, whole: str | None = None, held: tuple[int, ...] = ()
) -> MemoryRoom:
    """Seats that have given an address of their own; everybody is away."""
    row: TableRow = table(pace or Live(60), phase="running")  # type: ignore[arg-type]
    lobby = lobbies.hand_over(replace(row.lobby, webhook=whole), held, "medium")
    for seat in hooks:
        lobby = lobbies.with_seat(lobby, seat, replace(lobby.seats[seat], webhook=f"u{seat}"))
    return MemoryRoom(row._replace(lobby=lobby), STATE)


def about(room: MemoryRoom, deadline: float | None) -> tuple[Alert, ...]:
    return alerts_about(room, STATE, deadline)  # type: ignore[arg-type]


def test_nobody_is_called_who_gave_no_address():
    assert about(room_with(), NOW + 60) == ()


def test_who_is_asked_and_away_is_called_at_once_and_before_the_deadline():
    room = room_with(0, 1)
    assert about(room, NOW + 60) == (
        Alert("u0", "turn", 1, STATE.turn, NOW), Alert("u1", "turn", 2, STATE.turn, NOW),
        Alert("u0", "hurry", 1, STATE.turn, NOW + 45), Alert("u1", "hurry", 2, STATE.turn, NOW + 45),
    )  # fmt: skip
    assert about(room, None) == about(room, NOW + 60)[:2]


def test_who_is_here_is_called_only_before_the_deadline_and_bots_never():
    room = room_with(0, 1, 2, whole="all", held=(2,))
    room.here = (0b001, 0)
    assert about(room, NOW + 60) == (
        Alert("u1", "turn", 2, STATE.turn, NOW), Alert("all", "turn", 2, STATE.turn, NOW),
        Alert("u0", "hurry", 1, STATE.turn, NOW + 45), Alert("u1", "hurry", 2, STATE.turn, NOW + 45),
        Alert("all", "hurry", 3, STATE.turn, NOW + 45),
    )  # fmt: skip
    room.here = (0b011, 0)
    assert [alert.kind for alert in about(room, None)] == []


def test_the_address_of_the_table_is_called_for_all_of_them_together():
    assert about(room_with(whole="all"), None) == (Alert("all", "turn", 7, STATE.turn, NOW),)


@pytest.mark.parametrize(("kind", "deadline", "expected"), [
    ("hurry", NOW + 60, NOW + 45), ("hurry", NOW + 15, None), ("hurry", NOW + 15.5, NOW + 0.5),
    ("hurry", None, None), ("turn", NOW + 60, None),
])  # fmt: skip
def test_a_deadline_that_has_moved_puts_the_call_off(
    kind: str, deadline: float | None, expected: float | None
):
    room = room_with(0)
    room.row = room.row._replace(summary=room.row.summary._replace(deadline=deadline))
    alert = Alert("u0", kind, 1, STATE.turn, NOW)  # type: ignore[arg-type]
    assert too_early(room, alert, NOW) == expected  # type: ignore[arg-type]


def words(room: MemoryRoom, alert: Alert) -> str | None:
    made = message(room, alert, NOW)  # type: ignore[arg-type]
    if made is None:
        return None
    told = msgspec.json.decode(made)
    assert told == {"content": told["text"], "text": told["text"], "allowed_mentions": {"parse": []}}
    text: str = told["text"]
    return text


def test_the_words_of_a_call():
    room = room_with(0, 1, pace=Relaxed())
    alert = Alert("u0", "turn", 0b011, STATE.turn, NOW)
    link = f" https://play.example/table/{room.row.id}"
    assert words(room, alert) == f"Chocolatl, round 0: Ana, Bo, it is your turn.{link}"
    assert words(room, alert._replace(kind="hurry")) == f"Chocolatl, round 0: Ana, Bo, it is your turn.{link}"
    room.house.config.public_url = ""
    assert words(room, alert._replace(seats=0b010)) == "Chocolatl, round 0: Bo, it is your turn."
    doc = replace(room.lobby.seats[1], name="<B>o@*_|[]()&`")
    room.row = room.row._replace(lobby=lobbies.with_seat(room.lobby, 1, doc))
    assert words(room, alert._replace(seats=0b010)) == "Chocolatl, round 0: Bo, it is your turn."


@pytest.mark.parametrize(("left", "said"), [
    (5401, "2 hours"), (5400, "90 minutes"), (60, "1 minutes"), (-5, "0 minutes"), (86_400, "24 hours"),
])  # fmt: skip
def test_the_time_that_is_left(left: float, said: str):
    room = room_with(0)
    room.house.config.public_url = ""
    room.row = room.row._replace(summary=room.row.summary._replace(deadline=NOW + left))
    alert = Alert("u0", "hurry", 1, STATE.turn, NOW)
    assert words(room, alert) == f"Chocolatl, round 0: Ana, in {said} a bot takes over your seat."
    assert words(room, alert._replace(kind="turn")) == "Chocolatl, round 0: Ana, it is your turn."


def test_a_call_that_is_not_needed_any_more_has_no_words():
    room = room_with(0)
    alert = Alert("u0", "turn", 1, STATE.turn, NOW)
    assert words(room, alert._replace(turn=STATE.turn + 1)) is None
    room.here = (0b001, 0)
    assert words(room, alert) is None, "here"
    room.here = (0, 0)
    room.state = answered(STATE, 0)
    assert words(room, alert) is None, "has answered"
    room.state = None
    assert words(room, alert) is None
