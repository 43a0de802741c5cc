"""The play socket: numbers, ids, replaced and repeated answers, refusals, chat."""

import asyncio
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from chocolatl.rules.actions import Pass, Sacrifice
from chocolatl.rules.events import Answered
from chocolatl.server import protocol
from chocolatl.server.config import Rates
from chocolatl.server.sockets import endpoint as socket_server
from tests.server.harness import Client, Visitor, served, started

CARD, OTHER = Sacrifice(3), Sacrifice(4)


def answers(page: Client) -> list[tuple[int, object]]:
    return [(event.seat, event.action) for event in page.events if isinstance(event, Answered)]


async def test_resume_from_any_number_gives_the_rest_without_a_gap(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, pages = await started(url, 3)
        await asyncio.gather(*(page.play() for page in pages))
        whole = pages[1].events
        for last in (-1, 0, 1, len(whole) // 2, len(whole) - 2, len(whole) - 1, len(whole) + 50):
            page = await visitors[1].sit(table, last)
            welcome = await page.until_type(protocol.Welcome)
            await page.quiet()
            first = last + 1 if last < len(whole) else 0
            assert (welcome.first, welcome.last) == (first, len(whole) - 1)
            assert page.events == whole[first:]
            await page.close()


async def test_silence_is_shown_out_and_a_slow_greeting_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(socket_server, "HELLO_SECONDS", 0.3)
    async with served(tmp_path) as (url, server):
        ana = Visitor(url)
        table = await ana.create()
        silent = await connect(f"{url.replace('http', 'ws')}/api/tables/{table}/socket")
        assert "hello_first" in await silent.recv()
        with pytest.raises(ConnectionClosed):
            await silent.recv()
        busy = asyncio.create_task((await server.registry.open_table(table)).run(lambda: asyncio.sleep(0.6)))
        page = await ana.sit(table)
        assert (await page.until_type(protocol.Welcome)).seat == 0
        await busy


async def test_an_answer_may_be_replaced_until_the_last_one_is_in(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, (ana, bo, cleo) = await started(url, 3)
        assert isinstance(await ana.answer(CARD), protocol.Accepted)
        assert isinstance(await ana.answer(OTHER), protocol.Accepted)
        again = await visitors[0].sit(table)
        await again.until_type(protocol.Ask)
        assert again.ask is not None
        assert again.ask.answer == OTHER
        await bo.answer(CARD)
        await cleo.answer(CARD)
        late = await ana.answer(CARD, turn=1)
        assert late.code == "too_late"
        await ana.quiet()
        await bo.quiet()
        assert answers(ana)[:2] == [(0, CARD), (0, OTHER)]
        assert answers(bo)[:2] == [(0, None), (0, None)]


async def test_the_same_message_again_is_done_once_and_accepted_again(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, visitors, (ana, bo, cleo) = await started(url, 3)
        for _ in range(3):
            assert isinstance(await ana.answer(CARD, 1, "one"), protocol.Accepted)
        assert isinstance(await ana.answer(CARD, 1, "two"), protocol.Accepted)
        assert (await ana.answer(OTHER, 1, "one")).code == "id_reused"
        await bo.answer(CARD)
        await cleo.answer(CARD)
        await ana.quiet()
        server.registry.tables.clear()  # as after a restart: what is known must come from the store
        back = await visitors[0].sit(table)
        assert isinstance(await back.answer(CARD, 1, "one"), protocol.Accepted)
        assert isinstance(await back.answer(CARD, 1, "two"), protocol.Accepted)
        assert (await back.answer(OTHER, 1, "three")).code == "too_late"
        assert len([seat for seat, _ in answers(back) if seat == 0]) == 1


async def test_two_pages_race_for_one_seat(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, (ana, bo, _cleo) = await started(url, 3)
        twin = await visitors[0].sit(table)
        await twin.until_type(protocol.Ask)
        for _ in range(10):
            verdicts = await asyncio.gather(ana.answer(CARD, 1), twin.answer(OTHER, 1))
            assert all(isinstance(verdict, protocol.Accepted) for verdict in verdicts)
        await asyncio.gather(*(page.quiet() for page in (ana, twin, bo)))
        assert ana.events == twin.events
        assert len(answers(bo)) == len(answers(ana))


async def test_each_refusal_names_its_reason(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, _visitors, (ana, bo, _cleo) = await started(url, 3)
        watcher = await Visitor(url).sit(table)
        codes = {
            "not_your_card": await ana.answer(Sacrifice(99)),
            "wrong_kind": await ana.answer(Pass()),
            "too_late": await ana.answer(CARD, 7),
            "not_seated": await watcher.answer(CARD, 1),
        }
        assert {code: verdict.code for code, verdict in codes.items()} == {code: code for code in codes}
        assert all(verdict.expected for verdict in codes.values())
        await watcher.quiet()
        await bo.quiet()
        assert not answers(bo)


MALFORMED = (
    "",
    "{",
    "[]",
    "null",
    '"hello"',
    '{"type":"answer"}',
    '{"type":"nothing","id":"x"}',
    '{"type":"answer","id":"x","turn":-1,"action":{"do":"pass"}}',
    '{"type":"answer","id":"x","turn":1,"action":{"do":"sacrifice","card":"3"}}',
    '{"type":"answer","id":"x","turn":1,"action":{"do":"sacrifice","card":3},"seat":1}',
    '{"type":"answer","id":"","turn":1,"action":{"do":"pass"}}',
    '{"type":"say","id":"x","text":""}',
    '{"type":"say","id":"x","text":"\\ud800"}',
    '{"type":"mute","id":"x","seat":99,"muted":true}',
    '{"type":"hello","last":-1}',
    '{"type":"answer","id":"x","turn":1,"action":{"do":"sacrifice","card":1e400}}',
    "[" * 5000,
    "x" * 9000,
    b"\xff\xfe\x00",
)


REFUSALS = ("bad_message", "too_long", "hello_first", "no_such_seat", "not_seated")


async def test_malformed_messages_are_refused_and_the_table_is_unharmed(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        _, _, (ana, bo, _) = await started(url, 3)  # the draw took two messages of each
        for raw in MALFORMED:
            await ana.socket.send(raw)
            refused = await ana.until_type(protocol.Refused)
            assert refused.code in REFUSALS, raw
        assert isinstance(await ana.answer(CARD), protocol.Accepted)
        await bo.quiet()
        assert len(answers(bo)) == 1


async def test_hello_comes_first(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table = await Visitor(url).create()
        async with connect(f"{url.replace('http', 'ws')}/api/tables/{table}/socket") as socket:
            await socket.send('{"type":"ping","id":"p"}')
            assert '"hello_first"' in str(await socket.recv())
            await socket.send('{"type":"hello"}')
            assert '"welcome"' in str(await socket.recv())


async def test_a_table_that_does_not_exist(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        page = await Visitor(url).sit("a" * 16)
        assert (await page.until_type(protocol.Refused)).code == "no_such_table"
        with pytest.raises(ConnectionClosed):
            await page.read()


async def test_a_page_of_another_site_is_turned_away(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        table = await ana.create()
        address = f"{url.replace('http', 'ws')}/api/tables/{table}/socket"
        with pytest.raises(InvalidStatus):
            await connect(address, origin="https://evil.example")  # type: ignore[arg-type]
        async with connect(address, origin=url):  # type: ignore[arg-type]
            pass
        evil = await ana.http.post(
            "/api/tables", json={"name": "x"}, headers={"origin": "https://evil.example"}
        )
        assert evil.json()["code"] == "bad_origin"


async def test_too_fast_is_told_and_nothing_is_done(tmp_path: Path):
    async with served(tmp_path, rates=Rates(messages=(0.001, 7), chat=(0.001, 2))) as (url, _):
        _, _, (ana, bo, _) = await started(url, 3)  # the draw took two messages of each
        verdicts = []
        for number in range(8):
            await ana.send(protocol.Ping(f"p{number}"))
            verdicts.append(await ana.verdict(f"p{number}"))
        assert [type(verdict) for verdict in verdicts] == [protocol.Pong] * 5 + [protocol.Refused] * 3
        assert {verdict.code for verdict in verdicts[5:]} == {"too_fast"}
        for number in range(3):
            await bo.send(protocol.Say(f"s{number}", "hi"))
        assert (await bo.verdict("s2")).code == "too_fast"


def said(chat: protocol.Chat) -> list[str]:
    """What people said; the table's own notices come between."""
    return [line.text for line in chat.lines if line.notice is None]


async def test_chat_is_cleaned_stored_and_muted(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, (ana, bo, cleo) = await started(url, 3)
        await cleo.send(protocol.Mute("m", 0, True))
        assert isinstance(await cleo.verdict("m"), protocol.Accepted)
        for _ in range(2):  # the second is a repetition
            await ana.send(protocol.Say("s", "  <b>hi</b>\u202e \x07there\n"))
            await ana.verdict("s")
        chat = await bo.until(lambda m: isinstance(m, protocol.Chat) and bool(said(m)))
        assert isinstance(chat, protocol.Chat)
        assert said(chat) == ["<b>hi</b> there"]
        late = await visitors[1].sit(table)
        assert said(await late.until_type(protocol.Chat)) == ["<b>hi</b> there"]
        await cleo.quiet()
        assert not any(said(m) for m in cleo.messages if isinstance(m, protocol.Chat))
        muted = await visitors[2].sit(table)
        assert (await muted.until_type(protocol.Muted)).seats == (0,)
        assert not (await Visitor(url).sit(table)).messages


async def test_everyone_sees_who_is_here_and_has_chosen(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        _, _, (ana, bo, cleo) = await started(url, 3)
        await ana.answer(CARD)
        await cleo.close()
        wanted = ("chosen", "thinking", "away")
        await bo.until(lambda m: isinstance(m, protocol.PresenceChanged) and m.seats == wanted)
