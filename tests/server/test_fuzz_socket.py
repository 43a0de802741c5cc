"""Thousands of messages that no page would send: each is answered, and the game goes on unharmed."""

import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from chocolatl.bots.fallback import default_answer
from chocolatl.records.record import decode
from chocolatl.records.verify import verify
from chocolatl.server import protocol
from chocolatl.server.sockets.connection import MAX_CONSECUTIVE_REFUSALS
from tests.server.harness import Client, Visitor, served, started
from tests.server.nonsense import Nonsense, answer
from tools.load.setup_tables import socket_path
from tools.load.websocket_client import connect, frame

SESSIONS, MESSAGES = 20, 150
VERDICTS = (protocol.Accepted, protocol.Refused, protocol.Pong)


async def replies(page: Client, count: int) -> list[protocol.Accepted | protocol.Refused | protocol.Pong]:
    """As many verdicts as messages were sent, and not one more."""
    found: list[protocol.Accepted | protocol.Refused | protocol.Pong] = []
    while len(found) < count:
        found += [message for message in await page.read() if isinstance(message, VERDICTS)]
    await page.send(protocol.Ping("the end"))
    more: list[str | None] = []
    while not more or more[-1] != "the end":
        more += [message.id for message in await page.read() if isinstance(message, VERDICTS)]
    assert more == ["the end"]
    return found


async def nonsense_session(visitor: Visitor, table: str, seed: int, said: list[bytes]) -> list[str]:
    """One socket that talks nonsense; the codes of the refusals."""
    page = await visitor.sit(table)
    await page.until_type(protocol.Welcome)
    turn = page.ask.question.turn if page.ask and page.ask.question else 1
    nonsense = Nonsense(seed, said, turn)
    for _ in range(MESSAGES):
        await page.socket.send(nonsense.message())
    verdicts = await replies(page, MESSAGES)
    refused = [verdict for verdict in verdicts if isinstance(verdict, protocol.Refused)]
    assert all(verdict.reason and verdict.expected for verdict in refused)
    await page.close()
    return [verdict.code for verdict in refused]


async def play_a_turn(pages: list[Client], said: list[bytes]) -> None:
    """Everybody who is asked answers properly."""
    for page in pages:
        await page.quiet(0.02)
    turn = min(page.ask.question.turn for page in pages if page.ask and page.ask.question)
    for page in pages:
        question = page.ask.question if page.ask else None
        if question is not None and question.turn == turn:
            name = next(page.ids)
            said.append(answer(name, turn, default_answer(question)))
            await page.socket.send(said[-1].decode())
            verdict = await page.verdict(name)
            assert isinstance(verdict, protocol.Accepted), verdict


async def test_nonsense_is_refused_with_a_reason_and_the_game_goes_on(tmp_path: Path):
    codes: set[str] = set()
    said: list[bytes] = []
    with capture_logs() as logs:
        async with served(tmp_path) as (url, _):
            table, visitors, pages = await started(url, 4)
            _, others, _ = await started(url, 3)
            speakers = (visitors[0], visitors[2], others[0], Visitor(url))  # two seats, a foreign token, none
            for session in range(SESSIONS):
                codes |= set(await nonsense_session(speakers[session % 4], table, session, said))
                await play_a_turn(pages, said)
            await asyncio.gather(*(page.play() for page in pages))
            record = decode((await visitors[0].http.get(f"/api/tables/{table}/record")).content)
    assert verify(record).ok
    assert {"bad_message", "too_long", "wrong_kind", "too_late", "not_seated", "hello_first"} <= codes
    assert not [line for line in logs if line["log_level"] == "error"]


async def test_whoever_never_stops_is_shown_out_and_may_come_back(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, _ = await started(url, 3)
        page = await visitors[0].sit(table)
        for _ in range(MAX_CONSECUTIVE_REFUSALS + 1):
            await page.socket.send("nonsense")
        with pytest.raises(ConnectionClosed) as closed:
            await page.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        again = await visitors[0].sit(table)
        await again.until_type(protocol.Ask)
        assert isinstance(await again.answer_default(), protocol.Accepted)


BREAKING = {
    "too big": (frame(b"x" * 70_000), 1009),
    "not UTF-8": (frame(b"\xff\xfe"), 1007),
    "unknown kind of frame": (bytes((0x83, 0x80, 0, 0, 0, 0)), 1002),
    "without a mask": (bytes((0x81, 0x02)) + b"{}", 1002),
    "reserved bits": (bytes((0xF1, 0x80, 0, 0, 0, 0)), 1002),
}


@pytest.mark.parametrize("what", BREAKING)
async def test_what_is_no_message_closes_this_socket_alone(tmp_path: Path, what: str):
    data, code = BREAKING[what]
    closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    async with served(tmp_path) as (url, _):
        table, visitors, pages = await started(url, 3)
        cookie = visitors[0].cookie
        socket = await connect(url, socket_path(table), cookie, lambda _: None, closed.set_result)
        socket.send(b'{"type":"hello"}')
        socket.raw(data)
        assert await asyncio.wait_for(closed, 10) == code
        assert isinstance(await pages[0].answer_default(), protocol.Accepted)


async def test_a_message_cut_in_the_middle_is_not_taken(tmp_path: Path):
    closed = asyncio.Event()
    async with served(tmp_path) as (url, server):
        table, visitors, pages = await started(url, 3)
        question = pages[0].ask.question if pages[0].ask else None
        assert question is not None
        cookie = visitors[0].cookie
        socket = await connect(url, socket_path(table), cookie, lambda _: None, lambda _: closed.set())
        socket.send(b'{"type":"hello"}')
        socket.cut(answer("half", question.turn, default_answer(question)))
        await asyncio.wait_for(closed.wait(), 10)
        await pages[0].quiet()
        state = server.registry.tables[table].state
        assert state is not None
        assert state.answers[0] is None


async def test_of_many_who_want_one_seat_one_gets_it(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        host = Visitor(url)
        table = await host.create(players=3)
        crowd = [Visitor(url) for _ in range(8)]
        await asyncio.gather(*(visitor.get("info") for visitor in crowd))
        asked = [
            visitor.http.post(f"/api/tables/{table}/join", json={"name": f"Guest {number}", "seat": 1})
            for number, visitor in enumerate(crowd)
        ]
        answers = await asyncio.gather(*asked)
        assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
        winner = next(
            visitor for visitor, answer in zip(crowd, answers, strict=True) if answer.status_code == 201
        )
        sockets = [await visitor.sit(table) for visitor in crowd]
        seats = [(await socket.until_type(protocol.Welcome)).seat for socket in sockets]
        assert [seat for seat in seats if seat is not None] == [1]
        assert seats.index(1) == crowd.index(winner)
