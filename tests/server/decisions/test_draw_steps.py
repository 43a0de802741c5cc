"""The draw, step by step: who takes part, what is refused, when it begins, what a void leaves behind."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from chocolatl.rules.commit_reveal import Voided, key_commitment, nonce_commitment
from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import Commit, Open
from chocolatl.server.store.documents import DrawDoc
from chocolatl.server.tables import draw_state as draws
from chocolatl.server.tables import draw_steps as drawing
from chocolatl.server.tables import lobby as lobbies
from tests.server.decisions.rooms import NOW, PEOPLE, SECRET, MemoryTable, table

NONCES = {seat: f"{seat + 1:02x}" * 32 for seat in range(3)}


def commitment(live: MemoryTable, seat: int, attempt: int = 1) -> str:
    return nonce_commitment(live.row.id, attempt, seat, bytes.fromhex(NONCES[seat]))


def commit(live: MemoryTable, seat: int, attempt: int = 1, who: int | None = None) -> None:
    visitor = PEOPLE[seat if who is None else who]
    message = Commit("c", attempt, commitment(live, seat, attempt))
    asyncio.run(drawing.commit(live, visitor, seat, message))  # type: ignore[arg-type]


def opens(live: MemoryTable, seat: int, nonce: str = "", attempt: int = 1) -> None:
    message = Open("o", attempt, nonce or NONCES[seat])
    asyncio.run(drawing.open_nonce(live, seat, message))  # type: ignore[arg-type]


def start(live: MemoryTable) -> None:
    asyncio.run(drawing.start_draw(live, lambda row: row.lobby))  # type: ignore[arg-type]


def void(live: MemoryTable) -> None:
    asyncio.run(drawing.void_if_late(live))  # type: ignore[arg-type]


def doc_of(live: MemoryTable) -> DrawDoc:
    assert live.lobby.draw is not None
    return live.lobby.draw


def refusal(work: Any, *args: Any) -> tuple[str, str, str]:
    with pytest.raises(RequestError) as denied:
        work(*args)
    problem = denied.value.problem
    return problem.code, problem.reason, problem.expected


def drawn(*committed: int, bots: tuple[int, ...] = ()) -> MemoryTable:
    """Locked, with the commitments of these seats."""
    live = MemoryTable(table(bots=bots))
    for seat in committed:
        commit(live, seat)
    start(live)
    return live


def test_the_lock_says_who_takes_part_and_keeps_only_their_commitments():
    live = drawn(1, bots=(2,))
    doc = doc_of(live)
    assert doc.kinds == ("away", "opened", "bot")
    assert doc.commitments == ("", commitment(live, 1), "")
    assert doc.nonces == ("", "", "")
    assert (doc.wrong, doc.until, doc.attempt) == ((), NOW + 60, 1)
    assert (doc.locked, doc.waiting, doc.complete) == (True, (1,), False)
    assert (live.row.summary.phase, live.begun) == ("drawing", 0)
    assert doc.key_commitment == key_commitment(
        live.row.id, 1, draws.lots_at(live.lobby), SECRET.draw_key(live.row.id, 1)
    )


def test_whose_turn_is_barred_is_barred_bot_or_not():
    doc = DrawDoc(2, "k", voided=(Voided(1, "", "", (), (), (0,)),))
    locked = draws.lock(doc, [True, True, False], ["x", "y", "z"], 5.0)
    assert locked.kinds == ("barred", "bot", "opened")
    assert locked.commitments == ("", "", "z")
    assert locked.barred == {0}


def test_the_game_begins_when_the_last_one_has_opened_and_not_before():
    live = drawn(0, 1, 2)
    for count, seat in enumerate((1, 0, 2), 1):
        assert (live.begun, len(doc_of(live).waiting)) == (0, 4 - count)
        opens(live, seat)
        assert doc_of(live).nonces[seat] == NONCES[seat]
    assert live.begun == 1
    outcome = draws.outcome(doc_of(live), live.row.id)
    assert (outcome.table, outcome.attempt, outcome.kinds) == (live.row.id, 1, ("opened",) * 3)
    assert (outcome.key_commitment, outcome.voided) == (doc_of(live).key_commitment, ())
    assert outcome.nonces == tuple(NONCES[seat] for seat in range(3))
    assert outcome.commitments == tuple(commitment(live, seat) for seat in range(3))


def test_nobody_takes_part_and_the_game_begins_at_once():
    live = drawn(bots=(1, 2))
    assert doc_of(live).kinds == ("away", "bot", "bot")
    assert live.begun == 1


def test_a_game_cannot_begin_by_an_incomplete_draw():
    with pytest.raises(AssertionError, match="before every share is open"):
        draws.outcome(doc_of(drawn(0)), "t")
    with pytest.raises(AssertionError, match="before every share is open"):
        draws.outcome(doc_of(MemoryTable(table())), "t")


def test_what_is_refused_about_a_commitment():
    live = MemoryTable(table())
    wrong = "wrong_attempt", "this is attempt 1", "a message about attempt 1"
    assert refusal(commit, live, 0, 2) == wrong
    assert refusal(commit, live, 0, 0) == wrong
    moved = "not_seated", "you do not hold seat 0 any more", "a seat"
    assert refusal(commit, live, 0, 1, 1) == moved
    lobby = replace(live.lobby, draw=replace(doc_of(live), voided=(Voided(1, "", "", (), (), (0,)),)))
    barred = MemoryTable(live.row._replace(lobby=lobby))
    assert refusal(commit, barred, 0) == (
        "not_in_draw", "seat 0 did not open an earlier attempt", "to play without a share"
    )  # fmt: skip
    commit(barred, 1)
    assert barred.lobby.seats[1].commitment
    assert refusal(commit, drawn(0), 1)[0] == "wrong_phase"
    without = MemoryTable(live.row._replace(lobby=replace(live.lobby, draw=None)))
    assert refusal(commit, without, 0) == (
        "wrong_phase", "this table has no draw", "a table that has not begun"
    )  # fmt: skip


def test_the_same_commitment_again_changes_nothing_and_another_one_counts():
    live = MemoryTable(table())
    commit(live, 0)
    before = live.lobby
    commit(live, 0)
    assert live.lobby is before
    message = Commit("d", 1, "f" * 64)
    asyncio.run(drawing.commit(live, PEOPLE[0], 0, message))  # type: ignore[arg-type]
    assert live.lobby.seats[0].commitment == "f" * 64


@pytest.mark.parametrize("phase", ["open", "drawing", "running"])
def test_a_closed_page_takes_its_own_commitment_away_before_the_lock(phase: Any):
    live = MemoryTable(table())
    commit(live, 0)
    live.row = live.row._replace(summary=live.row.summary._replace(phase=phase))
    for seat, text in ((0, "e" * 64), (1, commitment(live, 0))):
        asyncio.run(drawing.take_away(live, seat, text))  # type: ignore[arg-type]
    assert live.lobby.seats[0].commitment == commitment(live, 0)
    asyncio.run(drawing.take_away(live, 0, commitment(live, 0)))  # type: ignore[arg-type]
    assert live.lobby.seats[0].commitment == ("" if phase == "open" else commitment(live, 0))


def test_what_is_refused_about_an_opening():
    live = drawn(0, 1)
    assert refusal(opens, live, 2) == (
        "not_in_draw", "seat 2 takes no part in attempt 1", "nothing to open"
    )  # fmt: skip
    assert refusal(opens, live, 0, NONCES[0], 2)[0] == "wrong_attempt"
    assert refusal(opens, MemoryTable(table()), 0)[0] == "wrong_phase"
    assert refusal(draws.opening_fits, doc_of(MemoryTable(table())), "t", 0, NONCES[0])[0] == "not_in_draw"
    for _ in range(2):
        assert refusal(opens, live, 1, NONCES[0]) == (
            "wrong_opening", "seat 1 committed to another nonce", "the nonce of its commitment"
        )  # fmt: skip
        assert (doc_of(live).wrong, doc_of(live).nonces) == ((1,), ("", "", ""))
    before = live.lobby
    refusal(opens, live, 1, NONCES[0])
    assert live.lobby is before
    refusal(opens, live, 0, NONCES[1])
    assert doc_of(live).wrong == (0, 1)
    assert draws.opened_wrongly(doc_of(live), 1) is doc_of(live)
    opens(live, 1)
    before = live.lobby
    opens(live, 1)
    assert live.lobby is before


def test_an_opening_that_is_known_from_the_game_is_fine():
    live = drawn(0, bots=(1, 2))
    opens(live, 0)
    live.game.draw = draws.outcome(doc_of(live), live.row.id)
    opens(live, 0)
    assert refusal(opens, live, 0, NONCES[1])[0] == "wrong_phase"
    assert refusal(opens, live, 0, NONCES[0], 2)[0] == "wrong_phase"


def test_a_void_names_who_is_missing_and_bars_them():
    live = drawn(0, 1)
    opens(live, 0)
    first = doc_of(live)
    live.deadline = NOW + 60
    void(live)
    assert live.row.summary.phase == "drawing", "there is time left"
    live.deadline, live.now = NOW + 60, NOW + 60
    void(live)
    doc = doc_of(live)
    assert (live.row.summary.phase, doc.attempt, doc.locked) == ("open", 2, False)
    (gone,) = doc.voided
    assert (gone.attempt, gone.missing, gone.kinds) == (1, (1,), ("opened", "opened", "away"))
    assert (gone.key, gone.key_commitment) == (SECRET.draw_key(live.row.id, 1).hex(), first.key_commitment)
    assert gone.commitments == first.commitments
    assert doc.barred == {1}
    assert doc.key_commitment == live.lobby.commitment != first.key_commitment
    assert doc.key_commitment == key_commitment(
        live.row.id, 2, draws.lots_at(live.lobby), SECRET.draw_key(live.row.id, 2)
    )
    assert live.lobby.autostart
    assert not any(seat.commitment for seat in live.lobby.seats)
    commit(live, 0, 2)
    assert live.row.summary.phase == "drawing", "all that are left have committed"
    assert doc_of(live).kinds == ("opened", "barred", "away")
    opens(live, 0, NONCES[0], 2)
    outcome = draws.outcome(doc_of(live), live.row.id)
    assert (outcome.attempt, outcome.voided) == (2, (gone,))


def test_where_everybody_let_it_down_the_next_attempt_begins_by_itself():
    live = drawn(0, bots=(1, 2))
    live.deadline, live.now = NOW, NOW
    void(live)
    assert (live.begun, doc_of(live).kinds) == (1, ("barred", "bot", "bot"))


def test_nothing_is_voided_without_a_deadline_or_after_the_begin():
    live = drawn(0)
    void(live)
    assert (live.row.summary.phase, doc_of(live).attempt) == ("drawing", 1)
    opens(live, 0)
    live.deadline = 0.0
    void(live)
    assert doc_of(live).attempt == 1


def test_which_tables_start_by_themselves():
    live = MemoryTable(table(bots=(2,)))
    assert not drawing.ready_to_start(live.row)
    lobby = replace(live.lobby, autostart=True)
    both = lobby
    for seat in (0, 1):
        assert not drawing.ready_to_start(live.row._replace(lobby=both))
        both = lobbies.with_seat(both, seat, replace(both.seats[seat], commitment="c"))
    ready = live.row._replace(lobby=both)
    assert drawing.ready_to_start(ready)
    assert not drawing.ready_to_start(ready._replace(summary=ready.summary._replace(phase="drawing")))
    assert not drawing.ready_to_start(ready._replace(lobby=replace(both, autostart=False)))
    assert not drawing.ready_to_start(ready._replace(lobby=replace(both, draw=None)))
    assert not drawing.ready_to_start(ready._replace(lobby=lobbies.put_bot(both, 2, None)))
    kinds = (("opened", "opened", "away"), ("away", "opened", "bot"))
    gone = tuple(Voided(n, "", "", kind, (), ()) for n, kind in enumerate(kinds, 1))  # type: ignore
    assert drawing.ready_to_start(
        ready._replace(
            lobby=replace(lobbies.with_seat(both, 0, lobby.seats[0]), draw=DrawDoc(3, "", voided=gone))
        )
    ), "who was away in the attempt before is not waited for"
    assert not drawing.ready_to_start(
        ready._replace(
            lobby=replace(lobbies.with_seat(both, 1, lobby.seats[1]), draw=DrawDoc(3, "", voided=gone))
        )
    )


def test_open_tables_from_before_there_was_a_draw_get_one():
    row = table()
    old = row._replace(lobby=replace(row.lobby, draw=None, commitment=""))
    given = draws.with_draw(old, SECRET)
    assert given.lobby.draw == row.lobby.draw
    assert given.lobby.commitment == doc_of(MemoryTable(row)).key_commitment
    assert draws.with_draw(row, SECRET) is row
    for other in (
        old._replace(lobby=replace(old.lobby, key="00")),
        old._replace(summary=old.summary._replace(phase="running")),
    ):
        assert draws.with_draw(other, SECRET) is other
