"""What a newer program wrote is kept where it decides nothing, and else left to a newer process."""

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from chocolatl.records.record import decode
from chocolatl.records.unknown_fields import split
from chocolatl.records.verify import verify
from chocolatl.rules.events import RoundEnded
from chocolatl.server import protocol
from chocolatl.server.store.document_codec import encode_stored
from chocolatl.server.store.documents import DrawDoc, Lobby
from chocolatl.server.store.row_decoding import decode_lobby
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.rematch import rematch
from tests.server.harness import Client, Visitor, served, started, table_of
from tests.server.processes import Process
from tests.server.stores import new_row

ROOT = Path(__file__).parents[2]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def objects(tree: Any) -> list[dict[str, Any]]:
    """All objects in a JSON value."""
    inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return [
        *([tree] if isinstance(tree, dict) else []),
        *(found for child in inner for found in objects(child)),
    ]


def full_lobby() -> Lobby:
    from chocolatl.rules.board import default_board

    lobby = lobbies.put_bot(new_row().lobby, 1, "greedy")
    return replace(lobby, board=default_board(), pace=protocol.Slow(3))


@given(st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from(("theme", "x", "née")), JSON), max_size=6))
def test_unknown_fields_at_any_depth_come_back_as_they_were(added):
    tree = json.loads(encode_stored(full_lobby()))
    for place, key, value in added:
        found = objects(tree)
        found[place % len(found)].setdefault(key, value)
    read = decode_lobby(json.dumps(tree).encode())
    assert json.loads(encode_stored(read)) == tree
    changed = lobbies.mute(replace(read, listed=False), 1, 0, True)
    tree["listed"], tree["seats"][1]["muted"] = False, [0]
    assert json.loads(encode_stored(changed)) == tree


def test_what_is_unknown_of_a_person_leaves_with_the_person():
    tree = json.loads(encode_stored(full_lobby()))
    tree["seats"][0]["badge"] = tree["seats"][2]["badge"] = "gold"
    tree["pace"]["holidays"] = ["May"]
    read = decode_lobby(json.dumps(tree).encode())
    after = json.loads(encode_stored(replace(lobbies.leave(read, 0), pace=protocol.Slow(2))))
    assert "badge" not in after["seats"][0]
    assert after["seats"][2]["badge"] == "gold"
    assert after["pace"] == {"pace": "slow", "days": 2}
    again = rematch(read, "a" * 16, DrawDoc(1, "c" * 64), "1", 0)
    assert "badge" not in json.loads(encode_stored(again))["seats"][2]


class Database:
    """The SQLite file of a running server, seen as another process sees it."""

    def __init__(self, folder: Path) -> None:
        self.path = next(folder.glob("*.db"))

    async def edit(self, table: str, change: Callable[[dict[str, Any]], object]) -> None:
        lobby = await self.lobby(table)
        change(lobby)
        data = json.dumps(lobby).encode()
        await self.run("UPDATE tables SET lobby=?, version=version+1 WHERE id=?", data, table)

    async def run(self, statement: str, *values: Any) -> list[Any]:
        """In a thread: while this waits for a lock, the server has to go on."""
        return await asyncio.to_thread(self._run, statement, values)

    def _run(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        with closing(sqlite3.connect(self.path, timeout=30)) as file, file:
            return file.execute(statement, values).fetchall()

    async def lobby(self, table: str) -> dict[str, Any]:
        [[data]] = await self.run("SELECT lobby FROM tables WHERE id=?", table)
        found: dict[str, Any] = json.loads(data)
        return found

    async def add_event(self, table: str, event: dict[str, Any]) -> None:
        await self.run("UPDATE tables SET last=last+1 WHERE id=?", table)
        await self.run(
            "INSERT INTO events (table_id, number, at, body) SELECT id, last, 0, ? FROM tables WHERE id=?",
            json.dumps([event]).encode(),
            table,
        )


async def test_added_fields_hinder_nobody_and_stay(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        ana, bo = Visitor(url), Visitor(url)
        table, other = await ana.create(), await ana.create()
        database = Database(tmp_path)
        await database.edit(table, lambda lobby: lobby.update(theme="dark"))
        await database.edit(table, lambda lobby: lobby["seats"][0].update(badge="gold"))
        server.registry.tables.clear()
        assert (await bo.get(f"tables/{table}"))["table"]["id"] == table
        listed = {seated["table"]["id"] for seated in (await bo.get("tables?list=open"))["tables"]}
        assert listed == {table, other}
        assert len((await ana.get("mine"))["tables"]) == 2
        await bo.post(f"tables/{table}/join", {"name": "Bo"})
        after = await database.lobby(table)
        assert (after["theme"], after["seats"][0]["badge"], after["seats"][1]["name"]) == (
            "dark",
            "gold",
            "Bo",
        )
        assert await bo.refused("tables", {"name": "Bo", "theme": "dark"}) == "bad_message"
        assert await bo.refused("tables", {"name": "Bo", "rules": {"temple_step": "two"}}) == "bad_message"


UNPLAYABLE: dict[str, Callable[[Database, str], Awaitable[object]]] = {
    "rules version": lambda db, table: db.edit(table, lambda lobby: lobby.update(rules_version="99")),
    "switch": lambda db, table: db.edit(table, lambda lobby: lobby["rules"].update(temple_step="one")),
    "event kind": lambda db, table: db.add_event(table, {"event": "cheered", "rule": "9"}),
    "word": lambda db, table: db.add_event(table, {"event": "last_round", "reason": "rain", "seat": None}),
}
UNREADABLE: dict[str, Callable[[Database, str], Awaitable[object]]] = {
    "phase": lambda db, table: db.run("UPDATE tables SET phase='dreaming' WHERE id=?", table),
    "pace": lambda db, table: db.edit(table, lambda lobby: lobby["pace"].update(pace="glacial")),
    "damaged": lambda db, table: db.run("UPDATE tables SET lobby=x'ff00' WHERE id=?", table),
    "emptied": lambda db, table: db.run("UPDATE tables SET lobby=x'' WHERE id=?", table),
    "nested": lambda db, table: db.run("UPDATE tables SET lobby=? WHERE id=?", b"[" * 100_000, table),
    "no object": lambda db, table: db.run("UPDATE tables SET lobby=x'5b5d' WHERE id=?", table),
}


@pytest.mark.parametrize("how", [*UNPLAYABLE, *UNREADABLE])
async def test_a_table_that_is_too_new_is_refused_and_harms_no_other(tmp_path: Path, how: str):
    async with served(tmp_path) as (url, server):
        table, (ana, *_), _ = await started(url, 3)
        other, _, (page, *_) = await started(url, 3)
        await (UNPLAYABLE | UNREADABLE)[how](Database(tmp_path), table)
        server.registry.tables.pop(table)
        looked = await ana.http.get(f"/api/tables/{table}")
        assert looked.status_code == (200 if how in UNPLAYABLE else 503), looked.text
        for path in ("record", "verify"):
            assert (await ana.http.get(f"/api/tables/{table}/{path}")).json()["code"] == "too_new"
        for path in ("leave", "rematch", "link"):
            assert await ana.refused(f"tables/{table}/{path}") == "too_new"
        client = await ana.sit(table)
        assert (await client.until_type(protocol.Refused)).code == "too_new"
        with pytest.raises(ConnectionClosed) as closed:
            await client.read()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        listed = {seated["table"]["id"] for seated in (await ana.get("tables?list=live"))["tables"]}
        assert listed == ({table, other} if how in UNPLAYABLE else {other})
        assert len((await ana.get("mine"))["tables"]) == (how in UNPLAYABLE)
        assert isinstance(await page.answer_default(), protocol.Accepted)


async def test_a_list_goes_on_behind_many_unreadable_tables(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        ana = Visitor(url)
        first = await ana.create()
        for _ in range(52):
            await ana.create()
        await Database(tmp_path).run("UPDATE tables SET lobby=x'00' WHERE id != ?", first)
        server.registry.tables.clear()
        assert [s["table"]["id"] for s in (await ana.get("tables?list=open"))["tables"]] == [first]


async def test_a_page_is_sent_away_when_a_newer_process_goes_on_with_its_table(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, _, (ana, bo, _) = await started(url, 3)
        await Database(tmp_path).add_event(table, {"event": "cheered", "rule": "9"})
        assert (await ana.answer_default()).code == "too_new"
        assert table not in server.registry.tables
        for page in (ana, bo):
            with pytest.raises(ConnectionClosed) as closed:
                await page.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013


async def test_an_unknown_field_of_an_event_decides_nothing(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, (visitor, *_), pages = await started(url, 3)
        body = 'replace(CAST(body AS TEXT), \'"event":"started",\', \'"event":"started","weather":[1],\')'
        await Database(tmp_path).run(f"UPDATE events SET body=CAST({body} AS BLOB) WHERE table_id=?", table)
        server.registry.tables.pop(table)
        pages = [await page.visitor.sit(table) for page in pages]
        await asyncio.gather(*(page.play() for page in pages))
        made = decode((await visitor.http.get(f"/api/tables/{table}/record")).content)
        assert verify(made).ok


async def test_a_game_that_an_older_program_began_is_played_to_its_end_by_version_1(tmp_path: Path):
    """As version 1 stored it: without the version in event 0 and without the newer switch."""
    async with served(tmp_path) as (url, server):
        table, visitors = await table_of(url, 3, edition="german")
        database = Database(tmp_path)
        await database.edit(table, lambda lobby: lobby.update(rules_version="1"))
        server.registry.tables.pop(table, None)
        pages = [await visitor.sit(table) for visitor in visitors]
        await visitors[0].post(f"tables/{table}/start")
        for page in pages:
            await page.close()
        await database.edit(table, lambda lobby: lobby["rules"].pop("green_reveal"))
        body = "CAST(body AS TEXT)"
        for gone in (',"version":"1"', ',"green_reveal":"per_location"'):
            body = f"replace({body}, '{gone}', '')"
        await database.run(f"UPDATE events SET body=CAST({body} AS BLOB) WHERE table_id=?", table)
        server.registry.tables.pop(table)
        pages = [await visitor.sit(table) for visitor in visitors]
        await asyncio.gather(*(page.play() for page in pages))
        made = decode((await visitors[0].http.get(f"/api/tables/{table}/record")).content)
        assert (made.rules_version, made.started.version, made.edition) == ("1", "1", "german")
        assert verify(made).ok


class NewerPage(Client):
    """A page of a newer program: it passes over what this one does not know."""

    async def send(self, message: Any) -> None:
        """Not faster than a process with the usual rates allows."""
        await asyncio.sleep(0.1)
        await super().send(message)

    def decode(self, raw: str) -> list[protocol.ServerMessage]:
        tree = json.loads(raw)
        for message in tree:
            message["events"] = [
                {"event": "round_ended", "round": 0} if event["event"] == "cheered" else event
                for event in message.get("events", ())
            ]
        return msgspec.convert(split(tree, list[protocol.ServerMessage]).known, list[protocol.ServerMessage])


async def sit(visitor: Visitor, table: str) -> Client:
    page = NewerPage(visitor, table)
    await page.open(-1)
    await page.until_type(protocol.Welcome)
    return page


class Newer(Process):
    """`chocolatl serve` of a program that knows more."""

    def __init__(self, growth: str, data: Path, *arguments: str) -> None:
        self.program = (sys.executable, "-m", "tests.grown", growth)
        super().__init__(data, *arguments)


@pytest.fixture
def _tests_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = (str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", ""))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


@pytest.mark.usefixtures("_tests_importable")
async def test_an_old_and_a_new_process_play_one_table(tmp_path: Path, postgres_url: str, valkey_url: str):
    """The newer one has more fields in lobby, seats, pace and events, none of which decides anything."""
    secret = tmp_path / "secret"
    shared = {"database": postgres_url, "bus": valkey_url, "secret": secret}
    (tmp_path / "old").mkdir()
    async with served(tmp_path / "old", **shared) as (here, old):
        options = ("--database", postgres_url, "--bus", valkey_url, "--secret", str(secret))
        newer = await asyncio.to_thread(Newer, "fields", tmp_path, *options)
        try:
            ana, bo = Visitor(newer.url), Visitor(here)
            table = await ana.create(players=3, pace={"pace": "slow", "days": 2})
            await bo.post(f"tables/{table}/join", {"name": "Bo"})
            pages = [await sit(ana, table), await sit(bo, table)]
            await ana.post(f"tables/{table}/start", {"fill": "random"})
            await asyncio.gather(*(page.play() for page in pages))
            row = await old.services.store.load(table)
            assert row is not None
            stored = json.loads(encode_stored(row.lobby))
            assert (stored["theme"], stored["pace"]["holidays"]) == ("dark", ["May"])
            assert [seat.get("badge") for seat in stored["seats"]] == ["new"] * 3
            for url in (here, newer.url):
                record = (await Visitor(url).http.get(f"/api/tables/{table}/record")).content
                assert verify(decode(record)).ok
        finally:
            newer.kill()


@pytest.mark.usefixtures("_tests_importable")
async def test_an_old_process_leaves_a_table_with_a_new_kind_of_event_to_a_new_one(
    tmp_path: Path, postgres_url: str, valkey_url: str
):
    """The newer process says a new event after each round; until then the old one shows the game."""
    secret = tmp_path / "secret"
    (tmp_path / "old").mkdir()
    async with served(tmp_path / "old", database=postgres_url, bus=valkey_url, secret=secret) as (here, old):
        options = ("--database", postgres_url, "--bus", valkey_url, "--secret", str(secret))
        newer = await asyncio.to_thread(Newer, "kind", tmp_path, *options)
        try:
            table, visitors = await table_of(newer.url, 3)
            pages = [await sit(visitor, table) for visitor in visitors]
            await visitors[0].post(f"tables/{table}/start")
            watching = await Visitor(here).sit(table)
            playing = [asyncio.create_task(page.play()) for page in pages]
            with pytest.raises(ConnectionClosed) as closed:
                await watching.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
            assert watching.events
            assert not any(isinstance(event, RoundEnded) for event in watching.events)
            again = await Visitor(here).sit(table)
            assert (await again.until_type(protocol.Refused)).code == "too_new"
            await asyncio.gather(*playing)
            assert table not in old.registry.tables
            listed = await Visitor(here).get("tables?list=finished")
            assert [seated["table"]["id"] for seated in listed["tables"]] == [table]
            report = await Visitor(newer.url).get(f"tables/{table}/verify")
            assert report["fair"]
        finally:
            newer.kill()
