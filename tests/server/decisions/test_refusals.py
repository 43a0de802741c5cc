"""Every refusal to the letter: it names the input and what was expected."""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from chocolatl.rules import Rules, edition_named
from chocolatl.server.bots.fair_queue import FairQueue, Ticket
from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import Live, SeatInfo
from chocolatl.server.store.documents import DrawDoc, SeatDoc, draw_deadline
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables import permissions
from chocolatl.server.tables.lobby import BOT_NAMES
from chocolatl.server.tables.permissions import refuse_replaced_bot
from chocolatl.server.tables.presence import RemotePresence, to_vouch_for
from chocolatl.server.tables.rematch import rematch
from tests.server.decisions.rooms import PEOPLE, table

ROW = table()
RUNNING = table(phase="running")
LOBBY = ROW.lobby
STRANGER = "s" * 64


def refusal(check: Any, *args: Any) -> tuple[str, str, str]:
    with pytest.raises(RequestError) as denied:
        check(*args)
    problem = denied.value.problem
    return problem.code, problem.reason, problem.expected


def test_permissions():
    closed = RUNNING._replace(lobby=replace(LOBBY, spectators=False))
    assert refusal(permissions.require_may_watch, closed, None) == (
        "spectators_closed", "the host lets nobody watch", "a seat at this table"
    )  # fmt: skip
    assert refusal(permissions.require_seat, ROW, STRANGER) == (
        "not_seated", "you have no seat at this table", "a seat"
    )  # fmt: skip
    assert refusal(permissions.require_host, ROW, PEOPLE[1]) == (
        "not_host", "only the host may do this", "the player on seat 0"
    )  # fmt: skip
    assert refusal(permissions.require_phase, ROW, "running") == (
        "wrong_phase", "the table is open", "a table that is running"
    )  # fmt: skip
    assert refusal(permissions.require_hints_allowed, LOBBY, 0) == (
        "hints_off", "this table plays without hints", "a table with hints, or with bots only"
    )  # fmt: skip
    open_to_none = ROW._replace(lobby=replace(LOBBY, spectators=False))
    assert permissions.shown_out(1, None, False, open_to_none), "whose seat the host has emptied"
    assert permissions.shown_out(None, None, True, open_to_none), "who was watching"
    assert not permissions.shown_out(None, None, False, open_to_none), "who came to join"
    permissions.require_hints_allowed(table(bots=(1, 2)).lobby, 0)
    for visitor, seat in ((None, 0), (STRANGER, 0), (PEOPLE[1], 0)):
        assert refusal(permissions.refuse_moved, ROW, visitor, seat) == (
            "not_seated", f"you do not hold seat {seat} any more", "a seat"
        )  # fmt: skip
    permissions.refuse_moved(ROW, PEOPLE[1], 1)


def test_calling_a_bot():
    call = permissions.refuse_stand_in
    assert refusal(call, ROW, 0, 1, 999.0)[0] == "wrong_phase"
    for seat in (-1, 3):
        assert refusal(call, RUNNING, 0, seat, 999.0) == (
            "no_such_seat", f"there is no seat {seat}", "a seat of this table"
        )  # fmt: skip
    assert refusal(call, table(Live(60), phase="running"), 0, 1, 999.0) == (
        "wrong_phase", "this table has deadlines", "a bot comes by itself when time is up"
    )  # fmt: skip
    assert refusal(call, RUNNING, 1, 1, 999.0) == (
        "wrong_phase", "seat 1 is yours", "leave, if a bot is to play for you"
    )  # fmt: skip
    held = RUNNING._replace(lobby=lobbies.hand_over(LOBBY, (2,), "medium"))
    for row in (held, table(bots=(2,), phase="running")):
        assert refusal(call, row, 0, 2, 999.0) == (
            "wrong_phase", "a bot plays seat 2 already", "the seat of a person"
        )  # fmt: skip
    assert refusal(call, RUNNING, 0, 2, 12.4) == (
        "not_away", "seat 2 was here 12 seconds ago", "3 minutes of absence"
    )  # fmt: skip
    call(RUNNING, 0, 2, 180.0)
    call(RUNNING, 1, 0, 180.0)


def test_boards_and_bots():
    assert permissions.read_board(None) is None
    code, reason, expected = refusal(permissions.read_board, "goal = 3")
    assert (code, reason) == ("bad_board", "the board cannot be played on")
    assert expected.startswith("board")
    assert permissions.board_problem(LOBBY) is None
    permissions.refuse_board(LOBBY)
    assert permissions.require_allowed_bot("easy") == "easy"
    assert refusal(permissions.require_allowed_bot, "hal") == (
        "no_such_bot", "there is no bot 'hal'", "one of newcomer, easy, medium, hard, master, random, greedy"
    )  # fmt: skip


def test_a_stored_board_out_of_bounds():
    from chocolatl.rules import default_board

    small = default_board()
    wrong = replace(LOBBY, board=replace(small, goal=0))
    problem = permissions.board_problem(wrong)
    assert problem is not None
    assert problem.startswith("goal: ")
    assert permissions.board_problem(replace(LOBBY, board=small)) is None
    assert refusal(permissions.refuse_board, wrong) == (
        "bad_board", "the board of this table cannot be played on", problem
    )  # fmt: skip


def test_the_lobby():
    one = lobbies.leave(LOBBY, 2)
    assert refusal(lobbies.sit, one, PEOPLE[0], "Eva", None, None) == (
        "seat_taken", "you already have a seat here", "one seat for each person"
    )  # fmt: skip
    assert refusal(lobbies.sit, one, STRANGER, "Eva", 3, None) == (
        "no_such_seat", "there is no seat 3", "a seat from 0 to 2"
    )  # fmt: skip
    assert refusal(lobbies.sit, LOBBY, STRANGER, "Eva", None, None) == (
        "seat_taken", "the table is full", "a table with an empty seat"
    )  # fmt: skip
    assert refusal(lobbies.sit, one, STRANGER, "Eva", 1, None) == (
        "seat_taken", "somebody sits on seat 1", "an empty seat"
    )  # fmt: skip
    assert refusal(lobbies.sit, one, STRANGER, "Eva", 2, "jade") == (
        "colour_taken", "Ana plays jade", "a colour that nobody has"
    )  # fmt: skip
    assert refusal(lobbies.sit, replace(one, locked=True), STRANGER, "Eva", 2, None) == (
        "table_locked", "the host has locked the table", "a table that is not locked"
    )  # fmt: skip
    assert refusal(lobbies.sit, replace(one, removed=(STRANGER,)), STRANGER, "Eva", 2, None) == (
        "removed", "the host has removed you from this table", "another table"
    )  # fmt: skip
    assert refusal(lobbies.put_bot, LOBBY, 3, "easy") == (
        "no_such_seat", "there is no seat 3", "a seat from 0 to 2"
    )  # fmt: skip
    assert refusal(lobbies.put_bot, LOBBY, 0, "easy") == (
        "seat_taken", "the host sits there", "another seat"
    )  # fmt: skip
    linked = lobbies.renew_link(LOBBY, 1, "1" * 64)
    assert refusal(lobbies.claim, linked, STRANGER, "2" * 64) == (
        "bad_token", "this personal link opens no seat here", "the newest link of a seat"
    )  # fmt: skip
    assert refusal(lobbies.claim, linked, PEOPLE[0], "1" * 64) == (
        "seat_taken", "you hold seat 0 of this table", "one seat for each person"
    )  # fmt: skip
    assert refusal(refuse_replaced_bot, LOBBY, 0) == ("not_asked", "the player is back", "nothing")


def test_who_sits_down():
    one = lobbies.leave(LOBBY, 2)
    sat = lobbies.sit(one, STRANGER, "Eva", None, None)
    assert sat.seats[2] == SeatDoc("person", "Eva", one.seats[2].colour, holders=(STRANGER,))
    assert (sat.host, sat.seat_of(STRANGER)) == (0, 2)
    same = lobbies.sit(one, STRANGER, "Eva", 2, one.seats[2].colour)
    assert same == sat
    assert [doc.colour for doc in lobbies.empty_seats(5)] == list(lobbies.COLOURS)
    assert lobbies.empty_seats(1)[0] == SeatDoc("empty", "", "jade")
    other = lobbies.put_bot(one, 1, "easy")
    swapped = lobbies.sit(other, STRANGER, "Eva", 2, other.seats[1].colour)
    assert [doc.colour for doc in swapped.seats] == ["jade", "indigo", "maize"]
    assert swapped.seats[1].kind == "bot"
    assert lobbies.public_seat(swapped.seats[2]) == SeatInfo("person", "Eva", "maize", None, False)
    assert lobbies.public_seat(swapped.seats[1]).bot == "easy"
    freed = lobbies.sit(one, STRANGER, "Bo2", 2, "plum")
    assert freed.seats[2].colour == "plum"


def test_bots_have_names_of_their_own():
    one = lobbies.put_bot(lobbies.put_bot(LOBBY, 1, "hard"), 2, "easy")
    names = [doc.name for doc in one.seats[1:]]
    assert len({*names}) == 2
    assert {*names} <= {*BOT_NAMES}
    assert (one.seats[1].kind, one.seats[1].bot, one.seats[1].colour) == (
        "bot",
        "hard",
        LOBBY.seats[1].colour,
    )
    start = sum(map(ord, LOBBY.id))
    assert names[0] == BOT_NAMES[(start + 3) % 10]
    taken = lobbies.with_seat(LOBBY, 0, replace(LOBBY.seats[0], name=names[0].upper()))
    assert lobbies.put_bot(taken, 1, "hard").seats[1].name == BOT_NAMES[(start + 4) % 10]
    emptied = lobbies.put_bot(one, 1, None)
    assert emptied.seats[1] == SeatDoc("empty", "", LOBBY.seats[1].colour)
    filled = lobbies.fill(lobbies.put_bot(emptied, 2, None), "easy")
    assert [doc.bot for doc in filled.seats] == [None, "easy", "easy"]


def test_who_leaves_and_who_becomes_the_host():
    left = lobbies.leave(LOBBY, 1)
    assert (left.host, left.seats[1]) == (0, SeatDoc("empty", "", LOBBY.seats[1].colour))
    assert lobbies.leave(LOBBY, 0).host == 1
    assert lobbies.leave(lobbies.leave(LOBBY, 1), 0).host == 2
    alone = lobbies.leave(lobbies.put_bot(lobbies.put_bot(LOBBY, 1, "easy"), 2, "easy"), 0)
    assert alone.host == 0


def test_mutes_are_kept_in_order_and_once():
    lobby = lobbies.mute(lobbies.mute(LOBBY, 0, 2, True), 0, 1, True)
    assert lobby.seats[0].muted == (1, 2)
    assert lobbies.mute(lobby, 0, 1, True) is lobby
    assert lobbies.mute(lobby, 0, 1, False).seats[0].muted == (2,)
    assert lobbies.mute(LOBBY, 0, 1, False) is LOBBY
    assert lobbies.mute(lobby, 1, 0, True).seats[0].muted == (1, 2)


def test_deadlines_of_the_draw():
    locked = replace(LOBBY, draw=DrawDoc(1, "k", until=5.0))
    assert draw_deadline(locked, "drawing") == 5.0
    assert draw_deadline(locked, "open") is None
    assert draw_deadline(replace(LOBBY, draw=None), "drawing") is None


def test_a_rematch_is_the_same_table_anew():
    lobby = lobbies.renew_link(lobbies.put_bot(LOBBY, 2, "hard"), 1, "1" * 64)
    lobby = lobbies.with_seat(lobby, 1, replace(lobby.seats[1], nonce="n", commitment="c", webhook="u"))
    lobby = lobbies.hand_over(lobby, (1,), "medium")
    lobby = replace(
        lobby,
        rematch="old",
        key="00",
        hints=True,
        listed=False,
        webhook="w",
        rules=edition_named("english", "1"),
    )
    draw = DrawDoc(1, "new commitment")
    again = rematch(lobby, "z" * 16, draw, "2", 1)
    assert again == replace(
        lobby, id="z" * 16, commitment="new commitment", draw=draw, rules_version="2", host=1, autostart=True,
        rematch=None, key=None, rules=edition_named("english", "2"), unknown=UNSET,
        seats=(
            replace(lobby.seats[0], kind="empty", name="", holders=(), kept=(PEOPLE[0],), kept_name="Ana"),
            replace(lobby.seats[1], held=False, bot=None, links=(), nonce="", commitment="", ready=True),
            lobby.seats[2],
        ),
    )  # fmt: skip
    french = replace(lobby, edition="french", rules=edition_named("french", "1"))
    newer = edition_named("french", "2")
    assert french.rules != newer
    assert rematch(french, "z" * 16, draw, "2", 1).rules == newer
    assert rematch(french, "z" * 16, draw, "1", 1).rules == french.rules
    house_rules = replace(Rules(), first_round="green")
    changed = replace(lobby, rules=house_rules)
    assert not changed.as_printed
    assert rematch(changed, "z" * 16, draw, "2", 1).rules == house_rules
    grown = replace(lobby, unknown=lobbies_unknown())
    grown = lobbies.with_seat(grown, 0, replace(grown.seats[0], unknown=lobbies_unknown()))
    fresh = rematch(grown, "z" * 16, draw, "2", 1)
    assert (fresh.unknown, fresh.seats[0].unknown) == (UNSET, UNSET)


def lobbies_unknown() -> Any:
    from chocolatl.server.store.document_codec import Unknown

    return Unknown({"later": 1}, {})


def test_all_devices_of_a_seat():
    lobby = lobbies.renew_link(LOBBY, 1, "1" * 64)
    lobby = lobbies.claim(lobby, STRANGER, "1" * 64)
    assert lobby.seats[1].holders == (PEOPLE[1], STRANGER)
    assert lobbies.end_other_devices(lobby, 1, STRANGER).seats[1].holders == (STRANGER,)
    for number in range(7):
        lobby = lobbies.claim(lobby, f"{number}" * 64, "1" * 64)
    assert lobby.seats[1].holders == (PEOPLE[1], *(f"{number}" * 64 for number in range(7)))


def test_to_the_second_whose_word_counts_and_who_is_vouched_for():
    arrivals = RemotePresence()
    arrivals.update("there", 0b10, 3, 100.0)
    assert arrivals.all(0b01, 1, 130.0) == (0b11, 4)
    assert arrivals.all(0b01, 1, 130.1) == (0b01, 1)
    noted = {0: 90.0, 1: 92.0}
    assert to_vouch_for(0b111, noted, 100.0) == (0, 2)


def test_of_a_dropped_place_nothing_is_remembered():
    queue = FairQueue()
    ticket = Ticket("home", "t", "game", 0.0)
    assert queue.put(ticket)
    assert queue.drop(ticket)
    assert queue._addresses.empty
    assert not queue._tables
    assert not queue.drop(ticket)
