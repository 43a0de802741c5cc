"""Changes of a lobby: links, devices, bots and hosts, as laws over any sequence of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import SeatColour
from chocolatl.server.store.documents import DrawDoc, Lobby
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.lobby import HOLDERS_PER_SEAT
from chocolatl.server.tables.rematch import rematch
from tests.server.stores import new_row

OWNER, LINK, OTHER_LINK = "v" * 64, "1" * 64, "2" * 64


def linked() -> Lobby:
    return lobbies.renew_link(new_row(OWNER).lobby, 0, LINK)


@given(st.lists(st.integers(0, 30), max_size=60))
def test_however_many_claim_a_seat_its_owner_stays(devices: list[int]):
    lobby = linked()
    for device in devices:
        lobby = lobbies.claim(lobby, f"{device:064}", LINK)
        assert lobby.seat_of(OWNER) == 0
        assert lobby.seat_of(f"{device:064}") == 0, "whoever has the link comes in"
        assert len(lobby.seats[0].holders) <= HOLDERS_PER_SEAT
        assert len(set(lobby.seats[0].holders)) == len(lobby.seats[0].holders)


def test_of_the_others_the_first_to_come_gives_way():
    lobby = linked()
    for device in range(HOLDERS_PER_SEAT):
        lobby = lobbies.claim(lobby, f"{device:064}", LINK)
    assert lobby.seat_of(f"{0:064}") is None
    assert all(lobby.seat_of(f"{device:064}") == 0 for device in range(1, HOLDERS_PER_SEAT))


def test_a_renewed_link_ends_the_one_before_and_its_devices_only_when_asked():
    lobby = lobbies.claim(linked(), "p" * 64, LINK)
    lobby = lobbies.renew_link(lobby, 0, OTHER_LINK)
    with pytest.raises(RequestError, match="bad_token"):
        lobbies.claim(lobby, "q" * 64, LINK)
    assert lobbies.claim(lobby, "q" * 64, OTHER_LINK).seat_of("q" * 64) == 0
    assert lobby.seat_of("p" * 64) == 0
    alone = lobbies.end_other_devices(lobby, 0, OWNER)
    assert (alone.seat_of("p" * 64), alone.seat_of(OWNER)) == (None, 0)


def test_whoever_holds_a_seat_takes_no_second_one():
    lobby = lobbies.sit(linked(), "w" * 64, "Bo", 1, None)
    with pytest.raises(RequestError, match="seat_taken"):
        lobbies.claim(lobby, "w" * 64, LINK)
    with pytest.raises(RequestError, match="seat_taken"):
        lobbies.sit(lobby, OWNER, "Bob", 2, None)
    assert lobbies.claim(lobby, OWNER, LINK) is lobby


@given(st.lists(st.tuples(st.sampled_from("hblt"), st.integers(0, 2)), max_size=30))
def test_people_bots_and_hosts_in_any_order(steps: list[tuple[str, int]]):
    """Bits, names and colours stay in order, and only people are held."""
    lobby = new_row(OWNER).lobby
    for seat, name in ((1, "Bo"), (2, "Cleo")):
        lobby = lobbies.sit(lobby, name * 16, name, seat, None)
    for step, seat in steps:
        lobby = _step(lobby, step, seat)
        kinds = [doc.kind for doc in lobby.seats]
        assert lobby.bots == sum(1 << n for n, doc in enumerate(lobby.seats) if doc.played_by_bot)
        assert lobby.empty == tuple(n for n, kind in enumerate(kinds) if kind == "empty")
        assert all(doc.kind == "person" for doc in lobby.seats if doc.held)
        assert all((doc.bot is not None) == doc.played_by_bot for doc in lobby.seats)
        assert len({doc.colour for doc in lobby.seats}) == 3
        assert "person" not in kinds or lobby.seats[lobby.host].kind == "person"


def _step(lobby: Lobby, step: str, seat: int) -> Lobby:
    doc = lobby.seats[seat]
    if step == "h":
        return lobbies.hand_over(lobby, (seat,), "medium")
    if step == "t" and doc.kind == "person":
        return lobbies.take_back(lobby, seat)
    if step == "b" and seat != lobby.host:
        return lobbies.put_bot(lobby, seat, "easy")
    if step == "l" and doc.kind == "person":
        return lobbies.leave(lobby, seat)
    return lobby


def test_a_bot_that_holds_a_seat_is_not_exchanged_and_a_bot_s_own_seat_is_not_held():
    lobby = lobbies.put_bot(lobbies.sit(new_row().lobby, "w" * 64, "Bo", 1, None), 2, "easy")
    once = lobbies.hand_over(lobby, (1, 2), "medium")
    assert [doc.held for doc in once.seats] == [False, True, False]
    assert lobbies.hand_over(once, (1,), "random").seats[1].bot == "medium"
    assert lobbies.take_back(once, 1) == lobby


def test_a_rematch_keeps_people_and_bots_and_forgets_links_and_commitments():
    lobby = lobbies.put_bot(linked(), 2, "hard")
    lobby = lobbies.with_seat(lobby, 0, replace(lobby.seats[0], commitment="ab" * 32))
    lobby = lobbies.hand_over(lobby, (0,), "medium")
    again = rematch(lobby, "a" * 16, DrawDoc(1, "c" * 64), "1", 0)
    assert again.seats[0].holders == (OWNER,)
    assert (again.seats[0].links, again.seats[0].commitment, again.seats[0].held) == ((), "", False)
    assert (again.seats[0].bot, again.seats[2].bot) == (None, "hard")
    assert again.autostart
    assert again.rematch is None


@pytest.mark.parametrize("colour", ["jade", "maize", "indigo", "chili", "plum"])
def test_a_chosen_colour_is_exchanged_never_doubled(colour: SeatColour):
    lobby = lobbies.put_bot(new_row().lobby, 1, "easy")
    if lobby.seats[0].colour == colour:
        with pytest.raises(RequestError, match="colour_taken"):
            lobbies.sit(lobby, "w" * 64, "Bo", 2, colour)
        return
    lobby = lobbies.sit(lobby, "w" * 64, "Bo", 2, colour)
    assert lobby.seats[2].colour == colour
    assert len({doc.colour for doc in lobby.seats}) == 3


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_where_everybody_has_left_whoever_comes_first_is_the_host(seat: int):
    lobby = lobbies.leave(new_row(OWNER).lobby, 0)
    lobby = lobbies.sit(lobby, "w" * 64, "Bo", seat, None)
    assert lobby.host == seat
    assert lobbies.sit(lobby, "x" * 64, "Cleo", None, None).host == seat
