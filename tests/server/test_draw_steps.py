"""The steps of the draw as pure functions: whatever pages do, the outcome fits; no nonce is told early."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.rules.commit_reveal import draw_problems, nonce_commitment
from chocolatl.server.errors import RequestError
from chocolatl.server.secret import ServerSecret
from chocolatl.server.store.documents import DrawDoc, Lobby, SeatDoc
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables import draw_state as draws
from chocolatl.server.tables.draw_state import lots_at, with_draw
from chocolatl.server.tables.draw_steps import ready_to_start
from chocolatl.server.tables.public_info import public_table
from tests.server.stores import new_row

SECRET = ServerSecret(bytes(range(32)))
Behaviour = st.sampled_from(["opens", "away", "bot", "silent", "lies"])


def row_of(seats: int) -> TableRow:
    row = new_row()
    lobby = replace(row.lobby, seats=tuple(SeatDoc("person", f"P{n}", "jade") for n in range(seats)))
    return with_draw(row._replace(lobby=lobby), SECRET)


def nonce(attempt: int, seat: int) -> str:
    return f"{attempt:02x}{seat:02x}" * 16


def doc_of(lobby: Lobby) -> DrawDoc:
    assert lobby.draw is not None
    return lobby.draw


def shown_nonces(row: TableRow, doc: DrawDoc) -> set[str]:
    """The nonces that everybody could read in what the table shows."""
    lobby = replace(row.lobby, draw=doc)
    text = msgspec.json.encode(public_table(row._replace(lobby=lobby))).decode()
    return {one for one in doc.nonces if one and one in text}


def locked(row: TableRow, doc: DrawDoc, seats: list[str]) -> DrawDoc:
    commitments = [
        ""
        if how in ("away", "bot")
        else nonce_commitment(row.id, doc.attempt, seat, bytes.fromhex(nonce(doc.attempt, seat)))
        for seat, how in enumerate(seats)
    ]
    return draws.lock(doc, [how == "bot" for how in seats], commitments, 60.0)


@given(st.lists(st.lists(Behaviour, min_size=3, max_size=5), min_size=8, max_size=8))
def test_whatever_pages_do_the_draw_ends_and_fits(attempts: list[list[str]]):
    size = len(attempts[0])
    row = row_of(size)
    doc = doc_of(row.lobby)
    for wishes in attempts:
        seats = [*wishes, *["opens"] * size][:size]
        before = doc
        doc = locked(row, doc, seats)
        assert doc.attempt == len(doc.voided) + 1 <= size + 1
        assert doc.key_commitment == before.key_commitment
        for seat in doc.waiting:
            right = nonce(doc.attempt, seat)
            assert not draws.opening_fits(doc, row.id, seat, nonce(9, seat))
            assert draws.opening_fits(doc, row.id, seat, right)
            assert not draws.opening_fits(doc, "another222222222", seat, right)
            if seats[seat] == "opens":
                doc = draws.opened(doc, seat, right)
        assert shown_nonces(row, doc) == set()
        if doc.complete:
            break
        missing = doc.waiting
        doc = draws.void(doc, SECRET, row.id, lots_at(row.lobby))
        assert doc.voided[-1].missing == missing
        assert doc.barred.issuperset(missing)
    assert doc.complete
    outcome = draws.outcome(doc, row.id)
    key = SECRET.draw_key(row.id, doc.attempt)
    assert list(draw_problems(outcome, lots_at(row.lobby), key)) == []
    assert len({one.key for one in outcome.voided} | {key.hex()}) == doc.attempt


def test_a_seat_without_a_share_has_nothing_to_open():
    row = row_of(3)
    doc = locked(row, doc_of(row.lobby), ["opens", "away", "bot"])
    for seat in (1, 2):
        with pytest.raises(RequestError, match="not_in_draw"):
            draws.opening_fits(doc, row.id, seat, nonce(1, seat))
    with pytest.raises(RequestError, match="not_in_draw"):
        draws.opening_fits(doc_of(row.lobby), row.id, 0, nonce(1, 0))
    with pytest.raises(RequestError, match="wrong_attempt"):
        draws.refuse_attempt(doc, 2)
    with pytest.raises(AssertionError, match="every share"):
        draws.outcome(doc, row.id)


def test_everybody_sees_who_is_waited_for():
    row = row_of(4)
    doc = draws.opened(locked(row, doc_of(row.lobby), ["opens", "away", "bot", "silent"]), 0, nonce(1, 0))
    table = public_table(row._replace(lobby=replace(row.lobby, draw=doc)))
    assert table.draw is not None
    assert [seat.state for seat in table.draw.seats] == ["opened", "away", "bot", "waiting"]
    assert [bool(seat.commitment) for seat in table.draw.seats] == [True, False, False, True]


def test_a_wrong_opening_is_told_once():
    doc = DrawDoc(1, "c" * 64)
    once = draws.opened_wrongly(doc, 2)
    assert once.wrong == (2,)
    assert draws.opened_wrongly(once, 2) is once
    assert draws.opened_wrongly(once, 0).wrong == (0, 2)


def autostart(**seats: str) -> TableRow:
    """Three seats: `p` a person who has committed, `n` one who has not, `b` a bot, `e` empty."""
    row = row_of(3)
    docs = {
        "p": SeatDoc("person", "P", "jade", commitment="ab" * 32),
        "n": SeatDoc("person", "P", "jade"),
        "b": SeatDoc("bot", "B", "jade", bot="easy"),
        "e": SeatDoc("empty", "", "jade"),
    }
    return row._replace(lobby=replace(row.lobby, autostart=True, seats=tuple(docs[s] for s in seats["are"])))


@pytest.mark.parametrize(
    ("seats", "ready"),
    [("ppp", True), ("pbb", True), ("bbb", True), ("pnp", False), ("nbb", False), ("ppe", False)],
)
def test_a_table_that_starts_by_itself_waits_for_the_commitments_of_its_people(seats: str, ready: bool):
    row = autostart(are=seats)
    assert ready_to_start(row) == ready
    assert not ready_to_start(row._replace(lobby=replace(row.lobby, autostart=False)))
    assert not ready_to_start(row._replace(summary=row.summary._replace(phase="drawing")))
    assert not ready_to_start(row._replace(lobby=replace(row.lobby, draw=None)))


def test_after_a_void_nobody_waits_for_the_barred_or_for_those_who_were_away():
    row = autostart(are="npn")
    first = locked(row, doc_of(row.lobby), ["silent", "opens", "away"])
    first = draws.opened(first, 1, nonce(1, 1))
    again = draws.void(first, SECRET, row.id, lots_at(row.lobby))
    assert ready_to_start(row._replace(lobby=replace(row.lobby, draw=again)))
    waiting = autostart(are="nnn")
    assert not ready_to_start(waiting._replace(lobby=replace(waiting.lobby, draw=again)))


def test_only_open_tables_of_our_own_get_a_draw():
    row = new_row()
    assert row.lobby.draw is None
    given_one = with_draw(row, SECRET)
    assert given_one.lobby.commitment == doc_of(given_one.lobby).key_commitment
    assert with_draw(given_one, SECRET) is given_one
    for other in (
        row._replace(summary=row.summary._replace(phase="running")),
        row._replace(lobby=replace(row.lobby, key="ab" * 32)),
    ):
        assert with_draw(other, SECRET) is other
