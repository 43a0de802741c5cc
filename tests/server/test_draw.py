"""The draw of the dice over real sockets: commit, lock, open, begin, void."""

import asyncio
import secrets
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect

from chocolatl.records.record import decode
from chocolatl.records.verify import verify
from chocolatl.rules.commit_reveal import nonce_commitment
from chocolatl.rules.events import Started
from chocolatl.server import protocol
from chocolatl.server.config import Config
from chocolatl.server.errors import StorageUnavailableError
from chocolatl.server.ops.admin_session import open_admin_session
from chocolatl.server.store.rows import Append
from chocolatl.server.tables import draw_state as draws
from chocolatl.server.tables.draw_state import lots_at
from tests.records.drawing import drawn_game
from tests.server.harness import Client, Visitor, served, started, table_of
from tests.server.processes import Process


async def committed_pages(url: str, people: int, **wish: Any) -> tuple[str, list[Visitor], list[Client]]:
    table, visitors = await table_of(url, people, **wish)
    pages = [await visitor.sit(table) for visitor in visitors]
    for page in pages:
        await page.committed()
    return table, visitors, pages


async def drawn(page: Client) -> Any:
    """The draw that the first event tells."""
    while not page.events:
        await page.read()
    first = page.events[0]
    assert isinstance(first, Started)
    assert first.draw is not None
    return first.draw


async def shown(page: Client, wanted: Any) -> protocol.Table:
    """Read on until the table is shown like this."""
    message = await page.until(
        lambda m: isinstance(m, protocol.TableChanged | protocol.Welcome) and wanted(m.table)
    )
    assert isinstance(message, protocol.TableChanged | protocol.Welcome)
    return message.table


async def test_everybody_takes_part_and_the_record_verifies(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, pages = await started(url, 3)
        draw = await drawn(pages[0])
        assert (draw.table, draw.attempt, draw.kinds) == (table, 1, ("opened",) * 3)
        assert list(draw.nonces) == [page.share.nonce(1, seat) for seat, page in enumerate(pages)]
        await asyncio.gather(*(page.play() for page in pages))
        made = decode((await visitors[0].http.get(f"/api/tables/{table}/record")).content)
        report = verify(made)
        assert report.ok, report.problem
        assert report.drawn_by == (0, 1, 2)
        assert made.commitment == draw.key_commitment


async def test_people_without_a_page_are_away_and_bots_are_bots(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors = await table_of(url, 3, players=4, bots=[None, None, "random"])
        page = await visitors[1].sit(table)
        await page.committed()
        await visitors[0].post(f"tables/{table}/start")
        draw = await drawn(page)
        assert draw.kinds == ("away", "opened", "away", "bot")
        assert [bool(nonce) for nonce in draw.nonces] == [False, True, False, False]


async def test_a_page_that_closes_before_the_lock_is_not_waited_for(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, pages = await committed_pages(url, 3)
        await pages[1].close()
        await shown(pages[0], lambda t: t.draw.seats[1].state == "none")
        await visitors[0].post(f"tables/{table}/start")
        assert (await drawn(pages[0])).kinds == ("opened", "away", "opened")


async def test_nothing_of_a_locked_attempt_can_be_changed(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors = await table_of(url, 3)
        slow = await visitors[1].sit(table, draws=False)
        page = await visitors[0].sit(table)
        await page.committed()
        nonce = secrets.token_bytes(32)
        await slow.send(protocol.Commit("c", 1, nonce_commitment(table, 1, 1, nonce)))
        assert isinstance(await slow.verdict("c"), protocol.Accepted)
        answer = await visitors[0].post(f"tables/{table}/start")
        assert answer["table"]["phase"] == "drawing"
        locked = await shown(slow, lambda t: t.draw.locked)
        assert locked.draw is not None
        assert [seat.state for seat in locked.draw.seats][1:] == ["waiting", "away"]
        await slow.send(protocol.Commit("again", 1, "ab" * 32))
        assert (await slow.verdict("again")).code == "wrong_phase"
        assert await visitors[2].refused(f"tables/{table}/leave") == "wrong_phase"
        assert await visitors[0].refused(f"tables/{table}/seats/2", {"bot": "random"}) == "wrong_phase"
        assert await Visitor(url).refused(f"tables/{table}/join", {"name": "Zoe"}) == "wrong_phase"
        assert await visitors[0].refused(f"tables/{table}/start") == "wrong_phase"
        await slow.send(protocol.Open("o", 1, nonce.hex()))
        assert isinstance(await slow.verdict("o"), protocol.Accepted)
        draw = await drawn(page)
        assert draw.commitments == tuple(seat.commitment for seat in locked.draw.seats)
        assert draw.key_commitment == locked.draw.key_commitment


async def test_a_wrong_opening_is_refused_and_shown_to_all(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors = await table_of(url, 3)
        page, liar = await visitors[0].sit(table), await visitors[1].sit(table, draws=False)
        await page.committed()
        nonce = secrets.token_bytes(32)
        await liar.send(protocol.Commit("c", 1, nonce_commitment(table, 1, 1, nonce)))
        await liar.verdict("c")
        await visitors[0].post(f"tables/{table}/start")
        for number, wrong in enumerate(("00" * 32, page.share.nonce(1, 0))):
            await liar.send(protocol.Open(f"w{number}", 1, wrong))
            assert (await liar.verdict(f"w{number}")).code == "wrong_opening"
        seen = await shown(page, lambda t: t.draw.locked and t.draw.seats[1].wrong)
        assert seen.draw is not None
        assert seen.draw.seats[1].state == "waiting"
        await liar.send(protocol.Open("attempt", 2, nonce.hex()))
        assert (await liar.verdict("attempt")).code == "wrong_attempt"
        await liar.send(protocol.Open("right", 1, nonce.hex()))
        assert isinstance(await liar.verdict("right"), protocol.Accepted)
        assert (await drawn(page)).nonces[1] == nonce.hex()
        await liar.send(protocol.Open("once-more", 1, nonce.hex()))
        assert isinstance(await liar.verdict("once-more"), protocol.Accepted)


async def test_a_page_that_does_not_open_voids_the_attempt_in_sight_of_all(tmp_path: Path):
    async with served(tmp_path, draw_seconds=1.0) as (url, _):
        table, visitors = await table_of(url, 3)
        pages = [await visitors[0].sit(table), await visitors[2].sit(table)]
        late = await visitors[1].sit(table, draws=False)
        for page in pages:
            await page.committed()
        await late.send(protocol.Commit("c", 1, nonce_commitment(table, 1, 1, bytes(32))))
        await late.verdict("c")
        await visitors[0].post(f"tables/{table}/start")
        again = await shown(pages[0], lambda t: t.draw is not None and t.draw.attempt == 2)
        assert again.draw is not None
        assert [voided.missing for voided in again.draw.voided] == [(1,)]
        draw = await drawn(pages[0])
        assert (draw.attempt, draw.kinds) == (2, ("opened", "barred", "opened"))
        assert draw.nonces[0] == pages[0].share.nonce(2, 0) != pages[0].share.nonce(1, 0)
        assert draw.voided == again.draw.voided
        await late.send(protocol.Open("late", 1, "00" * 32))
        assert (await late.verdict("late")).code == "wrong_phase"
        await asyncio.gather(*(page.play() for page in (*pages, late)))
        report = verify(decode((await visitors[0].http.get(f"/api/tables/{table}/record")).content))
        assert report.ok, report.problem
        assert report.drawn_by == (0, 2)


async def test_each_seat_can_void_once_and_then_the_game_begins(tmp_path: Path):
    async with served(tmp_path, draw_seconds=1.0) as (url, _):
        table, visitors = await table_of(url, 3)
        pages = [await visitor.sit(table, draws=False) for visitor in visitors]
        for attempt in (1, 2, 3):
            for seat in range(attempt - 1):
                await pages[seat].send(protocol.Commit("barred", attempt, "cd" * 32))
                assert (await pages[seat].verdict("barred")).code == "not_in_draw"
            for seat in range(attempt - 1, 3):
                commitment = nonce_commitment(table, attempt, seat, bytes(32))
                await pages[seat].send(protocol.Commit(f"c{attempt}", attempt, commitment))
                assert isinstance(await pages[seat].verdict(f"c{attempt}"), protocol.Accepted)
            if attempt == 1:  # later attempts are locked as soon as everybody has committed again
                await visitors[0].post(f"tables/{table}/start")
            for seat in range(attempt, 3):
                await pages[seat].send(protocol.Open(f"o{attempt}", attempt, "00" * 32))
                assert isinstance(await pages[seat].verdict(f"o{attempt}"), protocol.Accepted)
            await shown(pages[2], lambda t, n=attempt: t.draw is None or t.draw.attempt == n + 1)
        draw = await drawn(pages[0])
        assert (draw.attempt, draw.kinds) == (4, ("barred",) * 3)
        assert [voided.missing for voided in draw.voided] == [(0,), (1,), (2,)]


async def test_play_now_and_a_rematch_draw_without_anybody_pressing_start(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        table = (await ana.post("play-now", {"name": "Ana", "bot": "random", "players": 3}))["table"]["id"]
        page = await ana.sit(table)
        assert (await drawn(page)).kinds == ("opened", "bot", "bot")
        await page.play()
        again = (await ana.post(f"tables/{table}/rematch"))["table"]["id"]
        page = await ana.sit(again)
        draw = await drawn(page)
        assert (draw.table, draw.attempt, draw.kinds) == (again, 1, ("opened", "bot", "bot"))


async def test_the_last_commitment_before_the_lock_counts(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors = await table_of(url, 3)
        first, second = await visitors[0].sit(table), await visitors[0].sit(table, draws=False)
        await first.committed()
        nonce = secrets.token_bytes(32)
        commitment = nonce_commitment(table, 1, 0, nonce)
        await second.send(protocol.Commit("c", 1, commitment))
        await second.verdict("c")
        await visitors[0].post(f"tables/{table}/start")
        locked = await shown(first, lambda t: t.draw is not None and t.draw.locked)
        assert locked.draw is not None
        assert locked.draw.seats[0].commitment == commitment
        await second.send(protocol.Open("o", 1, nonce.hex()))
        assert (await drawn(first)).nonces[0] == nonce.hex()


@pytest.mark.parametrize(
    "hello",
    [
        '{"type":"hello","last":-1,"nonce":"ab"}',
        '{"type":"hello","protocol":1}',
        '{"type":"hello","protocol":3,"x":1}',
    ],
)
async def test_a_page_of_another_protocol_is_told_to_load_again(tmp_path: Path, hello: str):
    async with served(tmp_path) as (url, _):
        table, visitors = await table_of(url, 3)
        page = await visitors[0].sit(table)
        address = f"{url.replace('http', 'ws')}/api/tables/{table}/socket"
        async with connect(address, compression=None) as socket:
            await socket.send(hello)
            assert '"code":"old_page"' in str(await socket.recv())
            await socket.wait_closed()
            assert socket.close_code == 4009
        await page.close()


# ---- processes that die, and several of them ----


async def test_a_server_that_is_killed_after_the_lock_goes_on_with_the_same_attempt(tmp_path: Path):
    server = Process(tmp_path)
    try:
        table, visitors = await table_of(server.url, 3)
        first = await visitors[0].sit(table)
        await first.committed()
        late = await visitors[1].sit(table, draws=False)
        nonce = secrets.token_bytes(32)
        await late.send(protocol.Commit("c", 1, nonce_commitment(table, 1, 1, nonce)))
        await late.verdict("c")
        await visitors[0].post(f"tables/{table}/start")
        locked = await shown(late, lambda t: t.draw.locked and t.draw.seats[0].state == "opened")
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        late = await visitors[1].sit(table, draws=False)
        again = await shown(late, lambda t: True)
        assert again.phase == "drawing"
        assert again.draw == locked.draw
        await late.send(protocol.Open("o", 1, nonce.hex()))
        draw = await drawn(late)
        assert (draw.attempt, draw.voided) == (1, ())
        assert draw.nonces == (first.share.nonce(1, 0), nonce.hex(), "")
    finally:
        server.kill()


async def test_a_server_that_dies_between_the_last_opening_and_the_first_event(tmp_path: Path):
    async with served(tmp_path) as (here, broken):
        table, visitors, pages = await committed_pages(here, 3)

        async def dies(_: Any) -> bool:
            raise StorageUnavailableError("the process is gone")

        broken.services.store.append = dies  # type: ignore[method-assign, assignment]
        await visitors[0].post(f"tables/{table}/start")
        opened = await shown(pages[0], lambda t: t.draw.locked and not _waits(t))
    async with served(tmp_path) as (there, _):
        visitors[0].url = there
        page = await visitors[0].sit(table)
        draw = await drawn(page)
        assert (draw.attempt, draw.voided) == (1, ())
        assert draw.commitments == tuple(seat.commitment for seat in opened.draw.seats)  # type: ignore[union-attr]


def _waits(table: protocol.Table) -> bool:
    assert table.draw is not None
    return any(seat.state == "waiting" for seat in table.draw.seats)


async def test_pages_at_two_servers_draw_together(tmp_path: Path, postgres_url: str, valkey_url: str):
    both = {"database": postgres_url, "bus": valkey_url, "secret": tmp_path / "secret"}
    async with served(tmp_path, **both) as (here, _), served(tmp_path, **both) as (there, _):
        table, visitors = await table_of(here, 3)
        for visitor in visitors[1:]:
            visitor.url = there
        pages = [await visitor.sit(table) for visitor in visitors]
        for page in pages:
            await page.committed()
        await visitors[0].post(f"tables/{table}/start")
        draws = [await drawn(page) for page in pages]
        assert draws[0] == draws[1] == draws[2]
        assert draws[0].kinds == ("opened",) * 3


async def test_of_a_voided_attempt_no_process_can_begin_a_game(tmp_path: Path):
    """One process voids the attempt while another, which knows nothing of it, has all nonces and begins."""
    async with served(tmp_path) as (url, here), served(tmp_path) as (_, there):
        table, _, pages = await committed_pages(url, 3)
        before = await there.registry.open_table(table)
        await before.catch_up()
        stale = before.row
        doc = draws.lock(stale.lobby.draw, [False] * 3, [s.commitment for s in stale.lobby.seats], 0.0)  # type: ignore[arg-type]
        assert await here.services.store.change(stale, replace(stale.lobby, draw=doc), "drawing")
        locked = await here.services.store.load(table)
        assert locked is not None
        again = draws.void(doc, here.services.secret, table, lots_at(locked.lobby))
        assert await here.services.store.change(locked, replace(locked.lobby, draw=again), "open")
        reopened = await here.services.store.load(table)
        assert reopened is not None
        assert await here.services.store.change(reopened, reopened.lobby, "drawing")
        summary = locked.summary._replace(phase="running", last=0)
        assert not await there.services.store.append(Append(table, -1, (), summary, (), locked.version))
        assert not await there.services.store.append(Append(table, -1, (), summary))
        assert await there.services.store.append(Append(table, -1, (), summary, (), reopened.version + 1))
        for page in pages:
            await page.close()


# ---- games and tables of other servers and older programs ----


async def test_a_game_that_was_drawn_elsewhere_is_taken_in_with_its_draw(tmp_path: Path):
    made = drawn_game(5, missing=(2,))
    async with open_admin_session(Config(data=tmp_path), create=True) as admin:
        table = await admin.import_record(made)
    async with served(tmp_path) as (url, _):
        visitor = Visitor(url)
        page = await visitor.sit(table)
        fairness = await page.until_type(protocol.Fairness)
        assert made.started.draw is not None
        assert fairness == protocol.Fairness(made.commitment, made.key or "", made.started.draw.nonces)
        again = decode((await visitor.http.get(f"/api/tables/{table}/record")).content)
        assert (again.events, again.key, again.commitment) == (made.events, made.key, made.commitment)
        assert verify(again).ok


async def test_a_table_from_before_there_was_a_draw_gets_one(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, visitors = await table_of(url, 3)
        row = await server.services.store.load(table)
        assert row is not None
        assert await server.services.store.change(row, replace(row.lobby, draw=None, commitment="c" * 64))
    async with served(tmp_path) as (url, _):
        for visitor in visitors:
            visitor.url = url
            visitor.http.base_url = url
        pages = [await visitor.sit(table) for visitor in visitors]
        for page in pages:
            await page.committed()
        await visitors[0].post(f"tables/{table}/start")
        assert (await drawn(pages[0])).kinds == ("opened",) * 3
