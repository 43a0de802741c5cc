"""Somebody who makes a game as long as it may be, and everybody who then opens it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect

from chocolatl.rules import Event, redact
from chocolatl.server import protocol
from chocolatl.server.ops.app import Server
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import Append, TableRow, decode_events
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.decisions import EMPTY_SUMMARY, load_game_log, summarise
from chocolatl.server.tables.event_history import PART_EVENTS, History, rows_in_parts
from tests.hostile.longest import Longest, golden_board
from tests.server.harness import Client, Visitor, decode_frame, served, started
from tests.server.stores import new_row

MOST_EVENTS = 5_500
MOST_BYTES = 1_000_000


@pytest.fixture(scope="module")
def longest() -> Longest:
    game = Longest(1)
    game.play()
    return game


def events_of(game: Longest) -> list[Event]:
    return [event for row in game.rows for event in decode_events(row.body)]


def test_the_longest_game_is_as_long_as_the_page_for_operators_says(longest: Longest):
    assert longest.state.result is not None
    assert 3_000 < longest.last < MOST_EVENTS
    assert sum(len(row.body) for row in longest.rows) < MOST_BYTES


async def stored(server: Server, game: Longest) -> TableRow:
    lobby: Lobby = replace(new_row().lobby, seats=lobbies.empty_seats(5), board=golden_board())
    row = TableRow(1, lobby, 5.0, EMPTY_SUMMARY._replace(phase="running", changed=5.0))
    await server.services.store.create(row)
    summary = summarise(game.state, game.last, None, 5.0)
    assert await server.services.store.append(Append(row.id, -1, tuple(game.rows), summary))
    return row


async def test_it_comes_whole_and_in_parts(tmp_path: Path, longest: Longest):
    expected = [redact(event, None, longest.state.rules) for event in events_of(longest)]
    async with served(tmp_path) as (url, server):
        row = await stored(server, longest)
        for last in (-1, 0, 98, 99, 100, 1234, longest.last - 1, longest.last):
            page = await Visitor(url).sit(row.id, last)
            await page.until_type(protocol.Fairness)
            assert page.events == expected[last + 1 :]
            parts = [message for message in page.messages if isinstance(message, protocol.Events)]
            assert all(len(part.events) <= PART_EVENTS for part in parts)


async def test_others_have_their_turn_between_two_parts(tmp_path: Path, longest: Longest):
    async with served(tmp_path) as (_, server):
        row = await stored(server, longest)
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        task = asyncio.create_task(others())
        for _ in range(2):  # from disk, then kept
            before = turns
            parts = [
                part async for part in server.registry.history.parts(row.id, row.lobby.rules, 0, longest.last)
            ]
            assert turns - before >= len(parts) - 1
        before = turns
        game = await load_game_log(rows_in_parts(server.services.store, row.id))
        assert turns - before >= len(longest.rows) // PART_EVENTS
        assert (game.last, game.state) == (longest.last, longest.state)
        task.cancel()


async def test_a_page_that_reads_slowly_is_not_shown_out_and_holds_nobody_up(
    tmp_path: Path, longest: Longest
):
    async with served(tmp_path) as (url, server):
        row = await stored(server, longest)
        address = f"{url.replace('http', 'ws')}/api/tables/{row.id}/socket"
        slow = await connect(address, compression=None, max_queue=1)
        await slow.send('{"type":"hello"}')
        quick = [await Visitor(url).sit(row.id) for _ in range(5)]
        for page in quick:
            await page.until_type(protocol.Fairness)
        count = 0
        while count <= longest.last:
            await asyncio.sleep(0.02)
            frame = decode_frame(await slow.recv())
            count += sum(len(message.events) for message in frame if isinstance(message, protocol.Events))
        assert server.registry.tables[row.id].broadcast.here() == (0, 6)
        await slow.close()


async def test_what_is_kept_is_bounded(tmp_path: Path, longest: Longest):
    async with served(tmp_path) as (_, server):
        rows = [await stored(server, longest) for _ in range(3)]
        history = History(server.services.store, kept_bytes=150_000)
        for row in rows:
            made = [part async for part in history.parts(row.id, row.lobby.rules, 0, longest.last)]
            assert sum(map(len, made)) == longest.last + 1
            assert 0 < history.size <= 150_000


async def test_who_comes_in_while_the_table_plays_and_talks_misses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for module in (
        "tables.event_history",
        "sockets.handshake",
    ):  # a usual game then has as many parts as the longest
        monkeypatch.setattr(f"chocolatl.server.{module}.PART_EVENTS", 5)
    async with served(tmp_path) as (url, _):
        table, visitors, pages = await started(url, 4)
        talker = await visitors[1].sit(table)
        playing = asyncio.gather(*(page.play() for page in pages))
        arrivals = []
        for number in range(20):
            arrivals.append(await visitors[number % 4].sit(table))
            await talker.send(protocol.Say(f"{number}", f"line {number}"))
        await playing
        said = {f"line {n}" for n in range(20)}
        for page in arrivals:
            while len(page.events) < len(pages[0].events) or lines_of(page) != said:
                await page.read()
            await page.quiet(0.02)
            assert page.events[-1] == pages[0].events[-1]
            assert len(page.events) == len(pages[0].events)


def lines_of(page: Client) -> set[str]:
    return {
        line.text
        for m in page.messages
        if isinstance(m, protocol.Chat)
        for line in m.lines
        if not line.notice
    }


async def test_a_kept_part_gives_no_more_than_was_asked_for(tmp_path: Path, longest: Longest):
    async with served(tmp_path) as (_, server):
        row = await stored(server, longest)
        history, rules = server.registry.history, row.lobby.rules
        assert [part async for part in history.parts(row.id, rules, 0, longest.last)]
        [part] = [part async for part in history.parts(row.id, rules, 210, 249)]
        sent = msgspec.json.decode(part.message(None, 210, 249), type=protocol.Events)
        expected = [redact(event, None, rules) for event in events_of(longest)[210:250]]
        assert (sent.first, list(sent.events)) == (210, expected)


async def test_a_mute_reaches_my_pages_at_another_server_and_nobody_else(tmp_path: Path, valkey_url: str):
    settings = {"bus": valkey_url}
    async with served(tmp_path, **settings) as (one, _), served(tmp_path, **settings) as (other, _):
        table, (ana, bo, _), (mine, *_) = await started(one, 3)
        pages = []
        for visitor in (ana, bo):
            there = Visitor(other)
            there.http.cookies.update(visitor.http.cookies)
            pages.append(await there.sit(table))
        ana_there, bo_there = pages
        await ana_there.quiet()
        await bo_there.quiet()
        before = len(bo_there.messages)
        await mine.send(protocol.Mute("m", 2, True))
        assert (await ana_there.until_type(protocol.Muted)).seats == (2,)
        await bo_there.quiet(0.3)
        assert bo_there.messages[before:] == []
